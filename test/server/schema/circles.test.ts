/** Schemas that lead to themselves, or to one another in more ways than anybody could follow. */
import { describe, expect, it } from "vitest";
import { compile } from "../../../server/schema/compile.ts";
import { propertiesOf, schemasAt } from "../../../server/schema/describe.ts";
import type { JsonSchema } from "../../../server/schema/schema.ts";
import { validate } from "../../../server/schema/validate.ts";
import { edit } from "../../../server/syntax/edit.ts";
import { parse } from "../../../server/syntax/tree.ts";
import { Random, seed } from "../random.ts";
import { someJson } from "../syntax/texts.ts";

const read = (text: string) => parse(text, { dialect: "json" });
const codes = (schema: JsonSchema, text: string) =>
  validate(read(text), compile(schema)).map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);

const reference = (name: string | number) => ({ $ref: `#/$defs/${name}` });

const pets = (kind: "oneOf" | "anyOf"): JsonSchema => ({
  ...reference("Pet"),
  $defs: {
    Pet: { [kind]: [reference("Cat"), reference("Dog")] },
    Cat: {
      allOf: [
        reference("Pet"),
        { type: "object", properties: { lives: { type: "integer" } }, required: ["lives"] },
      ],
    },
    Dog: {
      allOf: [
        reference("Pet"),
        {
          type: "object",
          properties: { bark: { type: "string" }, friends: { type: "array", items: reference("Pet") } },
          required: ["bark"],
        },
      ],
    },
  },
});

describe.each(["oneOf", "anyOf"] as const)("a union (%s) whose branches begin with the union", (kind) => {
  it.each([
    ['{"lives": 9}'],
    ['{"bark": "wau"}'],
    ['{"lives": 9.5}', "wrong-type 9.5"],
    ["{}", "missing-property {"],
    ['{"bark": "wau", "friends": [{"lives": 7}, {"lives": "x"}]}', "missing-property {"],
  ])("ends, and says what a branch says: %s", (text, ...expected) => {
    expect(codes(pets(kind), text)).toEqual(expected);
  });
});

/** Each refers twice to the next. */
const doubled = (keyword: string, last: JsonSchema, length = 200): JsonSchema => ({
  ...reference(0),
  $defs: Object.fromEntries([
    ...Array.from({ length }, (_, i) => [i, { [keyword]: [reference(i + 1), reference(i + 1)] }]),
    [length, last],
  ]),
});

describe("a chain of references, each of them twice", () => {
  const last = { type: "object", properties: { a: { type: "integer" } }, required: ["b"] };

  it.each(["allOf", "anyOf"])("of %s costs its length, for containers and for scalars", (keyword) => {
    expect(codes(doubled(keyword, last), '{"a": 1, "b": 2}')).toEqual([]);
    expect(codes(doubled(keyword, last), '{"a": "x"}')).toEqual(["missing-property {", 'wrong-type "x"']);
    expect(codes(doubled(keyword, last), "1")).toEqual(["wrong-type 1"]);
    expect(codes(doubled(keyword, { minimum: 3 }), "1")).toEqual(["out-of-range 1"]);
    expect(codes(doubled(keyword, { minimum: 3 }), "3")).toEqual([]);
  });

  it("of oneOf costs its length", () => {
    expect(codes(doubled("oneOf", { minimum: 3 }), "1")).toEqual(["out-of-range 1"]);
  });

  it("is described", () => {
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const schema = compile(doubled(keyword, last, 40));
      expect(schemasAt(read("{}"), schema, []).length).toBeGreaterThan(0);
      expect(() => propertiesOf(read("{}"), schema, [])).not.toThrow();
    }
  });

  it("may be longer than any stack", () => {
    const length = 30_000;
    const defs = Object.fromEntries(
      Array.from({ length }, (_, i) => [i, { allOf: [i + 1 < length ? reference(i + 1) : { minimum: 3 }] }]),
    );
    expect(codes({ ...reference(0), $defs: defs }, "1")).toEqual(["out-of-range 1"]);
    const union = { anyOf: [reference(0), { type: "string" }], $defs: defs };
    expect(codes(union, "1")).toEqual(["out-of-range 1"]);
  });
});

