/** The catalogue, ready for the language features: schemas compiled once, entries by id, links into the docs. */
import type { ApiEntry, Catalogue, EventEntry, OperationEntry } from "../../shared/catalogue.ts";
import { compile } from "../schema/compile.ts";
import type { Schema } from "../schema/schema.ts";

export class Reference {
  readonly catalogue: Catalogue;
  private readonly docs: string;
  private readonly operations: ReadonlyMap<string, OperationEntry>;
  private readonly apis: ReadonlyMap<string, ApiEntry>;

  /** @param docs the URI of docs/operations.md */
  constructor(catalogue: Catalogue, docs: string) {
    this.catalogue = catalogue;
    this.docs = docs;
    this.operations = new Map(catalogue.operations.map((each) => [each.id, each]));
    this.apis = new Map(catalogue.apis.map((each) => [each.slug, each]));
  }

  /** The same docs for another catalogue. */
  with(catalogue: Catalogue): Reference {
    return new Reference(catalogue, this.docs);
  }

  operation(id: unknown): OperationEntry | undefined {
    return typeof id === "string" ? this.operations.get(id) : undefined;
  }

  api(slug: string): ApiEntry | undefined {
    return this.apis.get(slug);
  }

  /** The APIs that have an event of this name. */
  eventsNamed(name: string): EventEntry[] {
    return this.catalogue.events.filter((event) => event.name === name);
  }

  event(api: string, name: unknown): EventEntry | undefined {
    return this.catalogue.events.find((event) => event.api === api && event.name === name);
  }

  requestFile(): Schema {
    return compile(this.catalogue.requestFile);
  }

  /** Undefined when there is no such operation or the documents show it without a body. */
  body(operation: string): Schema | undefined {
    const schema = this.operations.get(operation)?.body;
    return schema && compile(schema);
  }

  /** Undefined when the API documents no event. */
  webhookFile(api: string): Schema | undefined {
    const schema = this.catalogue.webhookFiles[api];
    return schema && compile(schema);
  }

  /** The address of a section of the docs, or of the description that brought the operation. */
  href(entry: { docsLine: number; from?: { href: string } }): string {
    return entry.from?.href ?? `${this.docs}#L${entry.docsLine}`;
  }
}
