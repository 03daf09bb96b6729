/** Lists are read again by themselves while a person looks at them. Without vscode. */

export interface RefreshHost<List> {
  /** Milliseconds between the end of a round and the next; 0 for no rounds. */
  interval(): number;
  /** Whether the window is used now, and may send. */
  isActive(): boolean;
  /** The lists that are loaded, in views that are shown. */
  lists(): readonly List[];
  /** Whether the rate budget has room for it. */
  mayRead(list: List): boolean;
  /** Never rejects. */
  read(list: List): Promise<void>;
  /** Calls back after the time, until the result is called. */
  after(time: number, then: () => void): () => void;
}

export class BackgroundRefresh<List> {
  readonly #host: RefreshHost<List>;
  #interval = 0;
  #cancel: (() => void) | undefined;
  #reading = false;
  #disposed = false;

  constructor(host: RefreshHost<List>) {
    this.#host = host;
    this.changed();
  }

  /** The interval may be another. A wait that is under way goes on when it is not. */
  changed(): void {
    const interval = this.#host.interval();
    if (interval === this.#interval) return;
    this.#interval = interval;
    this.#cancel?.();
    if (!this.#reading) this.#wait();
  }

  #wait(): void {
    if (this.#disposed || this.#interval === 0) return;
    this.#cancel = this.#host.after(this.#interval, () => void this.#round());
  }

  /** One list after the other: it must not be felt. */
  async #round(): Promise<void> {
    const host = this.#host;
    this.#reading = true;
    for (const list of host.isActive() ? host.lists() : [])
      if (!this.#disposed && host.isActive() && host.mayRead(list)) await host.read(list);
    this.#reading = false;
    this.#wait();
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancel?.();
  }
}
