"use strict";

const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const INFO = 2;

/** A log file without rotation: the hosts that write to it live for minutes. */
class Logger {
  #file;
  #prefixed = true;
  #open = true;

  constructor(file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  #write(level, message) {
    if (!this.#open) return;
    const line = this.#prefixed ? `${new Date().toISOString()} [${level}] ${message}\n` : message;
    try {
      appendFileSync(this.#file, line);
    } catch {
      // The log folder goes away before the last process does.
    }
  }

  trace(message) {
    this.#write("trace", message);
  }
  debug(message) {
    this.#write("debug", message);
  }
  info(message) {
    this.#write("info", message);
  }
  warn(message) {
    this.#write("warning", message);
  }
  error(message) {
    this.#write("error", message);
  }
  critical(message) {
    this.#write("critical", message);
  }

  /** VS Code calls this for output channels, which bring their own line ends. */
  clearFormatters() {
    this.#prefixed = false;
  }
  drop() {
    this.#open = false;
  }
  getLevel() {
    return INFO;
  }
  setPattern() {}
  setLevel() {}
  flush() {}
}

const createLogger = async (_name, file) => new Logger(file);

exports.version = 0;
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
