import { expect, it } from "vitest";
import { sharedParts } from "../../../shared/derived/shared-parts.ts";

const field = { type: "string", description: "A field that is described at some length, so that it pays." };
const record = { type: "object", properties: { a: field, b: { type: "number" } } };

it("what occurs again is there once, and means the same", () => {
  const { schemas, definitions } = sharedParts(
    [{ properties: { one: record, other: field } }, { anyOf: [record] }, { items: { type: "null" } }],
    "part",
  );
  expect(schemas).toEqual([
    { properties: { one: { $ref: "#/$defs/part 1" }, other: { $ref: "#/$defs/part 2" } } },
    { anyOf: [{ $ref: "#/$defs/part 1" }] },
    { items: { type: "null" } },
  ]);
  expect(definitions).toEqual({
    "part 1": { type: "object", properties: { a: { $ref: "#/$defs/part 2" }, b: { type: "number" } } },
    "part 2": field,
  });
});

it("what occurs once stays where it is", () => {
  const schema = { properties: { one: record } };
  expect(sharedParts([schema], "part")).toEqual({ schemas: [schema], definitions: {} });
});

it("what a condition leads to is shared as well", () => {
  const either = { if: { required: ["a"] }, then: { properties: { one: record } }, else: { items: record } };
  const { schemas } = sharedParts([either], "part");
  expect(schemas).toEqual([
    {
      if: { required: ["a"] },
      then: { properties: { one: { $ref: "#/$defs/part 1" } } },
      else: { items: { $ref: "#/$defs/part 1" } },
    },
  ]);
});
