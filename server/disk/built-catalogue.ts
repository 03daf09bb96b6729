/** The descriptions of the APIs as the build wrote them, beside the bundle. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Catalogue, JsonSchema } from "../../shared/catalogue.ts";
import type { KeptCatalogue, KeptOperations } from "../../shared/derived/catalogue.ts";
import { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";

let loaded: Catalogue | undefined;

/** Read once: the build's output does not change while a program runs. */
export const loadCatalogue = (): Catalogue => (loaded ??= new BuiltCatalogue(read));

/** By the names of `KeptCatalogue`. */
type ReadPart = <Part extends keyof KeptCatalogue>(part: Part) => KeptCatalogue[Part];

const read: ReadPart = (part) => JSON.parse(readFileSync(join(__dirname, `${part}.json`), "utf8")); // Our own build's output.

/** Its parts are read when they are asked for. */
export class BuiltCatalogue implements Catalogue {
  readonly apis: Catalogue["apis"];
  readonly events: Catalogue["events"];
  readonly webhookFiles: Catalogue["webhookFiles"];
  readonly #read: ReadPart;
  #operations: KeptOperations | undefined;

  constructor(read: ReadPart) {
    this.#read = read;
    ({ apis: this.apis, events: this.events, webhookFiles: this.webhookFiles } = read("catalogue"));
  }

  get operations(): Catalogue["operations"] {
    return this.#further.operations;
  }

  get requestFile(): JsonSchema {
    return this.#further.requestFile;
  }

  get #further(): KeptOperations {
    return (this.#operations ??= unpacked(this.#read("operations")));
  }
}

/** A request file refers to the operations' own schemas, which the build wrote once. */
function unpacked({ operations, requestFile }: KeptOperations): KeptOperations {
  const requests = Object.fromEntries(operations.map(({ id, request }) => [id, request]));
  return { operations, requestFile: { ...requestFile, $defs: { ...requestFile.$defs, ...requests } } };
}

export const loadCompiledCatalogue = (): CompiledCatalogue =>
  new CompiledCatalogue(loadCatalogue(), docsUri());

/** The URI of docs/operations.md. */
export const docsUri = (): string => pathToFileURL(join(__dirname, "..", "docs", "operations.md")).href;
