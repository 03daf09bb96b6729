/** Texts that are watched while they are read: of none may less be said than of one that is checked afterwards. */
import { isDeepStrictEqual } from "node:util";
import { compile } from "../../../server/schema/compile.ts";
import { outlineOf } from "../../../server/schema/outline.ts";
import type { JsonSchema } from "../../../server/schema/schema.ts";
import { validate } from "../../../server/schema/validate.ts";
import { edit } from "../../../server/syntax/edit.ts";
import { parse, type Tree } from "../../../server/syntax/tree.ts";
import { catalogue } from "../marked.ts";
import { Random } from "../random.ts";
import { scrap, someJson } from "../syntax/texts.ts";

/** Throws at the first difference. Gives how many texts were found clean while they were read. */
export function fuzzWatched(seed: number, count: number): number {
  const random = new Random(seed);
  let clean = 0;
  for (let done = 0; done < count; ) {
    const { source, value } = someCase(random);
    const schema = compile(source);
    for (let i = 0; i < 20 && done < count; i++, done++) {
      const text = mutated(random, value());
      const placeholders = random.chance(0.5);
      const dialect = random.pick(["json", "jsonc"] as const);
      const mode = placeholders ? 1 : 0;
      const watched = parse(text, { dialect, watcher: outlineOf(schema, mode) });
      if (watched.root.mark === schema.marks[mode]) clean++;
      const compare = (tree: Tree, now: string) => {
        const found = validate(tree, schema, { placeholders });
        const expected = validate(parse(now, { dialect }), schema, { placeholders });
        if (isDeepStrictEqual(found, expected)) return;
        throw new Error(`Other than unwatched: ${JSON.stringify({ seed, source, text, now, placeholders })}`);
      };
      compare(watched, text);
      const at = random.below(text.length + 1);
      const inserted = scrap(random);
      compare(edit(watched, at, at, inserted), text.slice(0, at) + inserted + text.slice(at));
    }
  }
  return clean;
}

const mutated = (random: Random, text: string): string => {
  if (random.chance(0.4)) return text;
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + random.below(4));
  return text.slice(0, at) + (random.chance(0.3) ? "" : scrap(random)) + text.slice(end);
};

function someCase(random: Random): { source: JsonSchema; value: () => string } {
  const indent = () => random.pick([undefined, 2, "\t"]);
  if (random.chance(0.2)) {
    const event = random.pick(catalogue.entries.events.filter(({ samples }) => samples.length > 0));
    const source = catalogue.entries.webhookFiles[event.api] ?? true;
    return {
      source,
      value: () =>
        JSON.stringify(
          many(random, () => event.samples[0]),
          null,
          indent(),
        ),
    };
  }
  if (random.chance(0.2)) {
    const source = catalogue.entries.requestFile;
    const request = () => {
      const { id, samples } = random.pick(catalogue.entries.operations);
      return { operation: id, ...samples[0] };
    };
    return { source, value: () => JSON.stringify(many(random, request), null, indent()) };
  }
  const $defs = { d: plainSchema(random, 2) };
  const source = { ...plainSchema(random, 4), $defs };
  return {
    source,
    value: () =>
      random.chance(0.2)
        ? someJson(random, 3)
        : JSON.stringify(fitting(random, source, $defs, 5) ?? null, null, indent()),
  };
}

const many = (random: Random, one: () => unknown): unknown =>
  random.chance(0.3) ? one() : Array.from({ length: random.pick([0, 1, 3, 40]) }, one);

type Source = Record<string, unknown>;
const texts = [
  "",
  "a",
  "ab",
  "order_1",
  "x y",
  "2026-01-31T09:00:00Z",
  "2026-02-30",
  "é😀",
  "{{a}}",
  "order_{{a}}",
  "order_\n",
  '"',
];
const names = ["a", "b", "id", "kind"];

/** Schemas of the keywords that people use most, which an outline knows, with a few among them that it does not. */
function plainSchema(random: Random, depth: number): Source {
  const inner = () => plainSchema(random, depth - 1);
  const schema: Source = random.chance(0.05) ? { nullable: true } : {};
  switch (random.below(depth > 0 ? 12 : 6)) {
    case 0:
      return { ...schema, type: random.pick(["integer", "number", "boolean", "null", ["string", "null"]]) };
    case 1:
      return { ...schema, type: random.pick(["integer", "number"]), minimum: random.below(3), maximum: 20 };
    case 2:
      return random.chance(0.5)
        ? { const: random.pick([...texts, 1, null, true]) }
        : { enum: [...texts.slice(random.below(9)), 1, false] };
    case 3:
      return { ...schema, type: "string", pattern: random.pick(["^order_", "^[a-z]+$", "b$"]) };
    case 4:
      return { ...schema, format: random.pick(["date-time", "date", "iso-8601-utc", "uri", "int32"]) };
    case 5:
      return { ...schema, type: "string", minLength: random.below(3), maxLength: 1 + random.below(9) };
    case 6:
    case 7:
      return {
        ...schema,
        items: inner(),
        ...(random.chance(0.2) && { minItems: 1, maxItems: 39, uniqueItems: random.chance(0.5) }),
      };
    case 8:
      return { anyOf: [inner(), inner(), { type: "null" }].slice(random.below(2)) };
    case 9: {
      const branches = ["a", "b", "order_1"].map((kind) => {
        const properties = { kind: { const: kind }, a: inner(), b: inner() };
        return { type: "object", properties, required: ["kind"], additionalProperties: false };
      });
      return { oneOf: branches };
    }
    case 10:
      return random.pick<Source>([
        { $ref: "#/$defs/d" },
        { $ref: "#" },
        { allOf: [inner()] },
        { not: inner() },
        {},
      ]);
    default: {
      const properties = Object.fromEntries(names.slice(random.below(3)).map((name) => [name, inner()]));
      return {
        type: random.pick(["object", ["object", "null"]]),
        properties,
        ...(random.chance(0.5) && { required: [random.pick(names)] }),
        ...(random.chance(0.6) && { additionalProperties: random.chance(0.7) ? false : inner() }),
        ...(random.chance(0.05) && { maxProperties: 2 }),
        ...(random.chance(0.05) && { patternProperties: { "^a": inner() } }),
      };
    }
  }
}

/** A value that a schema mostly accepts. */
function fitting(random: Random, schema: unknown, $defs: { d: Source }, depth: number): unknown {
  const of = (inner: unknown) => fitting(random, inner, $defs, depth - 1);
  if (typeof schema !== "object" || schema === null || random.chance(0.03))
    return random.pick([1, "a", null, [], {}]);
  const source = schema as Source;
  const branches = (source.anyOf ?? source.oneOf ?? source.allOf) as unknown[] | undefined;
  if (branches !== undefined) return of(random.pick(branches));
  if (source.$ref !== undefined) return depth > 0 && source.$ref === "#/$defs/d" ? of($defs.d) : null;
  if ("const" in source) return source.const;
  if ("enum" in source) return random.pick(source.enum as unknown[]);
  if ("items" in source)
    return Array.from({ length: depth > 0 ? random.pick([0, 1, 2, 2, 40]) : 1 }, () => of(source.items));
  if ("properties" in source) {
    const members = Object.entries(source.properties as Source).map(
      ([name, inner]) => [name, of(inner)] as const,
    );
    return Object.fromEntries(random.chance(0.3) ? members.toReversed() : members);
  }
  const type = [source.type].flat()[0];
  if (type === "integer" || type === "number") return random.pick([0, 1, 2, 7, 1.5]);
  if (type === "boolean") return random.chance(0.5);
  if (type === "null") return null;
  return random.pick(texts);
}
