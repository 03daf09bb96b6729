import { describe, expect, it } from "vitest";
import { lenses } from "../../../server/features/lenses.ts";
import { fileOf, workspaceWith } from "../marked.ts";

const every = [
  "send",
  "sendAll",
  "newRequest",
  "newPayload",
  "copyAsCurl",
  "verifyPayload",
  "sendPayload",
  "sendVariations",
].map((name) => `switchboard.${name}`);

function lensesOf(text: string, commands = every, name?: string) {
  const workspace = workspaceWith({ settings: { commands } });
  return lenses(fileOf(text, name, workspace)).map(({ range, command }) => [
    range.start.line + 1,
    command?.title,
    ...(command?.arguments ?? []),
  ]);
}

const uri = "file:///folder/test.request.json";
const request = '{"operation":"content.posts.list"}';

describe("actions above requests", () => {
  it("send each request, and send all of a sequence", () => {
    expect(lensesOf(request)).toEqual([[1, "Send", uri, 0]]);
    expect(lensesOf(`[\n${request},\n${request}\n]`)).toEqual([
      [2, "Send All", uri],
      [2, "Send", uri, 0],
      [3, "Send", uri, 1],
    ]);
  });

  it("are not offered for what is no request of a known operation", () => {
    expect(lensesOf('[1, {"operation":"no.such.thing"}]')).toEqual([]);
  });

  it("verify and send each payload, of whatever API", () => {
    const file = "file:///folder/a.webhook.json";
    expect(lensesOf('{"a": 1}', every, "a.webhook.json")).toEqual([
      [1, "Verify…", file, 0],
      [1, "Send to…", file, 0],
      [1, "Send Variations…", file, 0],
    ]);
    const several = lensesOf('[\n{"event": "content.published"},\n7,\n{}]', every, "a.webhook.json");
    expect(several.map(([line, title, , index]) => [line, title, index])).toEqual([
      [2, "Verify…", 0],
      [2, "Send to…", 0],
      [2, "Send Variations…", 0],
      [4, "Verify…", 2],
      [4, "Send to…", 2],
      [4, "Send Variations…", 2],
    ]);
    expect(lensesOf('{"a": 1}', ["switchboard.send"], "a.webhook.json")).toEqual([]);
    expect(
      lenses(
        fileOf(
          `[${'{"a":1},'.repeat(50)}{}]`,
          "a.webhook.json",
          workspaceWith({ settings: { commands: every } }),
        ),
        10,
      ),
    ).toHaveLength(30);
  });

  it("leave a delivery to the view that shows it", () => {
    for (const text of ['{"a": 1}', "{}"])
      expect(lensesOf(text, every, "switchboard-delivery:/a.webhook.json?1")).toEqual([]);
  });

  it.each(["", "\n", "{}", "{\n  \n}"])("begin a file that has nothing but %j", (text) => {
    expect(lensesOf(text).map((each) => each.slice(1))).toEqual([["Choose an Operation…", uri]]);
    expect(lensesOf(text, every, "a.webhook.json").map((each) => each.slice(1))).toEqual([
      ["Choose an Event…", "file:///folder/a.webhook.json"],
    ]);
    expect(lensesOf(text, ["switchboard.send"])).toEqual([]);
  });

  it("leave what somebody has begun alone", () => {
    for (const text of ["{ /* later */ }", "[]", "post"]) expect(lensesOf(text)).toEqual([]);
  });

  it("are those whose command the client has", () => {
    expect(lensesOf(request, ["switchboard.send"])).toEqual([[1, "Send", uri, 0]]);
    expect(lensesOf(request, [])).toEqual([]);
  });
});
