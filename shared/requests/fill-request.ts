/** The last placeholders of a request: what is kept out of sight, and what comes from earlier requests. */
import type { Reply, RequestValues } from "../api.ts";
import {
  type EarlierExpression,
  expressionOf,
  expressionsIn,
  fill,
  isKeyVariable,
  type Place,
  placedExpressions,
  type PlaceholderExpression,
  unsealed,
  written,
} from "../placeholders.ts";
import { hasUncertain } from "./exact-number.ts";
import { misfit } from "./parameter-value.ts";
import { partOf, partOfRequest } from "./response-part.ts";

/** Values that people must not see, by how they are written: `secret:NAME`, `$processEnv NAME`. */
export type Hidden = ReadonlyMap<string, string>;

/** A request that was answered, as later ones may refer to it. */
export interface Earlier {
  reply: Reply;
  /** Before its last placeholders were filled: what is kept out of sight is not in it. */
  values: RequestValues;
}

/** What a request is filled from. */
export interface Given {
  hidden: Hidden;
  earlier: ReadonlyMap<string, Earlier>;
}

/** A request before its last placeholders are filled. */
export interface Unfilled {
  name?: string;
  values: RequestValues;
  expect?: unknown;
  /** What is expected as the file has it; absent where no placeholder of it has been filled. */
  written?: unknown;
}

/** A placeholder has no value. Its message says what to do. */
export class NoValue extends Error {
  override readonly name = "NoValue";
  /** Where it stands in the request. */
  readonly place: Place;
  /** Which of the requests that were looked at together. */
  readonly request: number;
  constructor(message: string, place: Place, request = 0) {
    super(message);
    this.place = place;
    this.request = request;
  }
}

const wholeOf = ({ values, expect }: Unfilled) => ({ ...values, ...(expect !== undefined && { expect }) });

/** The names of the secrets that requests need. */
export const secretsIn = (requests: unknown): string[] => [
  ...new Set(expressionsIn(requests).flatMap((each) => (each.kind === "secret" ? [each.name] : []))),
];

/** The values of the process's variables that requests need. Throws a NoValue. */
export function processValues(
  requests: readonly Unfilled[],
  variables: Readonly<Record<string, string | undefined>>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [index, request] of requests.entries())
    for (const { expression, place } of placedExpressions(wholeOf(request))) {
      if (expression.kind !== "process") continue;
      if (isKeyVariable(expression.name))
        throw new NoValue(
          `${inBraces(expression)} is not filled in: keys go along by themselves. Nothing was sent.`,
          place,
          index,
        );
      const value = Object.hasOwn(variables, expression.name) ? variables[expression.name] : undefined;
      if (value === undefined)
        throw new NoValue(
          `${inBraces(expression)} has no value: set the variable ${expression.name}. Nothing was sent.`,
          place,
          index,
        );
      found.set(written(expression), value);
    }
  return found;
}

/** A shorter variable of the process is part of ordinary words; hiding it would spoil every reply. */
const shortest = 8;

/** What must not be seen in replies and messages. */
export const hiddenTexts = (hidden: Hidden): string[] =>
  [...hidden]
    .filter(([name, value]) => expressionOf(name).kind === "secret" || value.length >= shortest)
    .map(([, value]) => value);

/**
 * The requests, in the order in which they are sent, with all in place that can be known before the first is sent: what
 * refers to the values of a request has them. Throws a NoValue when a placeholder can have no value: a variable that is not
 * filled in, or what is neither there nor of an earlier request. What a response will hold nobody knows.
 */
