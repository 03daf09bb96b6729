/** The text of an OpenAPI description as JSON. Nothing is fetched, whatever it refers to. */
import { parseDocument } from "yaml";
import type { Row } from "../api.ts";
import { isRow } from "../traits/values.ts";

/** In bytes. Longer files are not read. */
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
    // Of equal keys the last counts, as in JSON: looking for them takes time that grows with the square of their number.
    const document = parseDocument(text, { uniqueKeys: false, merge: true, logLevel: "silent" });
    const [problem] = document.errors;
    if (problem) throw problem;
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const reason = error instanceof RangeError ? "its parts are nested too deeply" : messageOf(error);
    throw new DescriptionError(
      /alias count/i.test(reason)
        ? "The file repeats its parts by aliases too often. Write them out, or use $ref."
        : `The file is not valid YAML: ${reason}.`,
    );
  }
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]?.replace(/[.:]$/, "") ?? "";

const shown = (value: unknown) => String(value).slice(0, 20);
