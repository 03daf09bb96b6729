import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../shared/catalogue.ts";
import { Seen } from "../../../shared/requests/drift.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    data: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          status: { type: "string", examples: ["draft", "published"], "x-open": true },
          kind: { enum: ["a", "b"] },
          email: { type: "string" },
          owner: { anyOf: [{ type: "object", properties: { name: { type: "string" } } }, { type: "null" }] },
          labels: { type: "object", properties: {}, additionalProperties: { type: "string" } },
        },
      },
    },
    next: { anyOf: [{ type: "string" }, { type: "null" }], "x-null": "not shown" },
  },
};

const seenIn = (...replies: { status?: number; body?: unknown }[]) => {
  const seen = new Seen({ schema, statuses: new Set([200, 404]) });
  for (const { status = 200, body } of replies) seen.add({ status, body });
  return seen;
};
const driftOf = (body: unknown) =>
  seenIn({ body }).drift.map(({ kind, at, seen }) => `${kind} ${at}: ${seen}`);

describe("what a reply has beyond its documents", () => {
  it.each([
    ["nothing, where all is documented", { data: [{ id: "1", status: "draft" }], next: null }, []],
    ["a field", { data: [{ id: "1", extra: 1 }] }, ["field data[]: extra"]],
    ["a value of an open list", { data: [{ status: "archived" }] }, ["value data[].status: archived"]],
    ["a value of a closed list", { data: [{ kind: "c" }] }, ["value data[].kind: c"]],
    ["a type", { data: { id: 1 } }, ["type data: object"]],
    ["a type within branches", { data: [{ owner: "x" }] }, ["type data[].owner: string"]],
    ["a field within branches", { data: [{ owner: { age: 5 } }] }, ["field data[].owner: age"]],
    ["no names of the sender's own", { data: [{ labels: { secret: "x" } }] }, []],
    ["a name that is made plain", { "a\u001b[31m\nb": 1 }, ["field : a [31m b"]],
  ])("%s", (_, body, expected) => {
    expect(driftOf(body)).toEqual(expected);
  });

  it("once, however often it is seen", () => {
    expect(driftOf({ data: [{ extra: 1 }, { extra: 2 }] })).toHaveLength(1);
  });

  it("a status, and of a failure no field", () => {
    const { drift } = seenIn({ status: 418, body: { odd: 1 } }, { status: 404, body: { odd: 1 } });
    expect(drift).toEqual([{ kind: "status", at: "", seen: "418" }]);
  });

  it("holds no value but those of value lists", () => {
    const body = {
      data: [{ id: "secret", email: "ada@example.com", extra: "secret", owner: { name: "secret" } }],
      more: { secret: "secret" },
    };
    expect(JSON.stringify(seenIn({ body }).drift)).not.toMatch(/ada@|"secret"/);
  });

  it("is bounded, whatever a reply holds", () => {
    const names = Array.from({ length: 5000 }, (_, index) => [`name${index}`, 1] as const);
    expect(seenIn({ body: Object.fromEntries(names) }).drift).toHaveLength(1000);
  });
});

describe("what the documents have beyond the replies", () => {
  it("are the fields that no reply had", () => {
    const { unseen } = seenIn(
      { body: { data: [{ id: "1", owner: {} }] } },
      { body: { data: [{ status: "draft" }] } },
    );
    expect(unseen).toEqual(["data[].kind", "data[].email", "data[].owner.name", "data[].labels", "next"]);
  });

  it("is nothing before there is a reply", () => {
    expect(seenIn().unseen).toEqual([]);
  });
});
