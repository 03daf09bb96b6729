import { describe, expect, it } from "vitest";
import { SchemaCopy } from "../../../shared/openapi/schema-copy.ts";

describe("what stands beside a reference", () => {
  const copied = (openapi: string) =>
    new SchemaCopy({ openapi, components: { schemas: { Name: { type: "string" } } } }, "membership").copy({
      $ref: "#/components/schemas/Name",
      maxLength: 3,
    });

  it("counts for nothing in OpenAPI 3.0", () => {
    expect(Object.keys(copied("3.0.3"))).toEqual(["$ref"]);
  });

  it("counts in OpenAPI 3.1", () => {
    expect(copied("3.1.0")).toMatchObject({ $ref: expect.any(String), maxLength: 3 });
  });
});
