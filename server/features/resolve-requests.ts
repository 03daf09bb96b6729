/** The requests of a file as they can be sent, as far as the language server may know. */
import type { RequestValues } from "../../shared/api.ts";
import type { JsonSchema, OperationEntry } from "../../shared/catalogue.ts";
import { plainText } from "../../shared/plain-text.ts";
import {
  expressionsIn,
  fill,
  type Lookup,
  type Place,
  type PlaceholderExpression,
  sealed,
  written,
} from "../../shared/placeholders.ts";
import type { RequestProblem, ResolvedRequest } from "../../shared/protocol.ts";
import { dynamicValue, type Fresh } from "../../shared/requests/dynamic-values.ts";
import { isExact, notExact } from "../../shared/requests/exact-number.ts";
import { misfit } from "../../shared/requests/parameter-value.ts";
import { isRow } from "../../shared/traits/values.ts";
import { locate } from "./locate-field.ts";
import { eachEntry, operationOf } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { countedLimit, findingsOf } from "../rules/findings.ts";
import { inexactNumbers } from "../knowledge/inexact-numbers.ts";
import type { Variable } from "../knowledge/variables.ts";
import type { DiagnosticCode, Finding } from "../schema/finding.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { childrenOf, type Located } from "../syntax/node.ts";
import { toValue } from "../syntax/value.ts";

/** All of them, or the one at `only`. */
export function resolveRequests(file: OpenFile, fresh: Fresh, only?: number): ResolvedRequest[] {
  const found: ResolvedRequest[] = [];
  const findings = findingsOf(file, countedLimit);
  eachEntry(file, (entry, index) => {
    if (only === undefined || index === only) found.push(resolve(file, entry, index, fresh, findings));
    return index === only ? "stop" : undefined;
  });
  if (only === undefined) found.at(-1)?.problems.push(...outside(file, findings));
  return found;
}

/** Where a text is broken outside of its requests, nobody can say which requests it has: the first such place. */
function outside(file: OpenFile, findings: readonly Finding[]): RequestProblem[] {
  const requests: Located[] = [];
  eachEntry(file, (entry) => void requests.push(entry));
  // Both are in order.
  let next = 0;
  const isOutside = ({ code, start: at }: Finding) => {
    if (code !== "syntax") return false;
    for (let each = requests[next]; each && each.start + each.node.width <= at; each = requests[next]) next++;
    return at < (requests[next]?.start ?? Infinity);
  };
  const found = findings.find(isOutside);
  if (!found) return [];
  const { message, start, end } = found;
  return [{ message, range: rangeOf(file.lines, start, end), blocks: true, ofFile: true }];
}

function resolve(
  file: OpenFile,
  entry: Located,
  index: number,
  fresh: Fresh,
  findings: readonly Finding[],
): ResolvedRequest {
  const end = entry.start + entry.node.width;
  const content = toValue(file.tree, entry);
  const { operation: id, name, ...rest } = isRow(content) ? content : {};
  const operation = operationOf(file, entry);
  const unfit: RequestProblem[] = [];
  const lookup = lookupFor(file, operation, fresh, (place, message) =>
    unfit.push({ message, range: locate(file, entry, place), blocks: true }),
  );
  const filled = fill(rest, lookup);
  const own = within(findings, entry.start, end);
  const isBroken = own.some(({ code }) => code === "syntax");
  const slips = slipsIn(entry);
  return {
    index,
    range: rangeOf(file.lines, entry.start, end),
    operation: typeof id === "string" ? id : "",
    ...(typeof name === "string" && { name }),
    values: valuesOf(filled),
    ...(isRow(filled) && isRow(filled.expect) && { expect: filled.expect, written: rest.expect }),
    problems: [
      ...(findings.length < countedLimit ? [] : [tooManyProblems(file, entry)]),
      // What is broken may have one all the same.
      ...(operation || isBroken ? [] : [noOperation(file, entry, id)]),
      ...own.flatMap((finding) => problemOf(file, finding, slips)),
      ...unfit,
      ...changedNumbers(file, entry),
    ],
  };
}

