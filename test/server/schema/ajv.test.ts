import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../server/schema/schema.ts";
import { seed } from "../random.ts";
import { accepts, ajv, fuzzPairs, values } from "./pairs.ts";

const schemas: JsonSchema[] = [
  true, false, {}, { type: "string" }, { type: "number" }, { type: "integer" }, { type: "boolean" }, { type: "null" }, { type: "object" }, { type: "array" },
  { type: ["string", "null"] }, { type: ["integer", "boolean"] }, { type: ["number", "object"] },
  { enum: ["a", 1, null, true] }, { enum: [[1, 2], { a: 1 }] }, { const: "a" }, { const: null }, { const: 0 }, { const: false }, { const: { a: 1, b: 2 } }, { const: [1] }, { const: "a", enum: ["a", "b"] }, { const: "a", enum: ["b"] }, { const: { a: 1 }, enum: [{ a: 1 }] },
  { minimum: 1 }, { maximum: 1 }, { exclusiveMinimum: 1 }, { exclusiveMaximum: 1 }, { minimum: 0, maximum: 2, multipleOf: 0.5 }, { multipleOf: 2 },
  { minLength: 2 }, { maxLength: 1 }, { minLength: 1, maxLength: 2 }, { pattern: "^a" }, { pattern: "b$" }, { pattern: "^(a|b)+$" }, { pattern: "^order_" }, { pattern: "^\\p{L}$" },
  { properties: { a: { type: "integer" } } }, { properties: { a: { type: "integer" } }, required: ["a"] }, { properties: { a: false } }, { required: ["a", "b"] }, { required: ["toString"] }, { required: ["__proto__"] },
  { type: "object", properties: { a: true }, additionalProperties: false }, { additionalProperties: { type: "integer" } }, { properties: { a: true }, additionalProperties: { type: "string" } }, { additionalProperties: false },
  { patternProperties: { "^x_": { type: "integer" } } }, { patternProperties: { "^x_": { type: "integer" } }, additionalProperties: false }, { patternProperties: { "": false } }, { propertyNames: { maxLength: 1 } }, { propertyNames: { enum: ["a", "b"] } }, { propertyNames: false }, { propertyNames: true }, { propertyNames: { type: "integer" } }, { propertyNames: { type: ["string", "null"] } }, { propertyNames: { pattern: "^[a-c]$" } },
  { dependentRequired: { a: ["b", "c"] } }, { dependentSchemas: { a: { required: ["b"] } } }, { minProperties: 1 }, { maxProperties: 1 }, { minProperties: 2, maxProperties: 2 },
  { items: { type: "integer" } }, { items: false }, { prefixItems: [{ type: "string" }, { type: "integer" }] }, { prefixItems: [{ type: "string" }], items: { type: "integer" } }, { prefixItems: [{ type: "string" }], items: false }, { prefixItems: [true, false] },
  { contains: { type: "integer" } }, { contains: { const: 1 }, minContains: 2 }, { contains: { type: "integer" }, maxContains: 1 }, { contains: { const: 1 }, minContains: 0 }, { contains: true, minContains: 0, maxContains: 1 }, { minItems: 2 }, { maxItems: 1 }, { uniqueItems: true },
  { allOf: [{ minimum: 1 }, { maximum: 2 }] }, { allOf: [{ properties: { a: { type: "integer" } } }, { required: ["b"] }] }, { allOf: [true, false] },
  { anyOf: [{ type: "string" }, { type: "null" }] }, { anyOf: [{ minimum: 2 }, { const: 1 }] }, { anyOf: [{ const: "a" }, { const: "b" }] }, { anyOf: [{ type: "object", required: ["a"] }, { type: "object", required: ["b"] }] },
  { oneOf: [{ type: "integer" }, { minimum: 2 }] }, { oneOf: [{ type: "object", required: ["a"] }, { type: "object", required: ["b"] }] }, { oneOf: [true, true] }, { oneOf: [false, true] },
  { not: { type: "string" } }, { not: {} }, { not: { required: ["a"] } }, { not: { anyOf: [{ type: "object" }, { const: 1 }] } },
  { if: { required: ["a"] }, then: { required: ["b"] }, else: { type: "object" } }, { if: { type: "string" }, then: { minLength: 2 } }, { if: { const: 1 }, else: { type: "string" } }, { then: { type: "string" } },
  { oneOf: [{ type: "object", properties: { kind: { const: "x" } }, required: ["kind"] }, { type: "object", properties: { kind: { const: "y" }, n: { type: "integer" } }, required: ["kind", "n"], additionalProperties: false }] },
  { anyOf: [{ properties: { kind: { const: "x" }, n: { type: "string" } }, required: ["kind"] }, { properties: { kind: { enum: ["y", "z"] } }, required: ["kind"] }] },
  { anyOf: [{ type: "null" }, { $ref: "#/$defs/x" }, { $ref: "#/$defs/y" }], $defs: { x: { type: "object", properties: { kind: { const: "x" } }, required: ["kind"] }, y: { allOf: [{ $ref: "#/$defs/base" }, { properties: { kind: { const: "y" } } }] }, base: { type: "object", required: ["kind"] } } },
  { anyOf: [{ oneOf: [{ $ref: "#/$defs/x" }, { $ref: "#/$defs/y" }] }, { $ref: "#/$defs/z" }], $defs: { x: { type: "object", properties: { kind: { const: "x" } }, required: ["kind"] }, y: { type: "object", properties: { kind: { const: "y" } }, required: ["kind"] }, z: { type: "object", properties: { kind: { const: "z" } }, required: ["kind"] } } },
  { type: "object", properties: { next: { anyOf: [{ $ref: "#" }, { type: "null" }] } }, additionalProperties: false }, { $ref: "#/$defs/a~1b", $defs: { "a/b": { type: "integer" } } }, { $ref: "#/$defs/n", minimum: 2, $defs: { n: { type: "integer" } } }, { $ref: "#here", $defs: { n: { $anchor: "here", type: "integer" } } },
  { unevaluatedProperties: false }, { properties: { a: true }, unevaluatedProperties: false }, { allOf: [{ properties: { a: true } }], properties: { b: true }, unevaluatedProperties: false }, { anyOf: [{ properties: { a: { type: "integer" } }, required: ["a"] }, { properties: { b: true }, required: ["b"] }], unevaluatedProperties: false },
  { if: { properties: { a: { const: 1 } }, required: ["a"] }, then: { properties: { b: true } }, unevaluatedProperties: false }, { allOf: [{ additionalProperties: { type: "integer" } }], unevaluatedProperties: false }, { properties: { a: true }, unevaluatedProperties: { type: "string" } }, { dependentSchemas: { a: { properties: { b: true } } }, properties: { a: true }, unevaluatedProperties: false },
  { $ref: "#/$defs/o", unevaluatedProperties: false, $defs: { o: { patternProperties: { "^[ab]$": true } } } }, { not: { properties: { a: true } }, unevaluatedProperties: false }, { allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false }, { oneOf: [{ properties: { a: { const: 1 } }, required: ["a"] }, { properties: { c: true }, required: ["c"] }], unevaluatedProperties: false },
  { unevaluatedItems: false }, { prefixItems: [{ type: "string" }], unevaluatedItems: false }, { allOf: [{ prefixItems: [true] }], unevaluatedItems: { type: "integer" } }, { anyOf: [{ prefixItems: [{ const: 1 }] }, { items: { type: "string" } }], unevaluatedItems: false }, { items: true, unevaluatedItems: false }, { allOf: [{ unevaluatedItems: true }], unevaluatedItems: false },
]; // biome-ignore format: a table

