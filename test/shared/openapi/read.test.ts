import { describe, expect, it } from "vitest";
import { DescriptionError, sizeLimit } from "../../../shared/openapi/read.ts";
import { descriptionOf, membershipFile } from "./descriptions.ts";

const withSchema = (schema: unknown, more: object = {}) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/a": { post: { requestBody: { content: { "application/json": { schema } } } } },
    },
    ...more,
  });
const bodyOf = (text: string) => descriptionOf(text).operations[0]?.request.body;

describe("a description that cannot be read says why", () => {
  const bomb = `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e", "f", "g", "h"]
    .map((name, index) => `${name}: &${name} [${`*${"abcdefg".charAt(index)},`.repeat(9)}]`)
    .join("\n")}\npaths: *h`;
  it.each<[string, string, RegExp]>([
    ["nothing", "", /holds no fields/],
    ["a list", "[]", /holds no fields/],
    ["broken JSON", '{"openapi": "3.0.0", ', /not valid JSON/],
    ["broken YAML", "openapi: 3.0.0\npaths: [", /not valid YAML/],
    ["another file", '{"name": "x"}', /no "openapi" version/],
    ["Swagger 2.0", 'swagger: "2.0"', /Swagger 2\.0 is not read: convert it/],
    ["a later version", "openapi: 4.0.0", /OpenAPI 4\.0\.0 is not read/],
    ["no operation", "openapi: 3.0.0\npaths: {}", /no operation/],
    ["an alias bomb", bomb, /aliases too often/],
    ["too long a text", " ".repeat(sizeLimit + 1), /longer than 10 MiB/],
    ["deep lists", `openapi: 3.0.0\npaths: ${"[".repeat(20_000)}`, /nested too deeply/],
    ["deep mappings", `openapi: 3.0.0\npaths:\n ${"- ".repeat(20_000)}`, /nested too deeply/],
    [
      "many aliases",
      `openapi: 3.0.0\n${Array.from({ length: 5000 }, (_, index) => `a${index}: &a${index} x\nb${index}: *a${index}`).join("\n")}`,
      /aliases too often/,
    ],
    ["two documents", "openapi: 3.0.0\n---\nopenapi: 3.0.0", /more than one document/],
    ["a reference to another file", withSchema({ $ref: "user.yaml#/User" }), /another file or address/],
    ["one to an address", withSchema({ $ref: "https://example.com/a.json" }), /another file or address/],
    ["one to nothing", withSchema({ $ref: "#/components/schemas/A" }), /which it does not have/],
    [
      "a path that refers to itself",
      JSON.stringify({ openapi: "3.0.0", paths: { "/a": { $ref: "#/paths/~1a" } } }),
      /leads in a circle/,
    ],
    [
      "deep schemas",
      withSchema(Array.from({ length: 500 }).reduce((inner) => ({ items: inner }), {})),
      /nested too deeply/,
    ],
    [
      "long parts that are repeated",
      JSON.stringify({
        openapi: "3.0.0",
        paths: Object.fromEntries(
          Array.from({ length: 1000 }, (_, index) => [`/a${index}`, { $ref: "#/components/pathItems/All" }]),
        ),
        components: {
          pathItems: {
            All: {
              get: {
                parameters: Array.from({ length: 1000 }, (_, index) => ({
                  name: `p${index}`,
                  in: "query",
                  schema: { type: "string" },
                })),
              },
            },
          },
        },
      }),
      /too much/,
    ],
  ])("%s", (_, text, reason) => {
    expect(() => descriptionOf(text)).toThrow(DescriptionError);
    expect(() => descriptionOf(text)).toThrow(reason);
  });
});

describe("schemas of a description", () => {
  it("may refer to themselves", () => {
    const text = withSchema(
      { $ref: "#/components/schemas/A" },
      {
        components: {
          schemas: { A: { type: "object", properties: { a: { $ref: "#/components/schemas/A" } } } },
        },
      },
    );
    const { operations, definitions } = descriptionOf(text);
    const $ref = "#/$defs/openapi:membership/A";
    expect(operations[0]?.request.body).toEqual({ $ref });
    expect(definitions).toEqual({ A: { type: "object", properties: { a: { $ref } } } });
  });

  it("keep their limits and lose what only replies have, and keywords that mean something here", () => {
    const text = withSchema({
      type: "object",
      properties: { id: { type: "string", readOnly: true }, size: { type: "integer", maximum: 5 } },
      required: ["id", "size"],
      "x-code": "secret-in-file",
      "x-resource": "users",
    });
    expect(bodyOf(text)).toEqual({
      type: "object",
      properties: { size: { type: "integer", maximum: 5 } },
      required: ["size"],
    });
  });

  it("hold names such as __proto__ as data", () => {
    const text = withSchema({}).replace(
      '"schema":{}',
      '"schema":{"properties":{"__proto__":{"type":"string"},"constructor":{}}}',
    );
    expect(Object.keys(bodyOf(text)?.properties ?? {})).toEqual(["__proto__", "constructor"]);
    expect({}).not.toHaveProperty("type");
  });
});

it("holds no links that VS Code would make of its texts", () => {
  const info = { title: "\u202e[a](command:x)\n", version: "1" };
  const paths = { "/a": { get: { summary: "[b](command:y)", description: "![c](https://example.com)" } } };
  const description = descriptionOf(JSON.stringify({ openapi: "3.0.0", info, paths }));
  expect(description.title).toBe("[a] (command:x)");
  expect(JSON.stringify(description)).not.toContain("](");
});

it("tells which operations cannot be sent, and reads the others", () => {
  const { leftOut, operations, title, version } = descriptionOf(membershipFile("membership.yaml"));
  expect(leftOut).toEqual(["PUT /users/{id}/avatar"]);
  expect(operations.length).toBe(20);
  expect([title, version]).toEqual(["Membership API", "2.3"]);
});

it("takes the version off paths that all begin with it, and never an address from its servers", () => {
  const description = descriptionOf(membershipFile("membership.json"));
  expect(description.operations.every(({ path }) => !path.startsWith("/v2"))).toBe(true);
  expect(JSON.stringify(description)).not.toContain("elsewhere");
});