/** Numbers that would be sent as others than they are written. What is expected is compared alone. */
const changedNumbers = (file: OpenFile, entry: Located): RequestProblem[] =>
  ["path", "query", "headers", "body"]
    .flatMap((name) => memberNamed(entry, name) ?? [])
    .flatMap((part) => inexactNumbers(file.tree, part))
    .map(({ source, start, end }) => ({
      message: notExact(source),
      range: rangeOf(file.lines, start, end),
      blocks: true,
    }));

/** The findings are in order. */
function within(findings: readonly Finding[], start: number, end: number): Finding[] {
  let low = 0;
  for (let high = findings.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((findings[middle] as Finding).start < start) low = middle + 1;
    else high = middle;
  }
  const found: Finding[] = [];
  for (let i = low; i < findings.length; i++) {
    const finding = findings[i] as Finding;
    if (finding.start > end) break;
    if (finding.end <= end) found.push(finding);
  }
  return found;
}

function valuesOf(filled: unknown): RequestValues {
  const { path, query, headers, body } = isRow(filled) ? filled : {};
  return {
    // What is no text or number here was told as a problem.
    ...(isRow(path) && { path: path as NonNullable<RequestValues["path"]> }),
    ...(isRow(query) && { query }),
    ...(isRow(headers) && {
      headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)])),
    }),
    ...(body !== undefined && { body }),
  };
}

/** Without these a request has no meaning, or not the one that its author had in mind. */
const blocking = new Set<DiagnosticCode>([
  "syntax",
  "too-deep",
  "too-large",
  "unknown-operation",
  "unknown-variable",
]);

/** Where a finding means that something would be left out without a word: a test with such a slip would always hold. */
interface Slips {
  key: ReadonlySet<number>;
  value: ReadonlySet<number>;
}

function slipsIn(entry: Located): Slips {
  const expect = memberNamed(entry, "expect");
  const parts = expect ? childrenOf(expect) : [];
  const keys = [...(entry.node.kind === "object" ? childrenOf(entry) : []), ...parts];
  return {
    // Other editors know by it how to check the file.
    key: new Set(keys.filter(({ key }) => key?.name !== "$schema").map(({ keyStart }) => keyStart)),
    // Whatever is expected of a body is compared.
    value: new Set(
      [expect, ...parts.filter(({ key }) => key?.name !== "body")].map((each) => each?.start ?? -1),
    ),
  };
}

function problemOf(
  file: OpenFile,
  { code, severity, message, start, end }: Finding,
  slips: Slips,
): RequestProblem[] {
  const blocks =
    blocking.has(code) ||
    ((code === "unknown-property" || code === "duplicate-key") && slips.key.has(start)) ||
    (code === "wrong-type" && slips.value.has(start));
  return blocks || severity === "error" ? [{ message, range: rangeOf(file.lines, start, end), blocks }] : [];
}

const tooManyProblems = (file: OpenFile, { start }: Located): RequestProblem => ({
  message: `More than ${countedLimit} things are wrong in this file: not all are known.`,
  range: rangeOf(file.lines, start, start + 1),
  blocks: true,
});

const noOperation = (file: OpenFile, { start }: Located, id: unknown): RequestProblem => ({
  message:
    id === undefined ? "The request names no operation." : `There is no operation ${JSON.stringify(id)}.`,
  range: rangeOf(file.lines, start, start + 1),
  blocks: true,
});

