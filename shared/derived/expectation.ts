/** What a request may expect of its reply, as JSON Schema: `requests/expectation.ts` holds it. */
import type { JsonSchema } from "../catalogue.ts";
import { typeNames } from "../requests/expectation.ts";

/** What is known of a reply. */
export interface KnownReply {
  /** What is documented of the body of a success; undefined where nothing is. */
  body?: JsonSchema | undefined;
  /** What is documented of the body of an error; undefined where it is not shown. */
  fault?: JsonSchema | undefined;
  /** What the headers that come with it say, by name. */
  headers?: Readonly<Record<string, string>>;
}

export const expectationOf = ({ body: reply, fault, headers }: KnownReply): JsonSchema => ({
  type: "object",
  description: "What the reply must be. `switchboard run` fails where it is not.",
  properties: {
    status: { $ref: "#/$defs/expected status" },
    headers: headers ? headersNamed(headers) : { $ref: "#/$defs/expected headers" },
    body: reply || fault ? {} : ofBody(anything),
    duration: { $ref: "#/$defs/expected duration" },
  },
  additionalProperties: false,
  ...((reply || fault) && byStatus(reply ? partial(reply) : anything, fault ? partial(fault) : anything)),
});

const ofBody = (schema: JsonSchema): JsonSchema => ({
  description: "The fields of the body that are named: values that are the same, or matchers.",
  ...schema,
});

/** The status decides whose body it is. One that is not known yet, a placeholder, may be of any kind. */
function byStatus(reply: JsonSchema, fault: JsonSchema): JsonSchema {
  const others = body(anything);
  const either = when("success", body({ anyOf: [reply, fault] }), when("other", others, body(fault)));
  return when("error", either, when("success", when("other", others, body(reply)), others));
}

type StatusKind = keyof typeof kindsOfStatus;

const when = (kind: StatusKind, met: JsonSchema, unmet: JsonSchema): JsonSchema =>
  JSON.stringify(met) === JSON.stringify(unmet)
    ? met
    : { if: { $ref: `#/$defs/${mayBe(kind)}` }, then: met, else: unmet };

const mayBe = (kind: string) => `may be ${kind}`;

const body = (schema: JsonSchema): JsonSchema => ({ properties: { body: ofBody(schema) } });

/** By what each begins with. No document shows the body of others than successes and errors. */
const kindsOfStatus = { success: [2], error: [4, 5], other: [1, 3] };

/** Whether a reply may be of a kind and as expected. Without a status it is a success that is expected. */
function expectsKind(kind: StatusKind): JsonSchema {
  const one = kindsOfStatus[kind].flatMap((digit): JsonSchema[] => [
    { type: "integer", minimum: digit * 100, maximum: digit * 100 + 99 },
    { const: `${digit}xx` },
  ]);
  return {
    properties: { status: { anyOf: [...one, { type: "array", contains: { anyOf: one } }] } },
    ...(kind !== "success" && { required: ["status"] }),
  };
}

const oneStatus: JsonSchema[] = [
  { type: "integer", minimum: 100, maximum: 599 },
  { type: "string", enum: ["1xx", "2xx", "3xx", "4xx", "5xx"] },
];

const matchers: Record<string, JsonSchema> = {
  $type: {
    description: "The JSON type, or a list of types of which one must be so.",
    anyOf: [
      { type: "string", enum: [...typeNames] },
      { type: "array", items: { type: "string", enum: [...typeNames] }, minItems: 1 },
    ],
  },
  $min: { type: "number", description: "At least this number." },
  $max: { type: "number", description: "At most this number." },
  $pattern: {
    type: "string",
    format: "bounded-pattern",
    description: "A regular expression that the text matches somewhere.",
  },
  $length: {
    description: "Characters of a text or items of an array: a number, or min and max.",
    anyOf: [
      { type: "integer", minimum: 0 },
      {
        type: "object",
        properties: { min: { type: "integer", minimum: 0 }, max: { type: "integer", minimum: 0 } },
        minProperties: 1,
        additionalProperties: false,
        "x-range": ["min", "max"],
      },
    ],
  },
  $contains: { description: "A text within the text, or an item of the array.", $ref: "#/$defs/anything" },
  $absent: { const: true, description: "Nothing is there." },
  $any: { const: true, description: "Something is there, whatever it is." },
};

