/** Calls for something that are answered together: as soon as the messages that are there already have been read. */
export class Gathered {
  readonly #answer: (uri: string) => void;
  readonly #waiting = new Set<string>();
  #added = 0;
  #scheduled = false;

  constructor(answer: (uri: string) => void) {
    this.#answer = answer;
  }

  add(uri: string): void {
    this.#waiting.add(uri);
    this.#added++;
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#wait();
  }

  delete(uri: string): void {
    this.#waiting.delete(uri);
  }

  #wait(): void {
    const added = this.#added;
    // The connection takes one message in each turn: when a turn brought none, there are no more.
    setImmediate(() => setImmediate(() => (this.#added === added ? this.#answerAll() : this.#wait())));
  }

  #answerAll(): void {
    this.#scheduled = false;
    const uris = [...this.#waiting];
    this.#waiting.clear();
    for (const uri of uris) this.#answer(uri);
  }
}
