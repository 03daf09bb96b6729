import { describe, expect, it } from "vitest";
import { compile } from "../../../server/schema/compile.ts";
import type { JsonSchema } from "../../../server/schema/schema.ts";
import { validate, type ValidateOptions } from "../../../server/schema/validate.ts";
import { edit } from "../../../server/syntax/edit.ts";
import { parse } from "../../../server/syntax/tree.ts";
import { Random, seed } from "../random.ts";
import { scrap, someJson } from "../syntax/texts.ts";

/** Each finding as `code [marked text] message`. */
const said = (schema: JsonSchema, text: string, options?: ValidateOptions) =>
  validate(parse(text, { dialect: "jsonc" }), compile(schema), options).map(
    ({ code, message, start, end }) => `${code} [${text.slice(start, end)}] ${message}`,
  );

const member = { type: "string", pattern: "^mem_", "x-prefix": "mem_" };
const utc = { type: "string", format: "iso-8601-utc" };

describe("a finding names what is expected, what is there and the smallest place", () => {
  it.each<[JsonSchema, string, ...string[]]>([
    [{ type: "string" }, "1", "wrong-type [1] Expected text, found a number"],
    [{ type: ["string", "null"] }, "[1]", "wrong-type [[] Expected text or null, found a list"],
    [{ type: "integer" }, "1.5", "wrong-type [1.5] Expected a whole number, found 1.5"],
    [{ type: "integer" }, "1.0"],
    [
      { required: ["a", "b"] },
      "{}",
      "missing-property [{] Missing property `a`",
      "missing-property [{] Missing property `b`",
    ],
    [
      { properties: { status: {} }, additionalProperties: false },
      '{"stauts": 1}',
      'unknown-property ["stauts"] `stauts` is not a documented property. Did you mean `status`?',
    ],
    [
      { properties: { first_name: {} }, additionalProperties: false },
      '{"firstName": 1}',
      'unknown-property ["firstName"] `firstName` is not a documented property. Did you mean `first_name`?',
    ],
    [
      { enum: ["draft", "live"] },
      '"live "',
      'value-not-allowed ["live "] Expected "draft" or "live", found "live ". Did you mean "live"?',
    ],
    [{ const: 1 }, "2", "value-not-allowed [2] Expected 1, found 2"],
    [{ enum: ["a"], "x-code": "unknown-event" }, '"zzz"', 'unknown-event ["zzz"] Expected "a", found "zzz"'],
    // The list of codes is closed, whatever a schema names.
    [{ enum: ["a"], "x-code": "my-code" }, '"zzz"', 'value-not-allowed ["zzz"] Expected "a", found "zzz"'],
    [{ minimum: 1 }, "0", "out-of-range [0] Expected at least 1, found 0"],
    [{ multipleOf: 0.01 }, "19.99"],
    [{ maxLength: 3 }, '"abcd"', 'out-of-range ["abcd"] Expected at most 3 characters, found 4'],
    [{ minItems: 1 }, "[]", "out-of-range [[] Expected at least 1 item, found 0"],
    [{ uniqueItems: true }, "[1, 2, 1]", "out-of-range [1] This item occurs twice in the list"],
    [utc, '"2026-01-31T09:00:00Z"'],
    [
      utc,
      '"2026-01-31T09:00:00+02:00"',
      'bad-format ["2026-01-31T09:00:00+02:00"] Expected an ISO 8601 timestamp in UTC like 2026-01-31T09:00:00Z, found "2026-01-31T09:00:00+02:00"',
    ],
    [
      utc,
      '"2026-02-30T09:00:00+02:00"',
      'bad-format ["2026-02-30T09:00:00+02:00"] Expected an ISO 8601 timestamp in UTC like 2026-01-31T09:00:00Z, found "2026-02-30T09:00:00+02:00"',
    ],
    [member, '"usr_12"', 'id-prefix ["usr_12"] Expected an id with the prefix mem_, found the prefix usr_'],
    [member, '"12"', 'id-prefix ["12"] Expected an id with the prefix mem_, found "12"'],
    [{ pattern: "^\\d+$" }, '"a"', 'bad-format ["a"] Expected text that matches ^\\d+$, found "a"'],
    [false, "{}", "value-not-allowed [{] No value is allowed here"],
  ])("%j on %s", (schema, text, ...findings) => expect(said(schema, text)).toEqual(findings));

  it.each<[schema: JsonSchema, value: string, finding: string]>([
    [{ type: "string" }, "1", "wrong-type [1] `a` must be text, found a number"],
    [{ type: "integer" }, "1.5", "wrong-type [1.5] `a` must be a whole number, found 1.5"],
    [{ minimum: 1 }, "0", "out-of-range [0] `a` must be at least 1, found 0"],
    [{ maxLength: 1 }, '"bc"', 'out-of-range ["bc"] `a` must have at most 1 character, found 2'],
    [{ minItems: 1 }, "[]", "out-of-range [[] `a` must have at least 1 item, found 0"],
    [{ enum: ["b"] }, '"c"', 'value-not-allowed ["c"] `a` must be "b", found "c"'],
    [{ format: "ipv4" }, '"c"', 'bad-format ["c"] `a` must be an IPv4 address like 203.0.113.7, found "c"'],
    [{ items: { type: "string" } }, "[1]", "wrong-type [1] Expected text, found a number"],
  ])("names the field that %j is for", (schema, value, finding) => {
    expect(said({ properties: { a: schema } }, `{"a": ${value}}`)).toEqual([finding]);
  });

  it("says nothing of what the reader has found missing", () => {
    expect(said({ properties: { a: { type: "string" } }, required: ["a"] }, '{"a": }')).toEqual([]);
    expect(said({ properties: { a: { type: "string" } } }, '{"a": tru}')).toEqual([]);
  });

  it("warns of a wrong prefix and grades unknown properties as asked", () => {
    const severities = (schema: JsonSchema, text: string, options?: ValidateOptions) =>
      validate(parse(text, { dialect: "jsonc" }), compile(schema), options).map(({ severity }) => severity);
    expect(severities(member, '"usr_1"')).toEqual(["warning"]);
    const closed = { properties: {}, additionalProperties: false };
    expect(severities(closed, '{"a":1}')).toEqual(["warning"]);
    expect(severities(closed, '{"a":1}', { unknownProperty: "information" })).toEqual(["information"]);
    expect(severities({ const: 1, "x-severity": "hint" }, "2")).toEqual(["hint"]);
  });

  it("gives a quick fix what it needs", () => {
    const data = (schema: JsonSchema, text: string) =>
      validate(parse(text, { dialect: "jsonc" }), compile(schema)).map((finding) => finding.data);
    expect(data({ required: ["a"] }, "{}")).toEqual([{ property: "a" }]);
    expect(data({ enum: ["draft"] }, '"drft"')).toEqual([{ allowed: ["draft"], suggestion: "draft" }]);
    expect(data({ properties: { name: {} }, additionalProperties: false }, '{"nmae":1}')).toEqual([
      { property: "nmae", suggestion: "name" },
    ]);
  });
});

