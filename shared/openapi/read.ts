/** The text of an OpenAPI description as JSON. Nothing is fetched, whatever it refers to. */
import { Composer, type CST, Parser } from "yaml";
import type { Row } from "../api.ts";
import { isRow } from "../traits/values.ts";

/** Files of more bytes are not read. */
export const sizeLimit = 10 * 1024 * 1024;

/** A description that cannot be imported. Its message says why, and what to do. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
}

export const tooLarge = () =>
  new DescriptionError(
    `The description is longer than ${sizeLimit / 1024 / 1024} MiB. Import one with fewer operations.`,
  );

/** An OpenAPI 3.0 or 3.1 description, in JSON or YAML. Throws a DescriptionError. */
export function readDocument(text: string): Row {
  if (text.length > sizeLimit) throw tooLarge();
  const value = text.trimStart().startsWith("{") ? fromJson(text) : fromYaml(text);
  if (!isRow(value)) throw new DescriptionError("This is no OpenAPI description: it holds no fields.");
  const { swagger, openapi } = value;
  if (swagger !== undefined)
    throw new DescriptionError(
      `Swagger ${shown(swagger)} is not read: convert it to OpenAPI 3.0 first, and import the result.`,
    );
  if (typeof openapi !== "string" && typeof openapi !== "number")
    throw new DescriptionError('This is no OpenAPI description: it has no "openapi" version.');
  if (!/^3(\.[01](\.|$)|$)/.test(String(openapi)))
    throw new DescriptionError(`OpenAPI ${shown(openapi)} is not read, only 3.0 and 3.1.`);
  return value;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A flow mapping of YAML begins as an object does.
    try {
      return fromYaml(text);
    } catch {
      throw new DescriptionError(`The file is not valid JSON: ${messageOf(error)}.`);
    }
  }
}

function fromYaml(text: string): unknown {
  try {
    // Tokens are read in turn, but values one within the other: deep ones would exhaust the stack.
    const tokens = [...new Parser().parse(text)];
    refuseBombs(tokens);
    // Of equal keys the last counts, as in JSON: looking for them takes time that grows with the square of their number.
    const composer = new Composer({ uniqueKeys: false, merge: true, logLevel: "silent" });
    const [document, second] = Array.from(composer.compose(tokens));
    const [problem] = document?.errors ?? [];
    if (problem) throw problem;
    if (second) throw new Error("it holds more than one document");
    return document?.toJS({ maxAliasCount: aliasLimit });
  } catch (error) {
    if (error instanceof DescriptionError) throw error;
    const reason = messageOf(error);
    throw /alias count/i.test(reason)
      ? tooManyAliases()
      : new DescriptionError(`The file is not valid YAML: ${reason}.`);
  }
}

const nestingLimit = 256;
/** How many aliases a file may have, as each is looked for in the whole file. */
const aliasLimit = 100;
const tooManyAliases = () =>
  new DescriptionError("The file repeats its parts by aliases too often. Write them out, or use $ref.");

function refuseBombs(tokens: readonly CST.Token[]): void {
  let aliases = 0;
  const open: { value: unknown; depth: number }[] = tokens.map((value) => ({ value, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > nestingLimit) throw new DescriptionError("The file's parts are nested too deeply.");
    if ("type" in value && value.type === "alias" && ++aliases > 10 * aliasLimit) throw tooManyAliases();
    // A collection holds items, and an item a key and a value.
    const within = Array.isArray(value) || "items" in value ? depth + 1 : depth;
    for (const inner of Object.values(value))
      if (typeof inner === "object") open.push({ value: inner, depth: within });
  }
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]?.replace(/[.:]$/, "") ?? "";

const shown = (value: unknown) => String(value).slice(0, 20);
