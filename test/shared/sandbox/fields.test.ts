/** What is documented of replies, errors and events is there field by field, though no field is required. */
import { describe, expect, it } from "vitest";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import type { JsonSchema } from "../../../shared/catalogue.ts";
import { toJsonSchema } from "../../../shared/derived/schemas.ts";
import { isRow } from "../../../shared/traits/values.ts";
import { filled, sandbox } from "./running.ts";

/** The documented fields that none of the values has, dotted. */
function missing(schema: JsonSchema, values: readonly unknown[]): string[] {
  const rows = values.filter(isRow);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const found = rows.filter((row) => Object.hasOwn(row, name)).map((row) => row[name]);
    if (found.length === 0) return [name];
    const branches = field.anyOf ?? [field];
    return branches
      .flatMap((branch) =>
        typeof branch.items === "object"
          ? missing(branch.items, found.filter(Array.isArray).flat())
          : missing(branch, found),
      )
      .map((inner) => `${name}.${inner}`);
  });
}

describe("the sandbox answers with every documented field of", () => {
  const replying = operationsOf(apis).filter(({ reply }) => reply);

  it.for(replying.map((named) => [named.id, named] as const))("%s", async ([id, named]) => {
    const { directory, caller } = await sandbox();
    const bodies: unknown[] = [];
    for (const sample of named.samples)
      bodies.push((await caller(named.api.slug).call(named, filled(directory, id, sample))).body);
    expect(missing(named.reply ? toJsonSchema(named.reply) : {}, bodies)).toEqual([]);
  });
});

describe("the samples have every documented field of", () => {
  it.for(
    apis.flatMap((api) =>
      Object.entries(api.resources).map(([name, each]) => [api.slug, name, each] as const),
    ),
  )("%s %s", ([, , { record, samples }]) => {
    expect(missing(toJsonSchema(record), samples)).toEqual([]);
  });

  it.for(apis.flatMap((api) => Object.entries(api.events)))("the event %s", ([, { payload, samples }]) => {
    expect(missing(toJsonSchema(payload), samples)).toEqual([]);
  });
});
