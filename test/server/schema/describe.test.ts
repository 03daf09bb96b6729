import { describe, expect, it } from "vitest";
import { compile } from "../../../server/schema/compile.ts";
import { annotation, propertiesOf, schemasAt, valuesOf } from "../../../server/schema/describe.ts";
import { locate } from "../../../server/syntax/locate.ts";
import { parse } from "../../../server/syntax/tree.ts";

const schema = compile({
  oneOf: [{ $ref: "#/$defs/create" }, { $ref: "#/$defs/list" }],
  $defs: {
    create: {
      type: "object",
      properties: {
        operation: { const: "create", description: "Creates" },
        name: { type: "string" },
        body: {
          type: "object",
          allOf: [{ properties: { size: { $ref: "#/$defs/size", description: "Of the server" } } }],
          properties: { region: { enum: ["eu", "us"], default: "eu" }, live: { type: ["boolean", "null"] } },
          required: ["region"],
        },
      },
      required: ["operation", "body"],
    },
    list: {
      type: "object",
      properties: { operation: { const: "list" }, name: { type: "string" } },
      required: ["operation"],
    },
    size: { type: "integer", minimum: 1, maximum: 8, title: "Size" },
  },
});

/** The tree and the path at `|`. */
function at(marked: string) {
  const offset = marked.indexOf("|");
  const tree = parse(marked.replace("|", ""), { dialect: "jsonc" });
  const { path, part } = locate(tree, offset);
  return { tree, path: part === "key" ? path.slice(0, -1) : path };
}

const keys = (marked: string) => {
  const { tree, path } = at(marked);
  return propertiesOf(tree, schema, path).map(
    ({ name, required, present }) => name + (required ? "!" : "") + (present ? " (there)" : ""),
  );
};

const values = (marked: string) => {
  const { tree, path } = at(marked);
  return valuesOf(schemasAt(tree, schema, path)).map(({ value, from }) => `${JSON.stringify(value)} ${from}`);
};

describe("keys", () => {
  it("are those that all branches share until the constant decides", () => {
    expect(keys("{|}")).toEqual(["operation!", "name"]);
    expect(keys('{"operation": "create", |}')).toEqual(["body!", "operation! (there)", "name"]);
  });

  it("come from everything that applies, the missing required first", () => {
    expect(keys('{"operation": "create", "body": {"live": true, |}}')).toEqual([
      "region!",
      "live (there)",
      "size",
    ]);
  });

  it("are found while the object is unfinished", () => {
    expect(keys('{"operation": "create", "body": {"|')).toEqual(["region!", "live", "size"]);
  });
});

describe("values", () => {
  it("of the deciding constant are those of all branches", () => {
    expect(values('{"operation": |}')).toEqual(['"create" const', '"list" const']);
    expect(values('{"operation": "create|"}')).toEqual(['"create" const', '"list" const']);
    expect(values('{"operation": "cr|"}')).toEqual(['"create" const', '"list" const']);
  });

  it("are those that the schema names", () => {
    expect(values('{"operation": "create", "body": {"region": |')).toEqual(['"eu" enum', '"us" enum']);
    expect(values('{"operation": "create", "body": {"live": |}}')).toEqual([
      "true boolean",
      "false boolean",
      "null null",
    ]);
  });
});

it("describes a value from the most specific schema to what it refers to", () => {
  const { tree, path } = at('{"operation": "create", "body": {"size": 3|}}');
  const schemas = schemasAt(tree, schema, path);
  expect(annotation(schemas, "description")).toBe("Of the server");
  expect(annotation(schemas, "title")).toBe("Size");
});

it("describes what the branch in hand says of the constant", () => {
  const { tree, path } = at('{"operation": "create|"}');
  expect(annotation(schemasAt(tree, schema, path), "description")).toBe("Creates");
});
