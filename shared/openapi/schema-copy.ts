/**
 * Schemas out of a description: only the keywords that are known, with references into one set of definitions, so that
 * they stand for themselves. References may be cyclic: a definition is copied once.
 */
import type { Row } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { isRow } from "../traits/values.ts";
import { definitionsOf } from "./imported.ts";
import { markdown, plain } from "./plain.ts";
import { DescriptionError } from "./read.ts";

const depthLimit = 100;
/** How many values may be copied in all, where a long text counts for more: a description can refer to the same parts again and again. */
const amountLimit = 500_000;

const ofOne = [
  "items",
  "additionalProperties",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
];
const ofMany = ["allOf", "anyOf", "oneOf", "prefixItems"];
const byName = ["properties", "patternProperties", "dependentSchemas"];
/** The keywords whose values are taken as they are. Extensions are not among these: some of ours have a meaning. */
const plainKeywords = [
  "type",
  "default",
  "deprecated",
  "enum",
  "const",
  "example",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
  "required",
  "dependentRequired",
  "readOnly",
  "nullable",
];

/** A reference that leads nowhere: what refers by it cannot be read, other parts of the description can. */
export class BrokenReference extends DescriptionError {}

export class SchemaCopy {
  /** What has been copied because something refers to it, by the name that the references give. */
  readonly definitions: Record<string, JsonSchema> = Object.create(null);
  readonly #document: Row;
  readonly #place: string;
  readonly #referencesStandAlone: boolean;
  readonly #names = new Map<string, string>();
  /** How many definitions would have the same name. */
  readonly #alike = new Map<string, number>();
  readonly #waiting: { name: string; source: unknown }[] = [];
  #amount = 0;

  constructor(document: Row, slug: string) {
    this.#document = document;
    this.#referencesStandAlone = typeof document.openapi === "string" && document.openapi.startsWith("3.0");
    this.#place = `#/$defs/${escape(definitionsOf(slug))}`;
  }

  /** A schema, and all that it refers to among the definitions. */
  copy(schema: unknown): JsonSchema {
    const result = this.#schema(schema, 0);
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      // Of one that cannot be read nothing is known, for others that refer to it.
      this.definitions[next.name] = {};
      this.definitions[next.name] = this.#schema(next.source, 0);
    }
    return result;
  }

  /** What a value is, or refers to. References lead within the description. */
  resolved(value: unknown): unknown {
    let found = value;
    for (let hops = 0; isRow(found) && typeof found.$ref === "string"; hops++) {
      if (hops > depthLimit)
        throw new BrokenReference(`The reference ${shown(found.$ref)} leads in a circle. Correct it.`);
      found = this.#target(found.$ref);
    }
    return found;
  }

  #target(reference: string): unknown {
    if (!reference.startsWith("#"))
      throw new BrokenReference(
        `It refers to ${shown(reference)}, which is another file or address. Nothing else is read: bundle the description into one file first.`,
      );
    let found: unknown = this.#document;
    if (reference !== "#")
      for (const part of reference.slice(1).split("/").slice(1)) {
        const name = unescape(part);
        const inner: unknown =
          typeof found === "object" && found !== null && Object.hasOwn(found, name)
            ? Reflect.get(found, name)
            : undefined;
        found = inner;
      }
    if (found === undefined || (reference !== "#" && !reference.startsWith("#/")))
      throw new BrokenReference(`It refers to ${shown(reference)}, which it does not have. Correct it.`);
    return found;
  }

  #schema(source: unknown, depth: number): JsonSchema {
    // `true` says nothing and `false` allows nothing.
    if (source === false) return { not: {} };
    if (!isRow(source)) return {};
    if (depth > depthLimit) throw new DescriptionError("Its schemas are nested too deeply. Simplify them.");
    this.#count(1);
    // In OpenAPI 3.0 a reference stands for all that is beside it.
    if (this.#referencesStandAlone && typeof source.$ref === "string")
      return { $ref: this.#refer(source.$ref) };
    const entries: [string, unknown][] = [];
    for (const [keyword, value] of Object.entries(source)) {
      if (keyword === "$ref" && typeof value === "string") entries.push(["$ref", this.#refer(value)]);
      else if (plainKeywords.includes(keyword)) {
        this.#count(sizeOf(value));
        entries.push([keyword, value]);
      } else if (keyword === "description" && typeof value === "string")
        entries.push([keyword, markdown(value)]);
      else if (keyword === "examples" && Array.isArray(value) && value.length > 0)
        entries.push(["example", value[0]]);
      else if (ofOne.includes(keyword))
        entries.push([keyword, typeof value === "boolean" ? value : this.#schema(value, depth + 1)]);
      else if (ofMany.includes(keyword) && Array.isArray(value))
        entries.push([keyword, value.map((each) => this.#schema(each, depth + 1))]);
      else if (byName.includes(keyword) && isRow(value))
        entries.push([
          keyword,
          Object.fromEntries(
            Object.entries(value).map(([name, each]) => [name, this.#schema(each, depth + 1)] as const),
          ),
        ]);
      else if (keyword === "discriminator" && isRow(value))
        entries.push([keyword, this.#discriminator(value)]);
    }
    return writable(Object.fromEntries(entries));
  }

  #discriminator({ propertyName, mapping }: Row): Row {
    return {
      ...(typeof propertyName === "string" && { propertyName }),
      ...(isRow(mapping) && {
        mapping: Object.fromEntries(
          Object.entries(mapping).map(([value, target]) => [
            value,
            // A name stands for the schema of that name.
            this.#refer(
              /^[\w.-]+$/.test(String(target)) ? `#/components/schemas/${String(target)}` : String(target),
            ),
          ]),
        ),
      }),
    };
  }

  /** The reference to the definition that the target becomes. */
  #refer(reference: string): string {
    let name = this.#names.get(reference);
    if (name === undefined) {
      const source = this.#target(reference);
      const last = unescape(reference.slice(reference.lastIndexOf("/") + 1)) || "all";
      const count = (this.#alike.get(last) ?? 0) + 1;
      this.#alike.set(last, count);
      name = count === 1 ? last : `${last}~${count}`;
      this.#names.set(reference, name);
      this.#waiting.push({ name, source });
    }
    return `${this.#place}/${escape(name)}`;
  }

  #count(amount: number): void {
    this.#amount += amount;
    if (this.#amount > amountLimit)
      throw new DescriptionError("It describes too much. Import a description with fewer operations.");
  }
}

/** A request need not hold what only replies have. */
function writable(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema;
  if (!properties) return schema;
  const isRead = (name: string) => Object.hasOwn(properties, name) && properties[name]?.readOnly === true;
  if (!Object.keys(properties).some(isRead)) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !isRead(name))),
    ...(Array.isArray(required) && { required: required.filter((name) => !isRead(name)) }),
  };
}

function sizeOf(value: unknown): number {
  let size = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    size += typeof next === "string" ? 1 + Math.floor(next.length / 100) : 1;
    if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) open.push(inner);
    if (size > amountLimit) break;
  }
  return size;
}

const shown = (reference: string) => JSON.stringify(plain(reference, 100));
const escape = (name: string) =>
  encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1")).replaceAll("%3A", ":");

function unescape(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A percent sign that stands for itself.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
