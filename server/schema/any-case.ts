/** A map whose names are found in any case; it lists them as they were set. */
export class AnyCase<Value> extends Map<string, Value> {
  readonly #names = new Map<string, string>();

  override set(name: string, value: Value): this {
    this.#names.set(name.toLowerCase(), name);
    return super.set(name, value);
  }

  override get(name: string): Value | undefined {
    return super.get(this.#named(name));
  }

  override has(name: string): boolean {
    return super.has(this.#named(name));
  }

  #named(name: string): string {
    return this.#names.get(name.toLowerCase()) ?? name;
  }
}