describe("a union", () => {
  const branch = (operation: string, more: object = {}) => ({
    type: "object",
    properties: { operation: { const: operation }, ...more },
    required: ["operation"],
    additionalProperties: false,
  });
  const requests: JsonSchema = {
    oneOf: [
      branch("servers.list"),
      branch("servers.create", { size: { type: "integer" } }),
      { type: "null" },
    ],
    "x-code": "unknown-operation",
  };

  it("is decided by its constant", () => {
    expect(said(requests, '{"operation": "servers.create", "size": "x"}')).toEqual([
      'wrong-type ["x"] `size` must be a whole number, found text',
    ]);
  });

  it("asks for the constant alone when it is missing or unknown", () => {
    expect(said(requests, '{"size": 1, "b": 2}')).toEqual([
      "missing-property [{] Missing property `operation`",
    ]);
    expect(said(requests, '{"operation": "servers.lst", "b": 2}')).toEqual([
      'unknown-operation ["servers.lst"] `operation` must be "servers.list" or "servers.create", found "servers.lst". Did you mean "servers.list"?',
    ]);
    expect(said(requests, '{"operation": 3}')).toEqual([
      "wrong-type [3] `operation` must be text, found a number",
    ]);
    expect(said(requests, "3")).toEqual(["wrong-type [3] Expected an object or null, found a number"]);
  });

  it("without a constant means the branch of the value's type, then the nearest", () => {
    const union = { anyOf: [{ type: "string", minLength: 3 }, { type: "null" }] };
    expect(said(union, '"a"')).toEqual(['out-of-range ["a"] Expected at least 3 characters, found 1']);
    const shapes = {
      anyOf: [
        { type: "object", properties: { radius: { type: "number" } }, required: ["radius"] },
        { type: "object", properties: { width: { type: "number" } }, required: ["width", "height"] },
      ],
    };
    expect(said(shapes, '{"radius": "x"}')).toEqual([
      'wrong-type ["x"] `radius` must be a number, found text',
    ]);
  });

  it("of constants lists them all", () => {
    expect(said({ anyOf: [{ const: "a" }, { const: "b" }] }, '"c"')).toEqual([
      'value-not-allowed ["c"] Expected "a" or "b", found "c"',
    ]);
  });

  it("is steered by an OpenAPI discriminator with its mapping", () => {
    const schema = {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind", mapping: { puppy: "#/components/schemas/Dog" } },
      components: {
        schemas: {
          Cat: { type: "object", properties: { lives: { type: "integer" } } },
          Dog: { type: "object", properties: { tricks: { type: "integer" } } },
        },
      },
    };
    expect(said(schema, '{"kind": "puppy", "tricks": "x"}')).toHaveLength(1);
    expect(said(schema, '{"kind": "Cat", "tricks": "x"}')).toEqual([]);
    expect(said(schema, '{"kind": "fish"}')[0]).toMatch(/^value-not-allowed/);
  });
});

