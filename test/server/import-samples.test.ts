// What import lays out agrees with what it imported: random descriptions, their samples judged by the engine itself.
import { expect, it } from "vitest";
import type { JsonSchema } from "../../shared/catalogue.ts";
import { sampleOf } from "../../shared/openapi/sample.ts";
import { exampleOf } from "../../shared/patterns/example.ts";
import { compile } from "../../server/schema/compile.ts";
import { validate } from "../../server/schema/validate.ts";
import { parse } from "../../server/syntax/tree.ts";
import { Random, seed } from "./random.ts";

const definitions: Record<string, JsonSchema> = {
  node: {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, next: { $ref: "#/$defs/node" } },
  },
  pet: { oneOf: [{ $ref: "#/$defs/cat" }, { $ref: "#/$defs/dog" }] },
  cat: {
    type: "object",
    required: ["kind"],
    properties: { kind: { const: "cat" }, lives: { type: "integer" } },
  },
  dog: { allOf: [{ type: "object", required: ["kind"], properties: { kind: { enum: ["dog"] } } }] },
};

const problemsOf = (value: unknown, schema: JsonSchema) =>
  validate(
    parse(JSON.stringify(value), { dialect: "json" }),
    compile({ ...schema, $defs: definitions }),
  ).filter(({ severity }) => severity === "error");

const sample = (body: JsonSchema) => sampleOf({ body }, definitions, { bodyRequired: true }).body;

it.each<[string, JsonSchema]>([
  ["an example that contradicts its schema", { type: "string", example: 5, minLength: 3 }],
  ["a default of another type", { type: "integer", default: "none" }],
  ["lengths", { type: "string", minLength: 3, maxLength: 5 }],
  ["a pattern", { type: "string", pattern: "^[A-Z]{2}-\\d{4}$" }],
  ["a pattern and a length", { type: "string", pattern: "^[a-z]+$", minLength: 12 }],
  ["a format", { type: "string", format: "email", example: "none" }],
  ["a number between bounds", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }],
  ["a step", { type: "integer", minimum: 7, multipleOf: 5 }],
  ["a negative range", { type: "integer", minimum: -20, maximum: -10 }],
  ["items that are required", { type: "array", minItems: 2, items: { type: "string", minLength: 1 } }],
  ["items that differ", { type: "array", minItems: 3, uniqueItems: true, items: { type: "integer" } }],
  ["parts", { allOf: [{ type: "string" }, { minLength: 4 }, { maxLength: 4 }] }],
  ["fields and branches", { type: "object", properties: { a: { type: "string" } }, required: ["a"], oneOf: [{ required: ["b"], properties: { b: { type: "integer" } } }, { required: ["c"] }] }],
  ["branches", { $ref: "#/$defs/pet" }],
  ["what requires itself only when it is there", { $ref: "#/$defs/node" }],
  ["names that no field has", { type: "object", required: ["x"], additionalProperties: { type: "integer", minimum: 3 } }],
  ["a number of fields", { type: "object", minProperties: 2, properties: { a: { type: "string" }, b: { type: "integer" }, c: { type: "boolean" } } }],
  ["null among types", { type: ["null", "string"], minLength: 2 }],
])("%s", (_, body) => {
  const value = sample(body);
  expect(problemsOf(value, body), JSON.stringify(value)).toEqual([]);
}); // biome-ignore format: a table

it.each([
  "^\\d{3}$",
  "^(a|b){2,}c?$",
  "^\\p{Lu}\\p{Ll}+$",
  "^#[0-9a-fA-F]{6}$",
  "^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$",
  "x",
  "^usr_\\w{8,}$",
])("a text that %s matches", (pattern) => expect(exampleOf(pattern)).toMatch(new RegExp(pattern, "u")));

it("finds no text for a pattern that none or nobody matches, and none that is endless", () => {
  expect(exampleOf("^a\\b\\Bb$")).toBeUndefined();
  expect(exampleOf("(")).toBeUndefined();
  expect(exampleOf("^(a{900}){900}$")).toBeUndefined();
});

it(`5000 random bodies and their samples (SEED=${seed})`, () => {
  const random = new Random(seed);
  for (let i = 0; i < 5000; i++) {
    const body = someSchema(random, 3);
    const value = sample(body);
    expect(problemsOf(value, body), `${JSON.stringify(value)} by ${JSON.stringify(body)}`).toEqual([]);
  }
});

/** One that something agrees with. */
function someSchema(random: Random, depth: number): JsonSchema {
  const least = random.below(5);
  const wrong = random.chance(0.2) ? { example: random.pick<unknown>([5, "x", null, {}, true]) } : {};
  const scalar = () =>
    random.pick<JsonSchema>([
      { type: "string", minLength: least, maxLength: least + random.below(3) },
      { type: "string", pattern: random.pick(["^[a-z]{2}\\d$", "^(x|y)+$", "^$|^z"]) },
      {
        type: "string",
        format: random.pick(["date-time", "date", "uuid", "email", "uri", "ipv4", "hostname"]),
      },
      { type: "integer", minimum: least, maximum: least + random.below(9) },
      { type: "integer", minimum: least, multipleOf: 1 + random.below(4) },
      { type: "number", exclusiveMinimum: least, maximum: least + 1 },
      { type: "boolean" },
      { enum: ["a", 1, null] },
      { type: ["string", "null"] },
      { allOf: [{ type: "string" }, { minLength: least }] },
    ]);
  if (depth === 0) return { ...scalar(), ...wrong };
  const inner = () => someSchema(random, depth - 1);
  const required = ["a", "b"].filter(() => random.chance(0.6));
  const made = random.pick<() => JsonSchema>([
    scalar,
    () => ({ type: "array", minItems: random.below(3), items: inner() }),
    () => ({ type: "object", properties: { a: inner(), b: inner(), c: inner() }, required }),
    () => ({
      allOf: [
        { type: "object", properties: { a: inner() }, required: ["a"] },
        { properties: { b: inner() }, required: ["b"] },
      ],
    }),
    () => ({
      oneOf: ["x", "y"].map((kind) => ({
        type: "object",
        properties: { kind: { const: kind }, of: inner() },
        required: ["kind", "of"],
      })),
    }),
    () => ({ anyOf: [inner(), inner()] }),
    () => ({ type: "object", additionalProperties: inner(), minProperties: random.below(3) }),
    () => ({ $ref: `#/$defs/${random.pick(["node", "pet", "cat"])}` }),
  ])();
  return made.$ref === undefined ? { ...made, ...wrong } : made;
}
