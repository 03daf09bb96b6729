/** Says that something has changed at once, and after that not more often than people see: the last change is always said. Without vscode. */

export interface PacedHost {
  say(): void;
  /** Calls back after so many milliseconds, until the result is called. */
  after(time: number, then: () => void): () => void;
}

/** Ten times a second. */
const pause = 100;

export class Paced {
  readonly #host: PacedHost;
  #callOff: (() => void) | undefined;
  #isWanted = false;

  constructor(host: PacedHost) {
    this.#host = host;
  }

  changed(): void {
    this.#isWanted = true;
    if (!this.#callOff) this.#say();
  }

  #say(): void {
    this.#callOff = undefined;
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#callOff = this.#host.after(pause, () => this.#say());
    this.#host.say();
  }

  dispose(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#isWanted = false;
  }
}