describe("placeholders", () => {
  const options = { placeholders: true };

  it.each<[JsonSchema, string]>([
    [{ type: "integer" }, '"{{count}}"'],
    [{ type: ["boolean", "null"] }, '"{{flag}}"'],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, '"{{n}}"'],
    [{ enum: ["a", "b"] }, '"{{x}}"'],
    [utc, '"{{$timestamp}}"'],
    [member, '"{{id}}"'],
    [member, '"x_{{id}}"'],
    [{ type: "string", maxLength: 3 }, '"a{{name}}"'],
  ])("%j accepts %s", (schema, text) => {
    expect(said(schema, text, options)).toEqual([]);
    expect(said(schema, text)).toHaveLength(1);
  });

  it.each<[JsonSchema, string]>([
    [{ type: "integer" }, '"1{{count}}"'],
    [{ type: "object" }, '"{{body}}"'],
    [{ type: "integer" }, '"{count}"'],
  ])("%j does not accept %s", (schema, text) => expect(said(schema, text, options)).toHaveLength(1));
});

describe("the OpenAPI 3.0 dialect", () => {
  it.each<[JsonSchema, string, number]>([
    [{ type: "string", nullable: true }, "null", 0],
    [{ type: "string", nullable: true }, "1", 1],
    [{ nullable: true, allOf: [{ type: "object" }] }, "null", 0],
    [{ nullable: true, enum: ["a"] }, "null", 0],
    [{ oneOf: [{ type: "integer" }, { type: "string", nullable: true }] }, "null", 0],
    [{ minimum: 1, exclusiveMinimum: true }, "1", 1],
    [{ minimum: 1, exclusiveMinimum: false }, "1", 0],
    [{ maximum: 1, exclusiveMaximum: true }, "1", 1],
  ])("%j on %s", (schema, text, count) => expect(said(schema, text)).toHaveLength(count));
});

describe("hostile schemas", () => {
  it("that refer to themselves end", () => {
    expect(said({ $ref: "#" }, "1")).toEqual([]);
    expect(said({ allOf: [{ $ref: "#" }], type: "string" }, "1")).toHaveLength(1);
    expect(said({ anyOf: [{ $ref: "#" }, { $ref: "#" }] }, '{"a": 1}')).toEqual(expect.any(Array));
  });

  it("that branch at every level do not multiply the work", () => {
    const tree: JsonSchema = {
      anyOf: [
        { type: "array", items: { $ref: "#" } },
        { type: "array", items: { $ref: "#" }, minItems: 2 },
        { type: "string" },
      ],
    };
    expect(said(tree, `${"[".repeat(200)}1${"]".repeat(200)}`).length).toBeGreaterThan(0);
  });

  it("that name what there is not are no obstacle", () => {
    expect(said({ $ref: "#/$defs/none" }, "1")).toEqual([]);
    expect(said({ pattern: "(" }, '"a"')).toEqual([]);
    expect(said({ format: "unknown" }, '"a"')).toEqual([]);
    expect(said({ type: 1, properties: [], required: "a", enum: {} }, '{"a": 1}')).toEqual([]);
  });
});

it(`remembered findings equal fresh ones after any edit (SEED=${seed})`, () => {
  const schema = compile({
    $defs: {
      any: {
        anyOf: [
          { type: "string", pattern: "^a" },
          { type: "array", items: { $ref: "#/$defs/any" } },
          { $ref: "#/$defs/object" },
          { type: ["number", "null"] },
        ],
      },
      object: {
        type: "object",
        properties: { id: member, a: { $ref: "#/$defs/any" }, b: { type: "boolean" } },
        additionalProperties: { $ref: "#/$defs/any" },
      },
    },
    $ref: "#/$defs/any",
  });
  const random = new Random(seed);
  for (let document = 0; document < 120; document++) {
    let text = someJson(random, 5);
    let tree = parse(text, { dialect: "jsonc" });
    for (let i = 0; i < 40; i++) {
      const start = random.below(text.length + 1);
      const end = random.chance(0.6) ? start : Math.min(text.length, start + random.below(6));
      const inserted = random.chance(0.25) ? "" : scrap(random);
      const edited = edit(tree, start, end, inserted);
      const newText = text.slice(0, start) + inserted + text.slice(end);
      const fresh = parse(newText, { dialect: "jsonc" });
      expect(validate(edited, schema), newText).toEqual(validate(fresh, schema));
      if (random.chance(0.3)) [tree, text] = [edited, newText];
    }
  }
}, 60_000);
