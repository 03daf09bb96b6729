/**
 * Loads a program's files with what V8 made of them in earlier runs. Node's own compile cache keeps what is compiled
 * while a file is loaded; nearly all functions are compiled when they are first called, which is much of a start.
 */
import { isAscii } from "node:buffer";
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { enableCompileCache, getCompileCacheDir } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** A run adds what it has compiled; after so many a file's cache stays as it is. */
const runsThatAdd = 3;
/** In milliseconds. An editor may kill its server: what there is by then is kept. */
const keptEarly = 2000;
/** And what there is by then for the last time, for later V8 drops what was called once. */
const keptLate = 30_000;
/** In bytes: the checksum of what follows, and how many runs have added to it. */
const headLength = 8;

/** As Node wraps a CommonJS module. */
const wrapper = "(function (exports, require, module, __filename, __dirname) {";

interface Cached {
  data: Buffer;
  runs: number;
}

/** What is kept of a file once it has run: V8's data, and where. */
interface Running {
  script: Script;
  cacheFile: string;
  runs: number;
}

/**
 * Loads a CommonJS file and, by the same means, those beside it that it requires.
 * @param file its absolute path
 * @param require Node's, for everything else
 */
export function load(file: string, require: NodeJS.Require): void {
  // The folder is of this version of Node, this processor and this user; there is none where people want none.
  enableCompileCache();
  const folder = getCompileCacheDir();
  if (folder === undefined) require(file);
  else new Loader(folder, require).load(file);
}

class Loader {
  readonly #folder: string;
  readonly #require: NodeJS.Require;
  readonly #modules = new Map<string, { exports: unknown }>();
  readonly #running: Running[] = [];

  constructor(folder: string, require: NodeJS.Require) {
    this.#folder = folder;
    this.#require = require;
    setTimeout(() => this.#keep(), keptEarly).unref();
    setTimeout(() => {
      this.#keep();
      this.#running.length = 0;
    }, keptLate).unref();
    process.once("exit", () => this.#keep());
  }

  load(file: string): unknown {
    const known = this.#modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    this.#modules.set(file, module);
    try {
      const folder = dirname(file);
      const require = Object.assign(
        (name: string) => (/^\.\/.*\.js$/.test(name) ? this.load(join(folder, name)) : this.#require(name)),
        this.#require,
      );
      this.#compile(file)(module.exports, require, module, file, folder);
    } catch (error) {
      this.#modules.delete(file);
      throw error;
    }
    return module.exports;
  }

  #compile(filename: string): (...given: unknown[]) => void {
    const bytes = readFileSync(filename);
    const cacheFile = join(this.#folder, `${basename(filename)}-${crc32(bytes).toString(16)}`);
    const cached = read(cacheFile);
    const source = bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
    const script = new Script(`${wrapper}${source}\n})`, {
      filename,
      columnOffset: -wrapper.length,
      ...(cached && { cachedData: cached.data }),
    });
    const runs = cached && script.cachedDataRejected !== true ? cached.runs : 0;
    if (runs < runsThatAdd) this.#running.push({ script, cacheFile, runs });
    return script.runInThisContext();
  }

  #keep(): void {
    for (const { script, cacheFile, runs } of this.#running) {
      const data = script.createCachedData();
      const head = Buffer.alloc(headLength);
      head.writeUInt32LE(crc32(data), 0);
      head.writeUInt32LE(runs + 1, 4);
      const written = `${cacheFile}.${process.pid}`;
      try {
        // Never through a link that others have put there.
        writeFileSync(written, Buffer.concat([head, data]), { mode: 0o600, flag: "wx" });
        renameSync(written, cacheFile);
      } catch {
        // A folder that takes nothing costs speed alone.
        rmSync(written, { force: true });
      }
    }
  }
}

/** Undefined where there is none that can be believed: V8 runs what it is given. */
function read(file: string): Cached | undefined {
  let opened: number | undefined;
  try {
    opened = openSync(file, "r");
    // Others may write into a folder of temporary files.
    if (process.getuid && fstatSync(opened).uid !== process.getuid()) return undefined;
    const bytes = readFileSync(opened);
    const data = bytes.subarray(headLength);
    if (bytes.length <= headLength || crc32(data) !== bytes.readUInt32LE(0)) return undefined;
    return { data, runs: bytes.readUInt32LE(4) };
  } catch {
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
