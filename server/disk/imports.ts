/** The files with what was imported of OpenAPI descriptions, read when the settings name them. */
import { readFileSync, statSync } from "node:fs";
import { type ImportedDescription, parseImported } from "../../shared/openapi/imported.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import { mergeImports } from "../knowledge/merge-imports.ts";

/** In bytes. What is imported is shorter than the description that it comes from. */
const sizeLimit = 64 * 1024 * 1024;

export class Imports {
  #known: { stamp: string; plain: CompiledCatalogue; merged: CompiledCatalogue } | undefined;

  /** The same one for as long as the files are as they were; without files `plain` itself. */
  merged(plain: CompiledCatalogue, files: readonly string[]): CompiledCatalogue {
    if (files.length === 0) return plain;
    const stamp = files.map(stampOf).join("\n");
    if (this.#known?.stamp !== stamp || this.#known.plain !== plain) {
      const imports = files.flatMap((file) => read(file) ?? []);
      const merged = plain.with(mergeImports(plain.entries, imports));
      this.#known = { stamp, plain, merged };
    }
    return this.#known.merged;
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return `${file} ${stat?.mtimeMs} ${stat?.size} ${stat?.ino}`;
}

/** A file that is gone or is none of ours brings nothing. */
function read(file: string): ImportedDescription | undefined {
  try {
    return statSync(file).size <= sizeLimit ? parseImported(readFileSync(file, "utf8")) : undefined;
  } catch {
    return undefined;
  }
}