const always = ["$absent", "$any"];

/** The matchers that a documented type can meet. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  string: ["$pattern", "$length", "$contains", ...always],
  number: ["$min", "$max", ...always],
  integer: ["$min", "$max", ...always],
  boolean: always,
  array: ["$length", "$contains", ...always],
  object: always,
};

/** What other matchers fit, in words: where another type is documented, they can never hold. */
const fits: Readonly<Record<string, string>> = {
  $min: "a number",
  $max: "a number",
  $pattern: "text",
  $length: "text or a list",
  $contains: "text or a list",
};

/** The matchers that a type can't meet: no value is allowed there. */
const unfitting = (type: string): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(fits)
      .filter(([name]) => !fitting[type]?.includes(name))
      .map(([name, words]) => [name, { $ref: `#/$defs/${fitsOnly(words)}` }]),
  );

const fitsOnly = (words: string) => `fits only ${words}`;

/** What can stand in place of a value of a type; of any where it is undefined. */
function matcher(type: string | undefined): JsonSchema {
  return { $ref: `#/$defs/${definitionOf(type)}`, "x-matcher": true };
}

const definitionOf = (type: string | undefined) =>
  type !== undefined && Object.hasOwn(fitting, type) && type !== "object" ? `matcher ${type}` : "matcher";

/** Of what is not documented: a matcher, or whatever somebody knows. */
const anything: JsonSchema = { $ref: "#/$defs/anything" };

/** The matchers among the fields of an object. */
const ofAnyObject: Record<string, JsonSchema> = {
  ...Object.fromEntries(["$type", ...always].map((name) => [name, { $ref: `#/$defs/${name}` }])),
  ...unfitting("object"),
};

/** Names that all begin with `$` are those of matchers, and there are no others. */
const namesMatchers = { "x-matchers": true, "x-range": ["$min", "$max"] };

const status: JsonSchema = {
  description: "HTTP status: a number, a class such as 2xx, or a list of which one must be so.",
  anyOf: [...oneStatus, { type: "array", items: { anyOf: oneStatus }, minItems: 1 }],
};

const headers: JsonSchema = {
  type: "object",
  description: "Headers of the reply: a text that is the same, or a matcher.",
  additionalProperties: { $ref: "#/$defs/expected header" },
  "x-any-case": true,
};

const header: JsonSchema = { anyOf: [{ type: ["string", "number"] }, matcher("string")] };

/** Others than these are expected alike. */
const headersNamed = (meanings: Readonly<Record<string, string>>): JsonSchema => ({
  ...headers,
  properties: Object.fromEntries(
    Object.entries(meanings).map(([name, description]) => [name, { description, ...header }]),
  ),
});

const duration: JsonSchema = {
  type: "number",
  minimum: 0,
  description: "Milliseconds that it may take at most, with all attempts.",
};

/** What the schemas of expectations refer to: they stand in the root of the schema that has one. */
export const expectationDefinitions: Record<string, JsonSchema> = Object.fromEntries([
  ["expected status", status],
  ["expected headers", headers],
  ["expected header", header],
  ["expected duration", duration],
  ...(["success", "error", "other"] as const).map((kind) => [mayBe(kind), expectsKind(kind)] as const),
  ["anything", { properties: matchers, additionalProperties: anything, items: anything, ...namesMatchers }],
  ...[...new Set(Object.values(fits))].map(
    (words) => [fitsOnly(words), { not: {}, "x-fits": words }] as const,
  ),
  ...["$type", ...always].map((name) => [name, matchers[name] ?? {}] as const),
  ...[undefined, ...Object.keys(fitting).filter((type) => type !== "object")].map(
    (type) => [definitionOf(type), matcherWith(type === undefined ? matchers : matchersOf(type))] as const,
  ),
]);

