// What replies had beyond the documents, in request files, payloads and replies.
import { describe, expect, it } from "vitest";
import type { TextEdit } from "vscode-languageserver-types";
import { complete } from "../../../server/features/completion.ts";
import { hover } from "../../../server/features/hover.ts";
import type { SeenBeyond } from "../../../shared/protocol.ts";
import { applied, atCursor, found, type Known, workspaceWith } from "../marked.ts";

type Beyond = SeenBeyond["beyond"][number];

const last = "2026-03-04";
const seen = (operation: string, environment: string, ...beyond: Omit<Beyond, "last">[]): SeenBeyond => ({
  operation,
  environment,
  beyond: beyond.map((each) => ({ ...each, last })),
});

const known: Known = workspaceWith({
  settings: { environment: "sandbox" },
  seen: [
    seen(
      "deploy.projects.list",
      "sandbox",
      { kind: "value", at: "data[].framework", seen: "sveltekit" },
      { kind: "field", at: "data[]", seen: "team" },
      { kind: "field", at: "data[]", seen: "odd\u001b[31m|name" },
      { kind: "status", at: "", seen: "418" },
    ),
    seen("deploy.projects.list", "live", { kind: "value", at: "data[].framework", seen: "angular" }),
    seen("content.posts.list", "sandbox", { kind: "value", at: "data[].status", seen: "scheduled" }),
    seen("membership.memberships.get", "sandbox", { kind: "field", at: "", seen: "seats" }),
    seen("membership.gone.list", "sandbox", { kind: "field", at: "", seen: "x" }),
  ],
});

const offered = (marked: string, name?: string) => {
  const { file, offset } = atCursor(marked, name, known);
  return complete(file, offset).items.toSorted((a, b) => (a.sortText ?? "").localeCompare(b.sortText ?? ""));
};
const labels = (marked: string, name?: string) => offered(marked, name).map(({ label }) => label);
const item = (marked: string, label: string, name?: string) =>
  offered(marked, name).find((each) => each.label === label);
const hovered = (marked: string, name?: string) => {
  const { file, offset } = atCursor(marked, name, known);
  return (hover(file, offset)?.contents as { value: string } | undefined)?.value ?? "";
};

const project = (body: string) => `{"operation":"deploy.projects.create","body":${body}}`;
const listed = (expectation: string) => `{"operation":"deploy.projects.list","expect":${expectation}}`;

describe("a value of an open list that a reply had", () => {
  it("is offered behind the documented ones, as seen", () => {
    const all = labels(project('{"framework":|}'));
    expect(all.slice(0, 4)).toEqual(["nextjs", "remix", "astro", "sveltekit"]);
    expect(item(project('{"framework":|}'), "sveltekit")).toMatchObject({
      labelDetails: { description: "seen, not documented" },
      documentation: { value: expect.stringContaining("`deploy.projects.list`") },
    });
    expect(item(project('{"framework":|}'), "sveltekit")?.documentation).toMatchObject({
      value: expect.stringMatching(/environment sandbox, last on 2026\\?-03\\?-04\./),
    });
  });

  it("is offered where a reply is expected, also in a list", () => {
    expect(labels(listed('{"body":{"data":[{"framework":"|"}]}}'))).toContain("sveltekit");
  });

  it("is not offered in another environment", () => {
    expect(labels(project('{"framework":|}'))).not.toContain("angular");
  });

  it("is not offered where the list is closed: it would be an error there", () => {
    const query = '{"operation":"content.posts.list","query":{"status":"|"}}';
    expect(labels(query)).not.toContain("scheduled");
    expect(hovered('{"operation":"content.posts.list","query":{"sta|tus":"draft"}}')).toContain(
      "`scheduled`",
    );
  });

  it("is said by the hover of the field and of the value", () => {
    for (const marked of ['{"frame|work":"astro"}', '{"framework":"svelte|kit"}'])
      expect(hovered(project(marked))).toMatch(
        /Seen in replies, not documented: `sveltekit` \(last on 2026\\?-03\\?-04\)\./,
      );
    expect(hovered(project('{"na|me":"a"}'))).not.toContain("Seen");
  });

  it("stays without a finding, as any other", () => {
    const text = project('{"name":"a","framework":"sveltekit"}');
    expect(found(text, undefined, known)).toEqual(found(text));
  });
});

describe("a field that a reply had", () => {
  it("is offered in what is expected, and in the body of a request for such a record", () => {
    expect(labels(listed('{"body":{"data":[{|}]}}')).at(-1)).toBe("team");
    expect(labels(project("{|}")).at(-1)).toBe("team");
    expect(labels('{"operation":"membership.memberships.create","body":{|}}').at(-1)).toBe("seats");
    expect(labels('{"operation":"content.posts.create","body":{|}}')).not.toContain("team");
  });

  it("is written with a place for its value, and beside a value that is there without one", () => {
    const marked = project('{"name":"a"|}');
    const { text } = atCursor(marked, undefined, known);
    expect(applied(text, item(marked, "team")?.textEdit as TextEdit)).toBe(project('{"name":"a","team": |}'));
    const renamed = project('{"te|x": 1, "name":"a"}');
    expect(applied(atCursor(renamed).text, item(renamed, "team")?.textEdit as TextEdit)).toBe(
      project('{"team": 1, "name":"a"}'),
    );
  });

  it("is not offered again where it stands", () => {
    expect(labels(project('{"team":1,|}'))).not.toContain("team");
  });

  it("is told by the hover, and has its warning all the same", () => {
    expect(hovered(project('{"te|am":1}'))).toMatch(
      /^\*\*team\*\*\n\nSeen in replies of `deploy\.projects\.list`/,
    );
    expect(hovered(project('{"mood|s":1}'))).toBe("");
    expect(found(project('{"name":"a","team":1}'), undefined, known)).toEqual([
      ["unknown-property", 2, '"team"'],
    ]);
  });

  it("is told in a reply that is looked at", () => {
    const uri = "switchboard-response:/a.response.jsonc";
    const { file, offset } = atCursor('{"data":[{"te|am":1}]}', uri, {
      ...known,
      replies: new Map([[uri, [{ operation: "deploy.projects.list", succeeded: true }]]]),
    });
    expect(hover(file, offset)?.contents).toMatchObject({
      value: expect.stringContaining("Seen in replies"),
    });
  });

  it("is left out where its name was changed to be shown", () => {
    expect(labels(project("{|}")).join()).not.toContain("odd");
  });
});

describe("a status that a reply had", () => {
  it("is offered behind the documented ones, and told by the hover", () => {
    const all = labels(listed('{"status":|}'));
    expect(all.indexOf("418")).toBeGreaterThan(all.indexOf("404"));
    expect(hovered(listed('{"sta|tus":200}'))).toContain("`418`");
  });
});

describe("a payload", () => {
  it("has what replies of its API had for the same field", () => {
    const membership = workspaceWith({
      settings: { environment: "test" },
      seen: [seen("membership.memberships.get", "test", { kind: "value", at: "tier", seen: "diamond" })],
    });
    const { file, offset } = atCursor(
      '{"type":"membership.created","data":{"tier":"|"}}',
      "a.membership.webhook.json",
      membership,
    );
    expect(complete(file, offset).items.map(({ label }) => label)).toContain("diamond");
  });
});

it("the body in a file of its own is completed by it", () => {
  const bodies = {
    ...known,
    settings: { ...known.settings, bodies: { "*.json": "deploy.projects.create" } },
  };
  const { file, offset } = atCursor('{"framework": "|"}', "a.json", bodies);
  expect(complete(file, offset).items.map(({ label }) => label)).toContain("sveltekit");
});
