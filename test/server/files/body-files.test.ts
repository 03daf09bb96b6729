import { describe, expect, it } from "vitest";
import { diagnose } from "../../../server/features/diagnostics.ts";
import { bodyOperation } from "../../../server/files/body-files.ts";
import { dialectOf, kindOf } from "../../../server/files/kind.ts";
import { openFile } from "../../../server/files/open-file.ts";
import { emptyWorkspace } from "../../../server/knowledge/workspace.ts";
import { parse } from "../../../server/syntax/tree.ts";
import { catalogue, workspaceWith } from "../marked.ts";

function mapped(uri: string, bodies: Record<string, string>, folders = ["file:///folder"]) {
  return bodyOperation(uri, workspaceWith({ folders, settings: { bodies } }));
}

it.each([
  ["file:///folder/fixtures/posts/a.json", "fixtures/posts/*.json", true],
  ["file:///folder/fixtures/posts/a.json", "./fixtures/**/*.json", true],
  ["file:///folder/fixtures/posts/a.json", "**/posts/*.json", true],
  ["file:///folder/fixtures/posts/a.json", "fixtures/{posts,users}/*", true],
  ["file:///folder/fix%20tures/a.json", "fix tures/*.json", true],
  ["file:///folder/.hidden/a.json", "**/*.json", true],
  ["file:///folder/fixtures/posts/deep/a.json", "fixtures/posts/*.json", false],
  ["file:///folder/other/fixtures/posts/a.json", "fixtures/posts/*.json", false],
  ["file:///folder/fixtures/posts/a.txt", "fixtures/posts/*", false],
  ["file:///elsewhere/fixtures/posts/a.json", "/fixtures/posts/*.json", true],
])("%s and %s: %s", (uri, glob, expected) => {
  expect(mapped(uri, { [glob]: "content.posts.create" }) !== undefined).toBe(expected);
});

it("takes the first glob that fits", () => {
  const bodies = { "a/*.json": "content.posts.create", "**/*.json": "deploy.projects.create" };
  expect(mapped("file:///folder/a/x.json", bodies)).toBe("content.posts.create");
  expect(mapped("file:///folder/b/x.json", bodies)).toBe("deploy.projects.create");
});

it("leaves request and webhook files what they are", () => {
  const workspace = workspaceWith({ settings: { bodies: { "**/*.json": "content.posts.create" } } });
  expect(kindOf("json", "file:///folder/a.request.json", workspace)).toBe("request");
  expect(kindOf("json", "file:///folder/a.webhook.json", workspace)).toBe("webhook");
  expect(kindOf("json", "file:///folder/a.json", workspace)).toBe("body");
});

describe("a record that is edited", () => {
  const uri = "switchboard-edit://sandbox/membership.users.update/usr_1.request.json";

  it("holds the body of the operation that its address names, whatever the record is called", () => {
    expect(kindOf("switchboard-edit", uri, emptyWorkspace)).toBe("body");
    expect(mapped(uri, { "**/*.json": "content.posts.create" })).toBe("membership.users.update");
  });

  it("is held to what an update takes, and to nothing that it may leave out", () => {
    const codes = (text: string) => {
      const tree = parse(text, { dialect: dialectOf("body") });
      const file = openFile("body", { uri, tree, catalogue, workspace: emptyWorkspace, variables: [] });
      return diagnose(file).map(({ code }) => code);
    };
    expect(codes('{ "metadata": {} }')).toEqual([]);
    expect(codes('{ "name": 7, "nmae": "Ada" }')).toEqual(["wrong-type", "unknown-property"]);
  });
});
