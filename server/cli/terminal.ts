import { plainText, uncommanded } from "../../shared/plain-text.ts";
import { type Terminal, UsageError } from "./command.ts";

/** The process as a command sees it. What a command does not use is not opened: each of the streams costs a millisecond. */
export class ProcessTerminal implements Terminal {
  readonly env = process.env;
  /** Aborted with the exit code that shells give to what a signal ends; 0 when nobody reads the output any more. */
  readonly #interrupted = new AbortController();
  readonly signal = this.#interrupted.signal;
  #out: NodeJS.WriteStream | undefined;
  #error: NodeJS.WriteStream | undefined;

  constructor() {
    process.once("SIGINT", () => this.#interrupted.abort(130));
    process.once("SIGTERM", () => this.#interrupted.abort(143));
    process.once("SIGHUP", () => this.#interrupted.abort(129));
    // Started by the editor: its end is ours.
    process.once("disconnect", () => this.#interrupted.abort(130));
    process.channel?.unref(); // The wait for it is no reason to stay.
  }

  /** `switchboard list … | head` ends the reader first; that is no fault. */
  get isUnread(): boolean {
    return this.signal.aborted && this.signal.reason === 0;
  }

  get colored(): boolean {
    return this.#stdout.isTTY && this.#stdout.hasColors();
  }

  out(text: string, commands?: "commands"): Promise<void> {
    const shown = commands ? text : uncommanded(text);
    return new Promise((resolve, reject) => {
      const stop = () => reject(new UsageError("Interrupted before all was written."));
      if (this.isUnread) return stop();
      if (this.#stdout.write(shown)) return resolve();
      if (this.signal.aborted) return stop();
      this.signal.addEventListener("abort", stop, { once: true });
      this.#stdout.once("drain", () => {
        this.signal.removeEventListener("abort", stop);
        resolve();
      });
    });
  }

  /** Names of files and texts of services are in it: one line, and nothing that moves a cursor or is a command. */
  error(text: string): void {
    if (this.isUnread) return;
    this.#stderr.write(`${uncommanded(plainText(text, 4000))}\n`);
  }

  get progress(): Terminal["progress"] {
    if (!this.#stderr.isTTY) return undefined;
    // The line is written anew; an empty text takes it away.
    return (text) => void this.#stderr.write(`\r\u001b[K${plainText(text, 100)}`);
  }

  get ask(): Terminal["ask"] {
    return process.stdin.isTTY && this.#stderr.isTTY ? (question) => this.#ask(question) : undefined;
  }

  async #ask(question: string): Promise<boolean> {
    const { createInterface } = await import("node:readline/promises");
    const asking = createInterface({ input: process.stdin, output: this.#stderr });
    // While it reads keys, no signal comes of Ctrl-C.
    asking.once("SIGINT", () => this.#interrupted.abort(130));
    try {
      const answer = await asking.question(`${plainText(question, 1000)} [y/N] `, { signal: this.signal });
      return /^y(es)?$/i.test(answer.trim());
    } catch {
      return false; // Interrupted.
    } finally {
      asking.close();
    }
  }

  get #stdout(): NodeJS.WriteStream {
    return (this.#out ??= process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") this.#interrupted.abort(0);
      // With a terminal that was closed its output has ended as well.
      if (this.signal.aborted) return;
      this.error(`switchboard: The output cannot be written: ${error.message}`);
      process.exit(2);
    }));
  }

  get #stderr(): NodeJS.WriteStream {
    // Nobody can be told, but for the exit code.
    return (this.#error ??= process.stderr.on("error", () => process.exit(2)));
  }
}