function lookupFor(
  { variables, catalogue, workspace: { settings } }: OpenFile,
  operation: OperationEntry | undefined,
  fresh: Fresh,
  unfit: (place: Place, message: string) => void,
): Lookup {
  return (reference, { place, isWhole }) => {
    const { $defs } = catalogue.entries.requestFile;
    const typesOf = (value: string | number | boolean) => {
      if (!operation) return none;
      // What a matcher takes is the same wherever it stands, also where nothing is documented.
      const matcher =
        place[0] === "expect" ? place.findLastIndex((step) => String(step).startsWith("$")) : -1;
      const [schema, within] =
        matcher < 0 ? [operation.request, place] : [$defs?.matcher ?? {}, place.slice(matcher)];
      return typesAt(schema, within, String(value), $defs);
    };
    const fitting = (value: string | number) => (isWhole ? typed(value, typesOf(value)) : value);
    // A number or a boolean is itself, but where only text belongs.
    const own = ({ json: value, value: text }: Variable) => {
      if (typeof value !== "number" && typeof value !== "boolean") return value;
      const types = typesOf(value);
      const isText = types.has("string") && !jsonTypes(value).some((type) => types.has(type));
      return isText ? text : value;
    };
    switch (reference.kind) {
      case "dynamic": {
        const made = dynamicValue(reference.name, fresh);
        return "value" in made ? fitting(made.value) : undefined;
      }
      case "variable": {
        const { environment } = settings;
        const found = variables.find(
          (each) => each.name === reference.name && (environment === "" || each.environment === environment),
        );
        if (!found) return undefined;
        const unfilled = found.isPlain ? undefined : expressionsIn(found.value).find(isNotFilledLater);
        if (unfilled) unfit(place, notNested(found.name, written(unfilled)));
        const value = isWhole && found.json !== undefined ? own(found) : fitting(found.value);
        const why = misfit(found.json === null ? null : value, place);
        const changed = changedIn(found, value);
        if (changed !== undefined && place[0] !== "expect")
          unfit(place, `The value of "${plainText(found.name, 100)}": ${notExact(changed)}`);
        if (why !== undefined)
          unfit(place, `{{${plainText(found.name, 100)}}} ${why}. Correct the placeholder.`);
        return found.isPlain ? sealed(value) : value;
      }
      default:
        return undefined;
    }
  };
}

const isNotFilledLater = ({ kind }: PlaceholderExpression) => kind === "variable" || kind === "dynamic";

const notNested = (name: string, inner: string) =>
  `The value of "${plainText(name, 100)}" has {{${plainText(inner, 100)}}} in it, which is not filled in there. Write out what it stands for.`;

/** What of a variable would be sent as another number, where it becomes a number or has one in it. */
function changedIn({ value, json, inexact }: Variable, filled: unknown): string | undefined {
  // A number in a text is written as it was.
  if (typeof filled === "string" && typeof json !== "object") return undefined;
  return inexact ?? (typeof filled === "number" && json === undefined && !isExact(value) ? value : undefined);
}

const none: ReadonlySet<string> = new Set();

const jsonTypes = (value: number | boolean): string[] =>
  typeof value === "boolean" ? ["boolean"] : ["number", ...(Number.isInteger(value) ? ["integer"] : [])];

/** The value as the text, the number or the boolean that belongs at the place, where one does. */
function typed(value: string | number, types: ReadonlySet<string>): string | number | boolean {
  if (types.has("string")) return String(value);
  if (typeof value === "number") return value;
  if ((types.has("number") || types.has("integer")) && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value))
    return Number(value);
  return types.has("boolean") && /^(true|false)$/.test(value) ? value === "true" : value;
}

/**
 * The types of which a value can be.
 * @param text the value: where a schema lists others alone, it is not of that schema's type
 * @param definitions what the schema refers to
 */
function typesAt(
  { $ref, ...rest }: JsonSchema,
  place: Place,
  text: string,
  definitions: JsonSchema["$defs"] = {},
): Set<string> {
  const schema = { ...definitions[$ref?.replace("#/$defs/", "") ?? ""], ...rest };
  // A matcher says nothing of the value in whose place it stands.
  if (schema["x-matcher"]) return new Set();
  const branches = [schema.anyOf, schema.oneOf, schema.allOf, [schema.then, schema.else]]
    .flatMap((each) => each ?? [])
    .filter((branch) => branch !== undefined);
  const found = new Set(branches.flatMap((branch) => [...typesAt(branch, place, text, definitions)]));
  const [step, ...further] = place;
  if (step === undefined) {
    const listed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    if (listed && !listed.some((each) => String(each) === text)) return found;
    for (const type of [schema.type ?? listed?.map((each) => typeof each) ?? []].flat()) found.add(type);
    return found;
  }
  const { items, additionalProperties: others } = schema;
  const inner =
    typeof step === "number"
      ? items
      : schema.properties && Object.hasOwn(schema.properties, step)
        ? schema.properties[step]
        : others;
  if (typeof inner === "object")
    for (const type of typesAt(inner, further, text, definitions)) found.add(type);
  return found;
}
