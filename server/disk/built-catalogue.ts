/** The descriptions of the APIs as the build wrote them, beside the bundle. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Catalogue } from "../../shared/catalogue.ts";
import { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";

let loaded: Catalogue | undefined;

/** Read once: the build's output does not change while a program runs. */
export function loadCatalogue(): Catalogue {
  loaded ??= unpacked(JSON.parse(readFileSync(join(__dirname, "catalogue.json"), "utf8")) as Catalogue); // Our own build's output.
  return loaded;
}

/** A request file refers to the operations' own schemas, which the build wrote once. */
export function unpacked(catalogue: Catalogue): Catalogue {
  const { requestFile, operations } = catalogue;
  const requests = Object.fromEntries(operations.map(({ id, request }) => [id, request]));
  return { ...catalogue, requestFile: { ...requestFile, $defs: { ...requestFile.$defs, ...requests } } };
}

export const loadCompiledCatalogue = (): CompiledCatalogue =>
  new CompiledCatalogue(loadCatalogue(), docsUri());

/** The URI of docs/operations.md. */
export const docsUri = (): string => pathToFileURL(join(__dirname, "..", "docs", "operations.md")).href;
