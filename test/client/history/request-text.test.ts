import { describe, expect, it } from "vitest";
import type { Entry } from "../../../client/history/entry.ts";
import { requestText, whyNotSavable } from "../../../client/history/request-text.ts";

const entry = (values: Entry["values"]): Entry => ({
  format: 1,
  begun: 0,
  duration: 1,
  operation: "content.posts.create",
  title: "Create post",
  name: "made",
  environment: "sandbox",
  baseUrl: "http://127.0.0.1:1/v1",
  route: { method: "POST", path: "/posts" },
  values,
  placeholders: ["secret:TOKEN"],
  attempts: 1,
  reply: { status: 201, headers: {}, text: "{}" },
  notes: [],
});

describe("an entry as a request file", () => {
  it("keeps its name, and its placeholders as they were", () => {
    const values = { headers: { "x-trace": "a {{ secret:TOKEN }}" }, body: { title: "A" } };
    expect(whyNotSavable(entry(values))).toBeUndefined();
    expect(JSON.parse(requestText(entry(values)))).toEqual({
      operation: "content.posts.create",
      name: "made",
      ...values,
    });
  });

  it("is none where text would become a placeholder", () => {
    expect(whyNotSavable(entry({ body: { title: "{{secret:OTHER}}" } }))).toMatch(/plain text/);
    expect(whyNotSavable(entry(undefined))).toMatch(/too large/);
  });
});