function matcherWith(properties: Record<string, JsonSchema>): JsonSchema {
  return {
    type: "object",
    title: "matcher",
    description: "Says what the value must be like.",
    properties,
    minProperties: 1,
    additionalProperties: false,
    ...namesMatchers,
  };
}

function matchersOf(type: string): Record<string, JsonSchema> {
  const names = fitting[type] ?? [];
  // Any number can be a whole one, and a whole one is a number.
  const types = type === "number" || type === "integer" ? ["number", "integer"] : [type];
  const own = { ...matchers.$type, anyOf: [{ type: "string", enum: types }, anyTypes(types)] };
  return {
    $type: own,
    ...Object.fromEntries(names.map((name) => [name, matchers[name] ?? {}])),
    ...(type === "string" && { $contains: { type: "string", description: "A text within the text." } }),
    ...unfitting(type),
  };
}

/** In a list one type that can be is enough. */
function anyTypes(types: readonly string[]): JsonSchema {
  return {
    type: "array",
    items: { type: "string", enum: [...typeNames] },
    contains: { enum: [...types] },
  };
}

/** A documented value as an expectation has it: in part, with matchers, and nothing of it required. */
function partial(schema: JsonSchema): JsonSchema {
  const {
    required: _,
    discriminator: __,
    propertyNames: ___,
    minItems: _4,
    maxItems: _5,
    minProperties: _6,
    maxProperties: _7,
    "x-resource": _8,
    default: _9,
    oneOf,
    anyOf = oneOf,
    ...kept
  } = schema;
  if (anyOf) {
    const branches = anyOf.map((branch) => withoutMatcher(partial(branch)));
    return {
      ...kept,
      anyOf: [...flat(branches), ...(anyOf.some(isObject) ? [] : [matcher(onlyType(anyOf))])],
    };
  }
  if (isObject(schema)) {
    const { properties = {}, additionalProperties } = schema;
    return {
      ...kept,
      properties: {
        ...Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, partial(each)])),
        ...ofAnyObject,
      },
      // Fields that are not documented are no fault of an expectation.
      ...(typeof additionalProperties === "object"
        ? { additionalProperties: partial(additionalProperties) }
        : { additionalProperties: anything }),
      "x-matchers": true,
    };
  }
  const { description, title, deprecated, ...value } = kept;
  const said = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
  if (Object.keys(value).every((key) => key.startsWith("x-") || key === "examples"))
    return { ...said, ...value, ...anything };
  const types = [schema.type ?? []].flat();
  const type = types.length === 1 ? types[0] : undefined;
  if (typeof schema.items !== "object") return { ...said, anyOf: [value, matcher(type)] };
  const items = partial(schema.items);
  return { ...said, anyOf: [{ ...value, items }, type === "array" ? matcherOfItems(items) : matcher(type)] };
}

/** Of an array whose items are documented. */
const matcherOfItems = (item: JsonSchema): JsonSchema => ({
  ...matcherWith({
    ...matchersOf("array"),
    $contains: { ...item, description: "An item that is there, as it is or by matchers." },
  }),
  "x-matcher": true,
});

const isObject = ({ type, properties }: JsonSchema) => type === "object" || properties !== undefined;

const onlyType = (branches: readonly JsonSchema[]): string | undefined => {
  const types = new Set(branches.map(({ type }) => (typeof type === "string" ? type : "")));
  return types.size === 1 ? [...types][0] : undefined;
};

/** The union around it has one of its own. */
const withoutMatcher = (schema: JsonSchema): JsonSchema =>
  schema.anyOf ? { ...schema, anyOf: schema.anyOf.filter((branch) => !branch["x-matcher"]) } : schema;

/** A union in a union is one. */
const flat = (branches: readonly JsonSchema[]): JsonSchema[] =>
  branches.flatMap(({ anyOf, ...branch }) =>
    anyOf ? anyOf.map((inner) => ({ ...branch, ...inner })) : [branch],
  );
