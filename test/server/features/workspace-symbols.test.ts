import { describe, expect, it } from "vitest";
import { references } from "../../../server/features/occurrences.ts";
import { summarise, variableUses, workspaceSymbols } from "../../../server/features/workspace-symbols.ts";
import { fileOf, textIn } from "../marked.ts";

const text =
  '[{"operation":"cloud-v1.cdn.purge","name":"purge","path":{"zone_id":"{{zone}}"}},{"operation":"content.posts.list"}]';
const summary = summarise(fileOf(text));
const found = (query: string) =>
  workspaceSymbols([summary], query, ["file:///folder"]).map(({ name, containerName }) => [
    name,
    containerName,
  ]);

describe("workspace symbols", () => {
  it("are the requests of all files, with the file that they are in", () => {
    expect(found("")).toEqual([
      ["purge (cloud-v1.cdn.purge)", "test.request.json"],
      ["content.posts.list", "test.request.json"],
    ]);
  });

  it("are found by letters of name, operation and title in their order", () => {
    expect(found("purge").map(([name]) => name)).toEqual(["purge (cloud-v1.cdn.purge)"]);
    expect(found("cpl").map(([name]) => name)).toEqual(["content.posts.list"]);
    expect(found("LIST POSTS").map(([name]) => name)).toEqual(["content.posts.list"]);
    expect(found("zzz")).toEqual([]);
  });

  it("keep where a file uses which variable", () => {
    const uses = variableUses(summary, { kind: "variable", name: "zone" });
    expect(uses.map(({ range }) => textIn(text, range))).toEqual(["zone"]);
  });
});

it("any number of placeholders in one string are uses", () => {
  const file = fileOf(`{"operation":"cloud-v1.cdn.purge","name":"${"{{a}}".repeat(150_000)}"}`);
  expect(summarise(file).uses).toHaveLength(150_000);
  const used = references(file, { kind: "variable", name: "a" }, { includeDeclaration: true });
  expect(used).toHaveLength(150_000);
});
