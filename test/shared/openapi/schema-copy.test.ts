import { describe, expect, it } from "vitest";
import { describe as describeApi } from "../../../shared/openapi/description.ts";
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

it("a reference that leads nowhere costs what refers by it, and no other operation", () => {
  const refers = (name: string) => ({
    requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } },
  });
  const { operations, leftOut } = describeApi(
    {
      openapi: "3.0.0",
      paths: {
        "/good": { post: refers("Good"), put: refers("Bad") },
        "/gone": { $ref: "#/components/pathItems/Gone" },
        "/more": { get: {} },
      },
      components: {
        schemas: { Good: { type: "object" }, Bad: { properties: { a: { $ref: "#/nothing" } } } },
      },
    },
    { slug: "membership", version: "v1" },
  );
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /good", "GET /more"]);
  expect(leftOut).toEqual(["PUT /good", "/gone"]);
});
