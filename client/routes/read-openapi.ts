/** A description with what matches in it. Loaded when something is imported: the reader of YAML comes with it. */
import type { Api } from "../../shared/api.ts";
import { describe, type Description } from "../../shared/openapi/description.ts";
import { type Match, matchOperations } from "../../shared/openapi/match.ts";
import { readRegularFile } from "../../shared/regular-file.ts";
import { readDocument, sizeLimit, tooLarge } from "../../shared/openapi/read.ts";

export { factsOf } from "../../shared/openapi/facts.ts";

export interface ReadDescription {
  description: Description;
  matches: Match[];
}

/** Throws an error that names the remedy. @param file a path */
export async function readOpenApi(api: Api, file: string): Promise<ReadDescription> {
  const bytes = readRegularFile(file, sizeLimit + 1);
  if (bytes.length > sizeLimit) throw tooLarge();
  const text = new TextDecoder("utf-8").decode(bytes);
  const description = describe(readDocument(text), api);
  return { description, matches: matchOperations(api, description) };
}
