import { describe, expect, it } from "vitest";
import { fill, type Lookup, expressionsIn } from "../../shared/placeholders.ts";

const values: Lookup = (reference) => {
  if (reference.kind === "variable")
    return { region: "fra1", count: 3, tricky: "{{region}}" }[reference.name];
  if (reference.kind === "response") return reference.path.join(".") === "body.id" ? "srv_1" : { a: 1 };
  return undefined;
};

describe("filling placeholders", () => {
  it("keeps the type of a value that is the whole string", () => {
    expect(fill({ n: "{{count}}", list: ["{{ region }}"] }, values)).toEqual({ n: 3, list: ["fra1"] });
  });

  it("puts values into the text around them", () => {
    expect(fill("{{region}}-{{count}} of {{x.response.body.all}}", values)).toBe('fra1-3 of {"a":1}');
  });

  it("leaves what is not known", () => {
    expect(fill(["{{nobody}}", "a {{secret:KEY}} b"], values)).toEqual(["{{nobody}}", "a {{secret:KEY}} b"]);
  });

  it("never reads what was filled in", () => {
    expect(fill(["{{tricky}}", "x{{tricky}}"], values)).toEqual(["{{region}}", "x{{region}}"]);
  });

  it("says where it stands, and whether it is the whole string", () => {
    const places: unknown[] = [];
    fill({ body: { items: ["{{a}}", "b {{c}}"] } }, (_, at) => void places.push(at));
    expect(places).toEqual([
      { place: ["body", "items", 0], isWhole: true },
      { place: ["body", "items", 1], isWhole: false },
    ]);
  });

  it("takes odd keys for data", () => {
    const odd = JSON.parse('{"__proto__": "{{region}}"}');
    expect(JSON.stringify(fill(odd, values))).toBe('{"__proto__":"fra1"}');
  });
});

it("finds every reference", () => {
  expect(expressionsIn({ a: "{{secret:KEY}}", b: ["x {{first.response.body.id}}"] })).toEqual([
    { kind: "secret", name: "KEY" },
    { kind: "response", request: "first", path: ["body", "id"] },
  ]);
});
