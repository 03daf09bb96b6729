import { describe, expect, it } from "vitest";
import { codeActions } from "../../../server/features/code-actions.ts";
import { complete } from "../../../server/features/completion.ts";
import { diagnose } from "../../../server/features/diagnostics.ts";
import { hover } from "../../../server/features/hover.ts";
import { symbols } from "../../../server/features/symbols.ts";
import { mergeImports } from "../../../server/knowledge/merge-imports.ts";
import type { Workspace } from "../../../server/knowledge/workspace.ts";
import { membership } from "../../../shared/apis/membership/index.ts";
import { factsOf } from "../../../shared/openapi/facts.ts";
import { matchOperations } from "../../../shared/openapi/match.ts";
import type { Settings } from "../../../shared/protocol.ts";
import { descriptionOf, membershipFile } from "../../shared/openapi/descriptions.ts";
import { applied, atCursor, catalogue, fileOf, inSandbox, textIn, workspaceWith } from "../marked.ts";

const description = descriptionOf(membershipFile("membership.yaml"));
const matches = matchOperations(membership, description);
const facts = factsOf(
  membership,
  description,
  matches,
  new Set(matches.map(({ operation }) => operation.id)),
  "/there/membership.yaml",
);
const imported = catalogue.with(mergeImports(catalogue.entries, [facts]));

const outsideOfSandbox = (settings: Partial<Settings> = {}): Workspace =>
  workspaceWith({
    settings: {
      environment: "test",
      commands: ["switchboard.bindRoute"],
      routes: { "membership.users.get": "GET /users/{user_id}", "membership.users.create": "POST /users" },
      boundBy: { "membership.users.get": "the OpenAPI description “Membership API 2.3”" },
      ...settings,
    },
  });

const found = (text: string) =>
  diagnose(fileOf(text, undefined, outsideOfSandbox(), imported)).map(({ code, range }) => [
    code,
    textIn(text, range),
  ]);
const hovered = (marked: string, using = imported, workspace = outsideOfSandbox()) => {
  const { file, offset } = atCursor(marked, undefined, workspace, using);
  return (hover(file, offset)?.contents as { value: string } | undefined)?.value ?? "";
};
const completed = (marked: string) => {
  const { file, offset, text } = atCursor(marked, undefined, undefined, imported);
  return { text, items: complete(file, offset).items };
};