export function prepare<S extends Unfilled>(
  requests: readonly S[],
  earlier: ReadonlyMap<string, Earlier>,
): S[] {
  const known = new Map([...earlier].map(([name, { values }]) => [name, values]));
  return requests.map((request, index) => {
    const values = settled(request.values, { known, index }) as RequestValues; // Filling changes strings alone.
    if (request.name !== undefined) known.set(request.name, values);
    if (request.expect === undefined) return { ...request, values };
    // Its own values are known by the time that its reply is judged, and its own reply is what is judged.
    const before = new Map(known);
    if (request.name !== undefined && !earlier.has(request.name)) before.delete(request.name);
    const own = request.name === undefined ? undefined : { name: request.name, values };
    const { written = request.expect } = request;
    const expect = settled(request.expect, { known: before, own, index }, ["expect"]);
    return { ...request, values, expect, written };
  });
}

interface Before {
  known: ReadonlyMap<string, RequestValues>;
  own?: { name: string; values: RequestValues } | undefined;
  /** Which request it is. */
  index: number;
}

function settled(value: unknown, { known, own, index }: Before, from: Place = []): unknown {
  return fill(
    value,
    (expression, { place, isWhole }) => {
      if (expression.kind === "secret" || expression.kind === "process") return undefined;
      if (expression.kind !== "response" && expression.kind !== "request")
        throw new NoValue(`${inBraces(expression)} has no value. Nothing was sent.`, place, index);
      const isOwn = expression.kind === "request" && expression.request === own?.name;
      const values = isOwn ? own.values : known.get(expression.request);
      if (!values) throw notThere(expression, place, index);
      if (expression.kind === "response") return undefined;
      const part = partOfRequest(values, expression.path);
      return sendable(part, { expression, place, isWhole, index });
    },
    from,
  );
}

/** With what is kept out of sight. Throws a NoValue when an earlier response, or what is asked of it, is not there. */
export const fillRequest = (values: RequestValues, given: Given): RequestValues =>
  fillLast(values, given) as RequestValues; // Filling changes strings alone.

/** As people may see it: what is hidden stays a placeholder. Throws as `fillRequest`. */
export const shownRequest = (values: RequestValues, earlier: Given["earlier"]): RequestValues =>
  fillLast(values, { hidden: new Map(), earlier }) as RequestValues; // As above.

/** What a request expects. Throws as `fillRequest`. */
export const fillExpectation = (expect: unknown, given: Given): unknown =>
  fillLast(expect, given, ["expect"]);

const fillLast = (value: unknown, { hidden, earlier }: Given, from: Place = []): unknown =>
  unsealed(
    fill(
      value,
      (expression, { place, isWhole }) => {
        if (expression.kind === "secret" || expression.kind === "process")
          return hidden.get(written(expression));
        if (expression.kind !== "response") return undefined;
        const referred = earlier.get(expression.request);
        if (!referred) throw notThere(expression, place);
        const part = partOf(referred.reply, expression.path);
        return sendable(part, { expression, place, isWhole });
      },
      from,
    ),
  );

const inBraces = (expression: PlaceholderExpression) => `{{${written(expression)}}}`;

const notThere = (expression: EarlierExpression, place: Place, index?: number) =>
  new NoValue(`${inBraces(expression)} has no value: send "${expression.request}" first.`, place, index);

/** What was found of an earlier request, where it can be sent. Throws a NoValue. */
function sendable(
  part: unknown,
  at: { expression: EarlierExpression; place: Place; isWhole: boolean; index?: number },
): unknown {
  const { expression, place, isWhole, index } = at;
  const { kind, request, path } = expression;
  if (part === undefined)
    throw new NoValue(
      `The ${kind} of "${request}" has no ${path.join(".")}. Correct the placeholder.`,
      place,
      index,
    );
  const why = isWhole || part === null ? misfit(part, place) : undefined;
  if (why !== undefined)
    throw new NoValue(`${inBraces(expression)} ${why}. Correct the placeholder.`, place, index);
  if (place[0] !== "expect" && hasUncertain(part))
    throw new NoValue(
      `${inBraces(expression)} has a number of more than 15 digits, which cannot be kept exactly. Refer to a text.`,
      place,
      index,
    );
  return part;
}