describe("the validator and ajv agree", () => {
  it.each(schemas.map((schema) => [JSON.stringify(schema), schema] as const))("on %s", (_, schema) => {
    const check = ajv.compile(schema);
    for (const value of values) {
      // In ajv a name of Object.prototype counts as looked at.
      if (JSON.stringify(schema).includes("unevaluated") && JSON.stringify(value)?.includes("__proto__"))
        continue;
      expect([value, accepts(schema, value)]).toEqual([value, check(value)]);
    }
  });

  const formatted: Record<string, string[]> = {
    "date-time": ["2026-01-31T09:00:00Z", "2026-01-31t09:00:00z", "2026-01-31T09:00:00.123Z", "2026-01-31T09:00:00+02:00", "2026-02-29T09:00:00Z", "2024-02-29T09:00:00Z", "2026-13-01T00:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T23:59:60Z", "2026-01-31T22:59:60Z", "2026-01-31T23:59:60-01:00", "2026-01-31T22:59:60-01:00", "2026-01-31", "2026-01-31T09:00Z", "2026-01-31T09:00:00", "2026-1-31T09:00:00Z", "2026-01-31T09:00:00.Z", "2026-01-31T09:00:00Zx", "yesterday", ""],
    date: ["2026-01-31", "2026-02-30", "2024-02-29", "2100-02-29", "2000-02-29", "2026-00-10", "2026-04-31", "26-01-31", "2026/01/31", "2026-01-31T", ""],
    time: ["09:00:00Z", "09:00:00", "09:00:00.5+01:00", "24:00:00Z", "23:59:60Z", "9:00:00Z", "09:60:00Z"],
    email: ["a@example.com", "a.b+c@example.co.uk", "a@b", "@example.com", "a@", "a b@example.com", "a..b@example.com", ".a@example.com", "a@-example.com", "a@example..com", "é@example.com", "a@b@example.com", "O'Hara@example.com"],
    uri: ["https://example.com", "https://example.com/a?b=c#d", "http://localhost:3000", "mailto:a@example.com", "urn:a:b", "example.com", "/path", "https://exa mple.com", "ftp://x/y", "https://example.com/%zz", "https://example.com/%20", "https://[::1]/", "", "a", "https://example.com/ü", "1a:b", "https://user:pw@example.com:8080/x"],
    uuid: ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400", "urn:uuid:123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-42661417400g"],
    ipv4: ["203.0.113.7", "255.255.255.255", "256.1.1.1", "1.2.3", "01.2.3.4", "1.2.3.4.5", "a.b.c.d", "0.0.0.0"],
    ipv6: ["2001:db8::7", "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::ffff:203.0.113.7", "1::2::3", ":::", "12345::", "g::", "1:2:3:4:5:6:7::", "::1:2:3:4:5:6:7", "1:2:3:4:5:6:1.2.3.4", ":1", "1:"],
    hostname: ["example.com", "a", "a-b.c", "-a.com", "a-.com", "a_b.com", "", "a..b", `${"a".repeat(64)}.com`, `${"a".repeat(63)}.com`],
    duration: ["P1D", "P1Y2M3DT4H5M6S", "PT1S", "P2W", "P", "PT", "P1", "1D", "P1DT", "P1W2D", "p1d", "P1.5D", "PT1H30M", "P1M", "P1H", ""],
    "json-pointer": ["", "/", "/a", "/a/b", "/a~0b", "/a~1b", "/~2", "/~", "a", "a/b", "#/a", "//", "/é"],
    "uri-reference": ["", "a", "../a", "/a/b?c=d#e", "?a", "#a", "#a#b", "//example.com/a", "https://example.com", "a b", "/ü", "/%20", "/%zz", "a:b", "./a:b", "/a[0]", "//[::1]/a", "\\\\a"],
    unknown: ["anything"],
  }; // biome-ignore format: a table

  it.each(Object.entries(formatted))("on the format %s", (format, texts) => {
    const schema = { format };
    const check = ajv.compile(schema);
    for (const text of texts) expect([text, accepts(schema, text)]).toEqual([text, check(text)]);
  });

  it.each(["int32", "int64"])("on the range of %s", (format) => {
    const schema = { type: "integer", format };
    const check = ajv.compile(schema);
    const numbers = [0, -1, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53];
    for (const number of numbers) expect([number, accepts(schema, number)]).toEqual([number, check(number)]);
    expect(accepts({ format: "int64" }, 1e19)).toBe(false);
    expect(accepts({ format: "int32", maximum: 5 }, 6)).toBe(false);
  });

  it(`on random schemas and values (SEED=${seed})`, () => {
    const { byAjv, byTheText } = fuzzPairs(seed, 15_000);
    expect(byAjv).toBeGreaterThan(5000);
    expect(byTheText).toBeGreaterThan(1000);
  }, 60_000);
});
