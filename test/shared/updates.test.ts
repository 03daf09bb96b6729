import { describe, expect, it } from "vitest";
import { operationsOf } from "../../shared/api.ts";
import { apis } from "../../shared/apis/index.ts";
import { toJsonSchema } from "../../shared/derived/schemas.ts";
import { readingOf, updatableFields, updateOf } from "../../shared/updates.ts";
import { eleventh } from "./eleventh/index.ts";

const partial = operationsOf([...apis, eleventh]).filter((operation) => operation.partial);

describe("what changes some fields of a record", () => {
  it("is declared where the documents say so, and by an eleventh API", () => {
    expect(partial.map(({ id }) => id)).toEqual([
      "membership.users.update",
      "membership.subscriptions.update",
      "admin.settings.update",
      "notes.notes.update",
    ]);
  });

  it.each(partial)("$id is found by its resource and demands no field", (named) => {
    expect(updateOf(named.api, named.resource ?? "")).toEqual(named);
    const { body } = named.request;
    expect(body && toJsonSchema(body).required).toBeUndefined();
  });

  it("takes the fields of its body, or any where they are not shown", () => {
    expect(partial.map((operation) => updatableFields(operation))).toEqual([
      ["name", "metadata"],
      ["billing_cycle", "payment_method_id", "coupon_code"],
      undefined,
      ["text"],
    ]);
  });

  it("changes records of which some can be read one by one", () => {
    expect(partial.map(({ api, resource }) => readingOf(api, resource ?? "")?.id)).toEqual([
      "membership.users.get",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
