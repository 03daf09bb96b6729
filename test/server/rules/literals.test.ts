import { describe, expect, it } from "vitest";
import { complete } from "../../../server/features/completion.ts";
import { diagnose } from "../../../server/features/diagnostics.ts";
import { atCursor, fileOf, found, withVariables } from "../marked.ts";

const known = withVariables({ name: "op", value: "content.posts.list", environment: "test" });

describe("the operation and the name of a request", () => {
  it.each([
    ['{"operation":"{{op}}"}', [["unknown-operation", 1, '"{{op}}"']]],
    ['[{"operation":"content.posts.{{verb}}"}]', [["unknown-operation", 1, '"content.posts.{{verb}}"']]],
    ['{"operation":"content.posts.list","name":"{{op}}"}', [["bad-format", 1, '"{{op}}"']]],
    ['{"operation":"content.posts.list","name":"a-{{$uuid}}"}', [["bad-format", 1, '"a-{{$uuid}}"']]],
    ['{"operation":"content.posts.list","query":{"status":"{{op}}"}}', []],
  ])("take no variables: %s", (text, expected) => {
    expect(found(text, undefined, known)).toEqual(expected);
  });

  it("say so", () => {
    const [finding] = diagnose(fileOf('{"operation":"{{op}}"}', undefined, known));
    expect(finding?.message).toBe("`operation` takes no variables: write the operation's id");
  });

  it("are completed without variables, and values of the same names with them", () => {
    const labels = (marked: string) => {
      const { file, offset } = atCursor(marked, undefined, known);
      return complete(file, offset).items.map(({ label }) => label);
    };
    expect(labels('[{"operation":"{{|"}]')).toEqual([]);
    expect(labels('{"operation":"content.posts.list","name":"{{|"}')).toEqual([]);
    expect(labels('{"operation":"membership.users.create","body":{"name":"{{|"}}')).toContain("op");
    expect(labels('{"operation":"membership.users.create","body":{"name":|}}')).toContain("{{op}}");
  });
});
