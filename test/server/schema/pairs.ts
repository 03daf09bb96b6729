/** Random schemas and values, judged by the engine, by ajv and by the standard's text. */
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { compile } from "../../../server/schema/compile.ts";
import type { JsonSchema } from "../../../server/schema/schema.ts";
import { validate } from "../../../server/schema/validate.ts";
import { parse } from "../../../server/syntax/tree.ts";
import { Random } from "../random.ts";
import { validateLiterally } from "./literal-validator.ts";

// The package's default export is the function itself at run time, its types say otherwise.
export const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true });
(addFormats as unknown as (on: Ajv2020) => void)(ajv);

export const accepts = (schema: JsonSchema, value: unknown) =>
  validate(parse(JSON.stringify(value), { dialect: "json" }), compile(schema)).length === 0;

export const values: unknown[] = [
  null, true, false, 0, -1, 1, 2, 3, 1.5, 2.5, 100, -0.5, 1e21, "", "a", "b", "ab", "abc", "order_1", "mem_x", "é", "😀", "😀😀", "A", "1",
  [], [1], [1, 2], [1, 1], ["a"], ["a", 1], ["a", 1, true], [null], [[]], [{}], [{ a: 1 }, { a: 1 }], [1, 2, 3, 4], [{ a: 1, b: 2 }, { b: 2, a: 1 }], [1, true], [0, false],
  {}, { a: 1 }, { a: "x" }, { a: 1, b: 2 }, { b: 2 }, { a: null }, { a: { b: { c: 1 } } }, { kind: "x" }, { kind: "y", n: 1 }, { kind: "x", n: "t" }, { kind: 1 }, { x_1: 1 }, { x_1: "a", y: 2 },
  { a: 1, b: 2, c: 3 }, { c: "x" }, { kind: "z" }, { next: { next: { next: null } } }, { next: { next: 1 } },  JSON.parse('{"__proto__": 1}'),
]; // biome-ignore format: a table

/** Throws at the first difference. Gives how many pairs ajv has judged, and how many the standard's text. */
export function fuzzPairs(seed: number, count: number): { byAjv: number; byTheText: number } {
  const random = new Random(seed);
  const judged = { byAjv: 0, byTheText: 0 };
  for (let done = 0; done < count; ) {
    const forAjv = random.chance(0.7);
    const schema = randomSchema(random, forAjv);
    const source = JSON.stringify(schema);
    const check = forAjv ? ajv.compile(schema) : undefined;
    for (let i = 0; i < 40 && done < count; i++, done++) {
      const value = random.chance(0.5) ? random.pick(values) : someValue(random, 4);
      const ours = accepts(schema, value);
      const verdict = check && verdictOf(() => check(value));
      if (verdict === undefined) judged.byTheText++;
      else judged.byAjv++;
      const expected = verdict ?? validateLiterally(schema, value).valid;
      if (ours !== expected)
        throw new Error(
          `Accepted or not, and otherwise by others: ${JSON.stringify({ seed, source, value, ours })}`,
        );
    }
    ajv.removeSchema(schema);
  }
  return judged;
}

const names = ["a", "b", "c", "kind", "n", "x_1", "next"];

/** Of the names and values that the schemas speak of. */
function someValue(random: Random, depth: number): unknown {
  const kind = depth === 0 ? 0 : random.below(4);
  if (kind < 2)
    return random.pick<unknown>([null, true, false, 0, 1, 2, 3, 1.5, -1, "", "a", "b", "x", "y", "ab"]);
  if (kind === 2) return Array.from({ length: random.below(4) }, () => someValue(random, depth - 1));
  const members = Array.from({ length: random.below(4) }, () => [
    random.pick(names),
    someValue(random, depth - 1),
  ]);
  return Object.fromEntries(members);
}

/** Undefined where the code that ajv writes for a schema fails by itself; the standard's text judges those below. */
function verdictOf(ask: () => boolean): boolean | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

const randomSchema = (random: Random, forAjv: boolean) => ({
  ...(someSchema(random, 3, { refers: true, forAjv }) as object),
  $defs: { d: someSchema(random, 2, { refers: false, forAjv }) },
});

interface Grammar {
  /** It may refer to the definition, which must not refer to itself. */
  refers: boolean;
  /** Only what ajv judges as the standard does. */
  forAjv: boolean;
}

/** Beside branches that fail, ajv's verdicts on these are not the standard's. */
const notForAjv = new Set(["contains", "unevaluatedProperties", "unevaluatedItems"]);

function someSchema(random: Random, depth: number, grammar: Grammar): JsonSchema {
  if (depth === 0) return random.pick<JsonSchema>([true, { type: "string" }, { type: "integer" }, { const: 1 }, { enum: ["a", "b", 2] }, { type: "null" }, { minimum: 1 }, {}]);
  const inner = () => someSchema(random, depth - 1, grammar);
  const schema: Record<string, unknown> = {};
  const count = 1 + random.below(3);
  for (let i = 0; i < count; i++) {
    switch (random.below(20)) {
      case 0: schema.type = random.pick(["object", "array", "string", ["object", "null"], ["integer", "array"]]); break;
      case 1: schema.properties = { a: inner(), b: inner() }; break;
      case 2: schema.required = [random.pick(["a", "b", "kind"])]; break;
      case 3: schema.additionalProperties = inner(); break;
      case 4: schema.items = inner(); break;
      case 5: schema.prefixItems = [inner(), inner()]; break;
      case 6: schema.contains = inner(); break;
      case 7: case 8: schema.anyOf = [inner(), inner()]; break;
      case 9: case 10: schema.oneOf = [inner(), inner(), inner()]; break;
      case 11: schema.allOf = [inner(), inner()]; break;
      case 12: schema.not = inner(); break;
      case 13: schema.if = inner(); schema.then = inner(); schema.else = inner(); break;
      case 14: schema.patternProperties = { "^[ax]": inner() }; break;
      case 15: schema.unevaluatedProperties = random.pick([false, inner()]); break;
      case 16: schema.unevaluatedItems = random.pick([false, inner()]); break;
      case 17: schema.oneOf = ["x", "y", "z"].map((kind) => ({ type: "object", properties: { kind: { const: kind }, n: inner() }, required: ["kind"] })); break;
      case 18: schema.dependentSchemas = { a: inner() }; break;
      case 19: if (grammar.refers) schema.$ref = "#/$defs/d"; break;
    }
  }
  return grammar.forAjv ? Object.fromEntries(Object.entries(schema).filter(([name]) => !notForAjv.has(name))) : schema;
} // biome-ignore format: a table
