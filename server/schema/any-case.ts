/** Names that are the same in whatever case, as those of headers are. A name is listed as it was set. */
export class AnyCase<Value> extends Map<string, Value> {
  readonly #folded = new Map<string, Value>();

  override get(name: string): Value | undefined {
    return this.#folded.get(name.toLowerCase());
  }

  override has(name: string): boolean {
    return this.#folded.has(name.toLowerCase());
  }

  override set(name: string, value: Value): this {
    this.#folded.set(name.toLowerCase(), value);
    return super.set(name, value);
  }
}
