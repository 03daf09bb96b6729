import { describe, expect, it } from "vitest";
import { diagnose } from "../../../server/features/diagnostics.ts";
import { fileOf, found, withRanges } from "../marked.ts";

const duplicates = (text: string, name?: string) =>
  found(text, name)
    .filter(([code]) => code === "duplicate-name")
    .map(([, severity, marked]) => [severity, marked]);

describe("requests of one name", () => {
  it("are warned of at each name but the first", () => {
    const { text, enclosed } = withRanges(
      '[{"operation": "content.posts.list", "name": "a"}, {"operation": "content.posts.list", "name": «"a"»}, {"operation": "content.posts.list", "name": "b"}, {"operation": "content.posts.list", "name": «"\\u0061"»}]',
    );
    expect(duplicates(text)).toEqual(enclosed.map((marked) => [2, marked]));
  });

  it("say which of them is meant: the latest before the use", () => {
    const messages = diagnose(fileOf('[{"name": "a"}, {"name": "a"}]')).map(({ message }) => message);
    expect(messages).toContain(
      'An earlier request is named "a" too: from here on this one is meant where the name is used',
    );
  });

  it("are none where the name is empty, or the file holds payloads", () => {
    expect(duplicates('[{"operation": "content.posts.list", "name": ""}, {"name": ""}]')).toEqual([]);
    expect(duplicates('[{"name": "a"}, {"name": "a"}]', "a.content.webhook.json")).toEqual([]);
  });
});
