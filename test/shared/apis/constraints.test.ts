import { describe, expect, it } from "vitest";
import { apis } from "../../../shared/apis/index.ts";
import { subjectsOf } from "./judges.ts";
import { breakages, completed, fullValue, pointersIn, replaced } from "./values.ts";

const subjects = subjectsOf(apis).map((subject) => [subject.name, subject] as const);

describe("in zod, in its JSON Schema and in our engine alike", () => {
  it.for(subjects)("the samples of %s are valid", ([, subject]) => {
    for (const sample of subject.samples) {
      expect(subject.zod.safeParse(sample).error).toBeUndefined();
      expect(subject.ajv(sample)).toEqual([]);
      expect(subject.engine(sample)).toEqual([]);
    }
  });

  it.for(subjects)("%s with every field that it names is valid", ([, subject]) => {
    for (const value of fullValues(subject)) {
      expect(subject.zod.safeParse(value).error).toBeUndefined();
      expect(subject.ajv(value)).toEqual([]);
      expect(subject.engine(value)).toEqual([]);
    }
  });

  it.for(subjects)("%s refuses each value that breaks one of its constraints", ([, subject]) => {
    for (const value of fullValues(subject).slice(0, 1))
      for (const breakage of breakages(subject.json, value)) {
        const label = `${breakage.keyword} at ${breakage.pointer}: ${JSON.stringify(breakage.value)}`;
        expect(subject.zod.safeParse(breakage.value).success, `zod, ${label}`).toBe(false);
        expect(subject.engine(breakage.value).length, `engine, ${label}`).toBeGreaterThan(0);
        const errors = subject.ajv(breakage.value);
        expect(
          errors.map(({ keyword }) => keyword),
          `ajv, ${label}`,
        ).toContain(breakage.keyword);
        // Nothing else is broken: each constraint refuses by itself.
        if (breakage.keyword !== "anyOf")
          expect(
            errors.every(
              (each) => each.keyword === breakage.keyword && each.instancePath === breakage.pointer,
            ),
            `ajv, ${label}: ${JSON.stringify(errors)}`,
          ).toBe(true);
      }
  });

  const odd = [
    "",
    " ",
    "a",
    "a b",
    "é-1",
    "x".repeat(500),
    "usr_",
    0,
    -1,
    1,
    2.5,
    101,
    1e6,
    true,
    null,
    [],
    [null],
    {},
    { a: 1 },
    "2026-13-01",
    "2026-01-31",
    "2026-01-31T09:00:00Z",
    "a@b",
    "a@example.com",
    "999.1.1.1",
    "::1",
  ];

  it.for(subjects)("%s takes or refuses the same odd values at each place", ([, subject]) => {
    for (const value of fullValues(subject).slice(0, 1))
      for (const pointer of pointersIn(value))
        for (const other of odd) {
          const changed = replaced(value, pointer, other);
          const valid = {
            zod: subject.zod.safeParse(changed).success,
            ajv: subject.ajv(changed).length === 0,
            engine: subject.engine(changed).length === 0,
          };
          expect(
            new Set(Object.values(valid)).size,
            `${JSON.stringify(other)} at ${pointer}: ${JSON.stringify(valid)}`,
          ).toBe(1);
        }
  });

  it("every kind of constraint is among those that were broken", () => {
    const found = subjects.flatMap(([, subject]) =>
      fullValues(subject).flatMap((value) => breakages(subject.json, value)),
    );
    const keywords = new Set(found.map(({ keyword }) => keyword));
    expect([...keywords].toSorted((a, b) => a.localeCompare(b))).toEqual([
      "additionalProperties",
      "anyOf",
      "const",
      "enum",
      "format",
      "maximum",
      "maxLength",
      "maxProperties",
      "minimum",
      "minLength",
      "pattern",
      "required",
      "type",
    ]);
  });
});

/** The samples with what they lack; a value made of the schema where there are none. */
function fullValues({ json, samples }: (typeof subjects)[number][1]): unknown[] {
  return samples.length > 0 ? samples.map((sample) => completed(json, sample)) : [fullValue(json)];
}
