/**
 * What replies had that the documents do not show, found again where the same is documented: a value by the API, the name
 * of its field and the values that are listed for it; a field by the API and the fields that are documented beside it.
 */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { plainText } from "../../shared/plain-text.ts";
import type { SeenBeyond } from "../../shared/protocol.ts";
import { listedValues } from "../../shared/requests/drift.ts";
import type { CompiledCatalogue } from "./compiled-catalogue.ts";

export interface Sighting {
  /** The value, the field's name, or the status. */
  seen: string;
  /** The id of the operation whose reply had it. */
  operation: string;
  environment: string;
  /** The day on which it was seen last, as ISO 8601 has it. */
  last: string;
}

export type Sightings = ReadonlyMap<string, readonly Sighting[]>;

export const keyOf = {
  /** @param values as the schema lists them */
  value: (api: string, field: string, values: readonly unknown[]) =>
    JSON.stringify(["value", api, field, values.map((each) => JSON.stringify(each)).toSorted()]),
  /** @param names of the fields that are documented */
  field: (api: string, names: readonly string[]) => JSON.stringify(["field", api, names.toSorted()]),
  status: (api: string) => JSON.stringify(["status", api]),
};

interface Known {
  catalogue: CompiledCatalogue;
  environment: string;
  sightings: Sightings;
}

const known = new WeakMap<readonly SeenBeyond[], Known>();

/** Those of one environment, by `keyOf`. Of what several replies had, the last. */
export function sightingsOf(
  seen: readonly SeenBeyond[],
  environment: string,
  catalogue: CompiledCatalogue,
): Sightings {
  const before = known.get(seen);
  if (before?.catalogue === catalogue && before.environment === environment) return before.sightings;
  const found = new Map<string, Map<string, Sighting>>();
  for (const each of seen)
    if (each.environment === environment)
      for (const { key, sighting } of placed(each, catalogue)) {
        const there = found.get(key) ?? new Map<string, Sighting>();
        found.set(key, there);
        const other = there.get(sighting.seen);
        if (!other || other.last < sighting.last) there.set(sighting.seen, sighting);
      }
  const sightings = new Map(Array.from(found, ([key, there]) => [key, [...there.values()]] as const));
  known.set(seen, { catalogue, environment, sightings });
  return sightings;
}

function placed({ operation: id, environment, beyond }: SeenBeyond, catalogue: CompiledCatalogue) {
  const operation = catalogue.operation(id);
  if (!operation) return [];
  const { api, response } = operation;
  return beyond.flatMap(({ kind, at, seen, last }) => {
    // What was cut is no name and no value any more.
    if (plainText(seen, longest) !== seen || seen.endsWith("…")) return [];
    const sighting = { seen, operation: id, environment, last };
    return keysFor(kind, api, at, schemasAt(response, at)).map((key) => ({ key, sighting }));
  });
}

const longest = 100;

function keysFor(kind: string, api: string, at: string, schemas: readonly JsonSchema[]): string[] {
  if (kind === "status") return [keyOf.status(api)];
  return schemas.flatMap((schema) => {
    const values = listedValues(schema);
    if (kind === "value") return values ? [keyOf.value(api, fieldAt(at), values)] : [];
    const names = Object.keys(schema.properties ?? {});
    return kind === "field" && names.length > 0 ? [keyOf.field(api, names)] : [];
  });
}

/** The last name of a place such as `data[].tags[]`. */
const fieldAt = (at: string) => at.replaceAll("[]", "").split(".").at(-1) ?? "";

/** What is documented at a place of a reply, each branch of a union by itself. */
function schemasAt(reply: JsonSchema | undefined, at: string): JsonSchema[] {
  const steps = at.replaceAll("[]", ".[]").split(".");
  return steps
    .filter((step) => step !== "")
    .reduce(
      (found, step) =>
        found.flatMap((schema) => {
          const inner = step === "[]" ? schema.items : schema.properties?.[step];
          return typeof inner === "object" ? branchesOf(inner) : [];
        }),
      reply ? branchesOf(reply) : [],
    );
}

const branchesOf = (schema: JsonSchema): JsonSchema[] =>
  (schema.anyOf ?? schema.oneOf)?.flatMap(branchesOf) ?? [schema];