describe("what is said of a value", () => {
  it("is said once, by however many ways its schema is reached", () => {
    const base = { type: "object", properties: { a: { type: "integer" } } };
    const schema = {
      allOf: [reference("left"), reference("right"), reference("base")],
      $defs: { left: { allOf: [reference("base")] }, right: { allOf: [reference("base")] }, base },
    };
    expect(codes(schema, '{"a": "x"}')).toEqual(['wrong-type "x"']);
  });

  it.each<Record<string, unknown>>([
    { allOf: [{ type: "string" }, { type: "string" }] },
    { allOf: [{ type: "string" }, { anyOf: [reference("text"), reference("text")] }] },
    { oneOf: [{ allOf: [reference("text"), { type: "string" }] }, { type: "string", minLength: 1 }] },
  ])("is said once, by however many schemas that say it: %j", (schema) => {
    expect(codes({ ...schema, $defs: { text: { type: "string" } } }, "1")).toEqual(["wrong-type 1"]);
  });

  it("is the same when it is looked for again, though what a schema says depends on those around it", () => {
    const schema = {
      ...reference("d"),
      $defs: {
        d: {
          allOf: [
            { required: ["a"], additionalProperties: reference("d") },
            { oneOf: [reference("d"), reference("f")] },
          ],
        },
        e: {
          oneOf: [
            {
              anyOf: [
                { oneOf: [{ type: "object" }, { type: "object" }] },
                { required: ["a"], additionalProperties: reference("e") },
              ],
            },
            {
              if: { allOf: [reference("d"), { type: "object" }] },
              then: { properties: { a: { type: "object" } } },
            },
          ],
        },
        f: { not: { if: { not: reference("e") }, then: { allOf: [reference("e"), reference("f")] } } },
      },
    };
    const compiled = compile(schema);
    const tree = read('{"b": {"a": 1}}');
    const found = validate(tree, compiled);
    expect(validate(tree, compiled)).toEqual(found);
  });

  it("ends where the schema asks for more work than is sensible, and says so", () => {
    const names = Array.from({ length: 14 }, (_, i) => i);
    const all = names.map((i) => [
      i,
      { oneOf: [...names.filter((other) => other !== i).map(reference), { const: i }] },
    ]);
    expect(codes({ ...reference(0), $defs: Object.fromEntries(all) }, "99")).toContain("too-large 99");
  });
});

describe("deep values under deep schemas", () => {
  const nested = (depth: number, inner: string) => '{"a": '.repeat(depth) + inner + "}".repeat(depth);
  const around = (keyword: string, levels: number): JsonSchema => {
    let inner: JsonSchema = { type: ["object", "integer"], properties: { a: reference("level") } };
    for (let i = 0; i < levels; i++) inner = { [keyword]: [inner] };
    return { ...reference("level"), $defs: { level: inner } };
  };

  it.each([
    ["allOf", 10],
    ["allOf", 100],
    ["anyOf", 2],
    ["oneOf", 2],
  ])("are checked to their end: %s, %i deep", (keyword, levels) => {
    expect(codes(around(keyword, levels), nested(200, '"x"'))).toEqual(['wrong-type "x"']);
    expect(codes(around(keyword, levels), nested(200, "1"))).toEqual([]);
  });

  it.each(["anyOf", "oneOf", "not", "if"])("never overflow: %s, 50 deep", (keyword) => {
    let inner: JsonSchema = { type: "object", properties: { a: reference("level") } };
    for (let i = 0; i < 50; i++)
      inner =
        keyword === "not"
          ? { not: inner }
          : keyword === "if"
            ? { if: inner, then: inner }
            : { [keyword]: [inner, { type: "object", required: ["zzz"] }] };
    const schema = { ...reference("level"), $defs: { level: inner } };
    expect(() => codes(schema, nested(250, '"x"'))).not.toThrow();
  });
});

it(`what circular schemas find is the same after edits as anew (SEED=${seed})`, () => {
  const random = new Random(seed);
  for (let i = 0; i < 300; i++) {
    const names = ["d", "e", "f"];
    const some = (depth: number): JsonSchema => {
      if (depth === 0) return random.chance(0.6) ? reference(random.pick(names)) : { type: "object" };
      const inner = () => some(depth - 1);
      return random.pick<() => JsonSchema>([
        () => ({ properties: { a: inner(), b: inner() } }),
        () => ({ items: inner() }),
        () => ({ allOf: [inner(), inner()] }),
        () => ({ anyOf: [inner(), inner()] }),
        () => ({ oneOf: [inner(), inner()] }),
        () => ({ required: ["a"], additionalProperties: inner() }),
        () => ({ not: inner() }),
        () => ({ if: inner(), then: inner() }),
      ])();
    };
    const schema = { ...reference("d"), $defs: Object.fromEntries(names.map((name) => [name, some(3)])) };
    const compiled = compile(schema);
    let text = someJson(random, 4);
    let tree = read(text);
    validate(tree, compiled);
    for (let k = 0; k < 8; k++) {
      const at = random.below(text.length + 1);
      const inserted = random.pick(["1", '"a"', "{}", "[", ",", '"b": {"a": 1},', ""]);
      tree = edit(tree, at, at, inserted);
      text = text.slice(0, at) + inserted + text.slice(at);
      const anew = validate(read(text), compile(structuredClone(schema)));
      expect(validate(tree, compiled), JSON.stringify({ schema, text })).toEqual(anew);
    }
  }
});
