/**
 * Lists that show something that passes by itself, as a server that is provisioned, are read again until it has: soon
 * at first, then less and less often, and no more after a while. Without vscode.
 */

export interface UnderWayHost<List> {
  /** The lists that a person looks at now and that show something under way, with what it is. */
  lists(): readonly { list: List; what: string }[];
  /** Whether the rate budget has room for it. */
  mayRead(list: List): boolean;
  /** Never rejects. */
  read(list: List): Promise<void>;
  /** Calls back after the time, until the result is called. */
  after(time: number, then: () => void): () => void;
}

/** Milliseconds between two reads: at first, and at most. */
const shortest = 5_000;
const longest = 60_000;
/** Milliseconds of waiting after which nobody waits for it any more. */
const patience = 600_000;

export class UnderWayRefresh<List> {
  readonly #host: UnderWayHost<List>;
  /** What was under way when the waiting began. */
  #what = "";
  #wait = shortest;
  #waited = 0;
  #cancel: (() => void) | undefined;
  #reading = false;

  constructor(host: UnderWayHost<List>) {
    this.#host = host;
  }

  /** What is shown may be another. The waiting goes on unless something else is under way. */
  changed(): void {
    if (this.#reading) return;
    const what = this.#host
      .lists()
      .map((each) => each.what)
      .join(" ");
    if (what === this.#what) return;
    this.#stop();
    this.#what = what;
    this.#wait = shortest;
    this.#waited = 0;
    this.#next();
  }

  #next(): void {
    if (this.#what === "" || this.#waited + this.#wait > patience) return;
    this.#cancel = this.#host.after(this.#wait, () => void this.#round());
  }

  /** One list after the other: it must not be felt. */
  async #round(): Promise<void> {
    const host = this.#host;
    this.#waited += this.#wait;
    this.#wait = Math.min(this.#wait * 2, longest);
    this.#cancel = undefined;
    this.#reading = true;
    for (const { list } of host.lists()) if (this.#reading && host.mayRead(list)) await host.read(list);
    if (!this.#reading) return;
    this.#reading = false;
    const before = this.#what;
    this.changed();
    if (this.#what === before) this.#next();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  dispose(): void {
    this.#stop();
    // Ends a round that is under way.
    this.#reading = false;
    this.#what = "";
  }
}
