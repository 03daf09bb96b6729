// Descriptions that took minutes while each operation gathered the fields of its body anew.
import { describe, expect, it } from "vitest";
import { membership } from "../../../shared/apis/membership/index.ts";
import { describe as readDescription } from "../../../shared/openapi/description.ts";
import { factsOf } from "../../../shared/openapi/facts.ts";
import { matchOperations } from "../../../shared/openapi/match.ts";

const taking = (schema: object) => ({
  requestBody: { required: true, content: { "application/json": { schema } } },
});
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = <T>(count: number, make: (index: number) => T) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`part${index}`, make(index)]));
const paths = (count: number, schemaAt: (index: number) => object) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/memberships/act${index}`,
      { post: taking(schemaAt(index)) },
    ]),
  );

const shapes = {
  "the same long body for each operation": {
    paths: paths(4000, () => reference("Long")),
    components: { schemas: { Long: { properties: many(3000, () => ({ type: "string" })) } } },
  },
  "a chain of bodies, each made of the next": {
    paths: paths(3000, (index) => reference(`part${index}`)),
    components: {
      schemas: many(3000, (index) => ({
        allOf: index < 2999 ? [reference(`part${index + 1}`)] : [],
        properties: { [`own${index}`]: { type: "string" } },
      })),
    },
  },
  "rings of bodies that require each other": {
    paths: paths(4000, (index) => reference(`part${index % 300}`)),
    components: {
      schemas: many(300, (index) => ({
        required: ["a", "b"],
        properties: { a: reference(`part${(index + 1) % 300}`), b: reference(`part${(index + 7) % 300}`) },
      })),
    },
  },
  "operations of one name": {
    paths: Object.fromEntries(
      Array.from({ length: 4900 }, (_, index) => [`/memberships/{id${index}}`, { get: {} }]),
    ),
  },
};

describe("a description with", () => {
  it.each(Object.entries(shapes))("%s is read in one go", { timeout: 60_000 }, (_, shape) => {
    const description = readDescription({ openapi: "3.0.0", info: {}, ...shape }, membership);
    const matches = matchOperations(membership, description);
    const { operations } = factsOf(membership, description, matches, new Set(), "file");
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    expect(operations.length).toBeGreaterThan(2900);
  });
});
