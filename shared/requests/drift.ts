/**
 * What replies had that the documents do not show, and the other way round. Kept are names of fields, statuses and
 * values of documented value lists: no other value of a reply, because it may be a person's.
 */
import type { JsonSchema } from "../catalogue.ts";
import { isOfType, jsonType } from "../json-type.ts";
import { plainText } from "../plain-text.ts";

/** `field`, `value` and `status` are not documented; `type` is another than the documented one. */
export type DriftKind = "field" | "value" | "status" | "type";

export interface Drift {
  kind: DriftKind;
  /** The place in a reply, as `data[].status`; empty for the whole. */
  at: string;
  /** The name, the value, or the type that was seen. */
  seen: string;
}

/** What is documented of the replies of an operation. */
export interface DocumentedReply {
  /** Of a success. Undefined where it is not shown. */
  schema: JsonSchema | undefined;
  statuses: ReadonlySet<number>;
}

/** More are not told apart: a reply may hold any number of names. */
const most = 1000;
const longestName = 100;
const deepest = 64;

/** The values that a schema lists, also where it accepts others; undefined where it lists none. */
export const listedValues = (schema: JsonSchema): readonly unknown[] | undefined =>
  schema["x-open"] ? schema.examples : schema.enum;

/** Gathers from any number of replies of one operation. */
export class Seen {
  readonly #documented: DocumentedReply;
  readonly #drift = new Map<string, Drift>();
  /** What the reply at hand has. */
  #has = new Set<Drift>();
  /** The same by what a reply wrote: rows of a list write it again and again. */
  readonly #met = new Map<string, Drift>();
  /** Places of documented fields that were there. */
  readonly #there = new Set<string>();
  replies = 0;

  constructor(documented: DocumentedReply) {
    this.#documented = documented;
  }

  /** What this reply has. */
  add({ status, body }: { status: number; body?: unknown }): ReadonlySet<Drift> {
    this.replies++;
    this.#has = new Set();
    const { schema, statuses } = this.#documented;
    if (statuses.size > 0 && !statuses.has(status)) this.#note("status", "", String(status));
    if (schema && status >= 200 && status < 300) this.#look(schema, body, "", 0);
    return this.#has;
  }

  /** In the order in which it was seen. */
  get drift(): readonly Drift[] {
    return [...this.#drift.values()];
  }

  /** Documented fields that no reply had, by their places. Those below a field that was not there are not told. */
  get unseen(): readonly string[] {
    const { schema } = this.#documented;
    if (!schema || this.replies === 0) return [];
    const found: string[] = [];
    this.#missing(schema, "", found, 0);
    return found;
  }

  #note(kind: DriftKind, at: string, seen: string): void {
    const written = `${kind} ${at} ${seen}`;
    let known = this.#met.get(written);
    if (!known) {
      const one = { kind, at, seen: plainText(seen, longestName) };
      const key = JSON.stringify(one);
      known = this.#drift.get(key) ?? one;
      if (!this.#drift.has(key) && this.#drift.size >= most) return;
      this.#drift.set(key, known);
      if (seen.length <= longestName && this.#met.size < most) this.#met.set(written, known);
    }
    this.#has.add(known);
  }

  #look(schema: JsonSchema, value: unknown, at: string, depth: number): void {
    if (value === undefined || depth > deepest) return;
    if (value === null && schema["x-null"] !== undefined) return;
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches) {
      const fitting = branches.filter((branch) => fits(branch, value));
      if (fitting.length === 0) this.#note("type", at, jsonType(value));
      // Which of several is meant nobody knows.
      const [only, ...others] = fitting;
      if (only && others.length === 0) this.#look(only, value, at, depth + 1);
      return;
    }
    if (!fits(schema, value)) {
      this.#note("type", at, jsonType(value));
      return;
    }
    const values = listedValues(schema);
    if (typeof value === "string" && values && !values.includes(value)) this.#note("value", at, value);
    if (Array.isArray(value)) {
      const { items } = schema;
      if (typeof items === "object") for (const item of value) this.#look(items, item, `${at}[]`, depth + 1);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    // Where no fields are documented the names are the sender's, or anything.
    const { properties = {} } = schema;
    if (Object.keys(properties).length === 0) return;
    for (const [name, inner] of Object.entries(value)) {
      const documented = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const place = at === "" ? name : `${at}.${name}`;
      if (typeof documented !== "object") {
        if (!isMap(schema)) this.#note("field", at, name);
        continue;
      }
      this.#there.add(place);
      this.#look(documented, inner, place, depth + 1);
    }
  }

  #missing(schema: JsonSchema, at: string, found: string[], depth: number): void {
    if (depth > deepest || found.length >= most) return;
    if (typeof schema.items === "object") this.#missing(schema.items, `${at}[]`, found, depth + 1);
    const [only, ...others] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
    if (only && others.length === 0) this.#missing(only, at, found, depth + 1);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const place = at === "" ? name : `${at}.${name}`;
      if (!this.#there.has(place)) found.push(place);
      else if (typeof inner === "object") this.#missing(inner, place, found, depth + 1);
    }
  }
}

/** Any names are documented beside those that are listed. */
const isMap = ({ additionalProperties: others }: JsonSchema) =>
  typeof others === "object" && Object.keys(others).length > 0;

const fits = ({ type, const: only }: JsonSchema, value: unknown) =>
  (only === undefined || only === value) && isOfType(value, type);
