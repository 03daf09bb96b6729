/** The catalogue, ready for the language features: schemas compiled once, entries by id, links into the docs. */
import type { ApiEntry, Catalogue, EventEntry, JsonSchema, OperationEntry } from "../../shared/catalogue.ts";
import { compile } from "../schema/compile.ts";
import type { Schema } from "../schema/schema.ts";

export class CompiledCatalogue {
  readonly entries: Catalogue;
  readonly #docs: string;
  #operations: ReadonlyMap<string, OperationEntry> | undefined;
  readonly #apis: ReadonlyMap<string, ApiEntry>;
  readonly #lists = new Map<string, JsonSchema>();

  /** @param docs the URI of docs/operations.md */
  constructor(entries: Catalogue, docs: string) {
    this.entries = entries;
    this.#docs = docs;
    this.#apis = new Map(entries.apis.map((each) => [each.slug, each]));
  }

  /** Other entries whose links lead into the same docs. */
  with(entries: Catalogue): CompiledCatalogue {
    return new CompiledCatalogue(entries, this.#docs);
  }

  operation(id: unknown): OperationEntry | undefined {
    if (typeof id !== "string") return undefined;
    this.#operations ??= new Map(this.entries.operations.map((each) => [each.id, each]));
    return this.#operations.get(id);
  }

  api(slug: string): ApiEntry | undefined {
    return this.#apis.get(slug);
  }

  event(api: string, name: unknown): EventEntry | undefined {
    return this.entries.events.find((event) => event.api === api && event.name === name);
  }

  requestFile(): Schema {
    return compile(this.entries.requestFile);
  }

  /** Undefined when there is no such operation or the documents show it without a body. */
  body(operation: string): Schema | undefined {
    const schema = this.operation(operation)?.body;
    return schema && compile(schema);
  }

  /** What is shown of an operation's successful reply; of a list without a documented envelope, what its records are. */
  reply(operation: string): JsonSchema | undefined {
    const { api, response, resource = "", lists } = this.operation(operation) ?? {};
    const record = this.#apis.get(api ?? "")?.resources[resource]?.record;
    if (response || !lists || !record) return response;
    const records = { items: record };
    // One object for each: what is compiled of it is kept by it.
    const list = this.#lists.get(operation) ?? { ...records, properties: { data: records } };
    this.#lists.set(operation, list);
    return list;
  }

  /** Undefined when the API documents no event. */
  webhookFile(api: string): Schema | undefined {
    const schema = this.entries.webhookFiles[api];
    return schema && compile(schema);
  }

  /** The address of a section of the docs, or of the description that brought the operation. */
  href(entry: { docsLine: number; from?: { href: string } }): string {
    return entry.from?.href ?? `${this.#docs}#L${entry.docsLine}`;
  }
}
