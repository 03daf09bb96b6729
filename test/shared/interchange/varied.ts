/** Requests of all operations with whatever a person may write in them. */
import * as fc from "fast-check";
import type { RequestValues } from "../../../shared/api.ts";
import { toJsonSchema } from "../../../shared/derived/schemas.ts";
import type { Outgoing } from "../../../shared/interchange/outgoing.ts";
import { sandboxRoute } from "../../../shared/sandbox/app.ts";
import { pathParameters } from "../../../shared/api.ts";
import { operations } from "./known.ts";

/** Marks that mean something to one of the shells, to cURL or to JSON. */
const marks = [
  "'",
  '"',
  "\\",
  "$",
  "$HOME",
  "${x}",
  "$(ls)",
  "`ls`",
  "!",
  "!!",
  "%",
  "%PATH%",
  "%20",
  "%PATH:a=b%",
  "^",
  "&",
  "|",
  ";",
  "<",
  ">",
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  "[1-3]",
  "{a,b}",
  "*",
  "?",
  "~",
  "#",
  "@",
  "@file",
  "-",
  "--",
  " ",
  "\n",
  "\r\n",
  "\t",
  "é",
  "€",
  "😀",
  "\u2019",
  "\u201C",
  "\u2028",
  "\0",
  "\x1B",
  "=",
  "+",
  "/",
  ",",
  ":",
  "\\\\",
  '\\"',
  "'\\''",
  "\\u0041",
  "a",
  "Z9",
];
export const words = fc.oneof(
  fc.array(fc.constantFrom(...marks), { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "@file", "-d", "--data", "it's", "a\nb"),
);

/** No half characters, and nothing that reads as a placeholder. */
const texts = words.map((text) => text.toWellFormed().replaceAll("{{", "{ {").replaceAll("}}", "} }"));
const values = fc.oneof(
  texts,
  texts.map((text) => `${text.replaceAll(/[{}]/g, "")}{{secret:A_NAME}}`),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(texts, { maxLength: 3 }),
);
const bodies = fc.dictionary(
  fc.oneof(texts, fc.constantFrom("name", "email", "metadata")),
  fc.oneof(values, fc.dictionary(texts, values, { maxKeys: 3 })),
  { maxKeys: 5 },
);
const segments = texts.filter((text) => text !== "" && !/^\.{1,2}$/.test(text));
const headers = fc
  .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(..."ab'\"\\$`!%&|^<>;@#{[( =é".split("")) })
  .map((text) => `x${text}x`);

export const outgoing = (baseUrlOf: (slug: string, version: string) => string): fc.Arbitrary<Outgoing> =>
  fc.constantFrom(...operations.filter(({ authorized }) => authorized !== false)).chain((operation) => {
    const route = sandboxRoute(operation);
    const query = operation.request.query
      ? Object.keys(toJsonSchema(operation.request.query).properties ?? {})
      : [];
    const documented = operation.request.headers
      ? Object.keys(toJsonSchema(operation.request.headers).properties ?? {})
      : [];
    const parts: Record<string, fc.Arbitrary<unknown>> = {};
    const names = pathParameters(route.path);
    if (names.length > 0) parts.path = fc.record(Object.fromEntries(names.map((name) => [name, segments])));
    if (query.length > 0 || route.method === "GET")
      parts.query = fc.dictionary(
        fc.oneof(
          fc.constantFrom("x", "a b", "q[]", ...query.filter((name) => /name|search|region/.test(name))),
          texts.map((text) => `x${text}`),
        ),
        texts,
        { minKeys: 1, maxKeys: 4 },
      );
    if (documented.length > 0)
      parts.headers = fc.record(Object.fromEntries(documented.map((name) => [name, headers])));
    if (route.method !== "GET") parts.body = bodies;
    return fc.record(parts).map((made) => ({
      operation,
      target: { baseUrl: baseUrlOf(operation.api.slug, operation.api.version), route },
      values: made as RequestValues, // Made of the parts that there are.
      [fc.toStringMethod]: () => `${operation.id} ${JSON.stringify(made)}`,
    }));
  });