describe("an operation that only the imported description has", () => {
  const resume = (rest: string) => `{"operation":"membership.subscriptions.resume",${rest}}`;

  it("is checked like a documented one", () => {
    expect(found(resume('"path":{"id":"sub_1"},"body":{"on":"soon","reason":"asked"}'))).toEqual([
      ["bad-format", '"soon"'],
    ]);
    expect(found(resume('"path":{"id":"sub_1"},"body":{"on":"2026-01-31","reason":"why"}'))).toEqual([
      ["value-not-allowed", '"why"'],
    ]);
    expect(found(resume('"path":{"ids":"sub_1"},"body":{}'))).toEqual([
      ["missing-property", "{"],
      ["unknown-property", '"ids"'],
      ["missing-property", "{"],
      ["missing-property", "{"],
    ]);
    expect(found('{"operation":"membership.reviews.list","path":{"slug":"a"},"query":{"stars":6}}')).toEqual([
      ["out-of-range", "6"],
    ]);
  });

  it("is completed, with what it requires", () => {
    const { text, items } = completed('{"operation":"membership.subscriptions.res|"}');
    const item = items.find(({ label }) => label === "membership.subscriptions.resume");
    expect(item?.detail).toBe(
      "Resume subscription — POST /subscriptions/{id}/resume, from Membership API 2.3",
    );
    expect(JSON.stringify(item?.documentation)).toContain("not from the documents");
    const edit = item?.textEdit;
    expect(edit && "range" in edit && applied(text, edit)).toMatch(/"path": \{"id": .*"body": \{"on": /);
    const reasons = completed(resume('"body":{"reason":"|"}')).items.map(({ label }) => label);
    expect(reasons).toEqual(expect.arrayContaining(["asked", "paid"]));
  });

  it("says on hover where it comes from, and is in the outline", () => {
    const words = hovered('{"operation":"membership.subscriptions.|resume"}');
    expect(words).toContain("Resume subscription");
    expect(words).toContain("POST /subscriptions/{id}/resume");
    expect(words).toContain("from the imported description “Membership API 2\\.3”, not from the documents");
    expect(words).toContain("file:///there/membership.yaml");
    expect(symbols(fileOf(resume('"path":{}'), undefined, undefined, imported))[0]?.detail).toBe(
      "Resume subscription",
    );
  });
});

describe("a documented body that the description knows more of", () => {
  const create = (body: string) => `{"operation":"membership.memberships.create","body":${body}}`;

  it("takes the further fields, and asks for what the documents leave open", () => {
    expect(found(create('{"user_id":"usr_1","tier":"starter","referred_by":"usr_2","x":1}'))).toEqual([
      ["unbound-route", '"membership.memberships.create"'],
      ["unknown-property", '"x"'],
    ]);
    expect(found(create('{"user_id":"usr_1"}')).map(([code]) => code)).toEqual([
      "unbound-route",
      "missing-property",
    ]);
  });

  it("keeps what the documents say of a field", () => {
    const codes = found(create('{"user_id":"mem_1","tier":"starter"}')).map(([code]) => code);
    expect(codes).toContain("id-prefix");
  });

  it("completes further fields, and says whose they are, without pictures", () => {
    const { items } = completed(create("{|}"));
    expect(items.map(({ label }) => label)).toContain("referred_by");
    const words = hovered(create('{"refer|red_by":"usr_2"}'));
    expect(words).toContain("From the imported description “Membership API 2\\.3”, not from the documents");
    expect(words).toContain("\\!\\[x\\]");
    expect(hovered(create('{"ti|er":"starter"}'))).toContain("Required by the imported description");
  });

  it("may refer to a schema that refers to itself", () => {
    const user = '{"email":"a@example.com","name":"A"';
    const text = `{"operation":"membership.users.create","body":${user},"manager":${user},"manager":{"email":1}}}}`;
    expect(found(text).map(([code]) => code)).toEqual(["missing-property", "wrong-type"]);
    expect(hovered(`{"operation":"membership.users.create","body":{"mana|ger":{}}}`)).toContain(
      "From the imported description",
    );
  });
});

describe("a route that is not documented", () => {
  it("is said on hover with who has bound it", () => {
    expect(hovered('{"operation":"membership.users.|get"}', catalogue)).toContain(
      "`GET /users/{user_id}`, bound by the OpenAPI description “Membership API 2\\.3”.",
    );
    expect(hovered('{"operation":"membership.users.|create"}', catalogue)).toContain(
      "`POST /users`, bound by your setting.",
    );
    expect(hovered('{"operation":"membership.users.|list"}', catalogue)).not.toContain("bound by");
    expect(hovered('{"operation":"membership.users.|get"}', catalogue, inSandbox())).toContain(
      "Bound by the sandbox",
    );
  });

  it("is bound with a quick fix, where the editor can", () => {
    const text = '{"operation":"membership.invoices.list"}';
    const fixes = (workspace: Workspace) => {
      const file = fileOf(text, undefined, workspace);
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: text.length } };
      return codeActions(file, range, { diagnostics: diagnose(file) });
    };
    expect(fixes(outsideOfSandbox()).map(({ command }) => command)).toEqual([
      { title: "Bind the route…", command: "switchboard.bindRoute", arguments: ["membership.invoices.list"] },
    ]);
    expect(fixes(outsideOfSandbox({ commands: [] }))).toEqual([]);
  });
});

it("leaves the catalogue as it is when nothing is imported", () => {
  expect(mergeImports(catalogue.entries, [])).toBe(catalogue.entries);
  expect(mergeImports(catalogue.entries, [{ ...facts, api: "unknown" }])).toBe(catalogue.entries);
});
