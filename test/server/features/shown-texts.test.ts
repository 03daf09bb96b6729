import { describe, expect, it } from "vitest";
import { complete } from "../../../server/features/completion.ts";
import { folds } from "../../../server/features/folding.ts";
import { hover } from "../../../server/features/hover.ts";
import { inlayHints } from "../../../server/features/inlay-hints.ts";
import { links } from "../../../server/features/links.ts";
import { symbols } from "../../../server/features/symbols.ts";
import { comparedStrings } from "../../../server/rules/secrets.ts";
import { type DescribedReply, serverCommands } from "../../../shared/protocol.ts";
import { atCursor, fileOf, found, type Known, textIn, workspaceWith } from "../marked.ts";

const reply = "switchboard-response:/reply.response.jsonc?file%3A%2F%2F%2Fa.request.json";
const now = new Date("2026-03-04T12:00:00Z");

/** The document of a reply holds these. */
const holding = (...replies: (DescribedReply | string)[]): Known =>
  workspaceWith({
    settings: { environment: "sandbox", commands: [serverCommands.openRecord] },
    replies: new Map([
      [
        reply,
        replies.map((each) => (typeof each === "string" ? { operation: each, succeeded: true } : each)),
      ],
    ]),
    records: [
      {
        api: "membership",
        resource: "users",
        records: [{ id: "usr_1", name: "Ada Example" }],
        more: false,
      },
    ],
  });

function hovered(marked: string, known: Known, uri = reply): string {
  const { file, offset } = atCursor(marked, uri, known);
  const contents = hover(file, offset, { now, timeZone: "UTC" })?.contents as { value: string } | undefined;
  return contents?.value ?? "";
}

function hintsIn(text: string, known: Known, uri = reply): string[] {
  const file = fileOf(text, uri, known);
  const range = { start: { line: 0, character: 0 }, end: file.lines.positionAt(text.length) };
  return inlayHints(file, range, now.getTime()).map(({ label }) => String(label));
}

const linksIn = (text: string, known: Known, uri = reply) =>
  links(fileOf(text, uri, known)).map(({ range, target }) => [textIn(text, range), target]);

const subscription = `// 201 Created · 12 ms
{
  "id": "sub_1",
  "amount": 4900,
  "currency": "eur",
  "next_payment_date": "2026-03-06T12:00:00Z"
}

// #region Headers
// date: today
// #endregion
`;

describe("a reply", () => {
  const known = holding("membership.subscriptions.create");

  it("says what its fields are documented to mean, and who made up those that are not", () => {
    const words = hovered(subscription.replace("4900", "49|00"), known);
    expect(words).toContain("= **49.00 EUR**");
    expect(words).toContain("Minor units");
    expect(words).toMatch(/\[membership\.subscriptions\.create\]\(.*operations\.md#L\d+\)$/);
    expect(words).not.toMatch(/required|optional/);
    expect(hovered('{"new": "wo|rd"}', known)).toMatch(/^The sandbox's own choice: /);
    expect(
      hovered('{"new": "wo|rd"}', { ...known, settings: { ...known.settings, environment: "live" } }),
    ).toBe("");
  });

  it("shows amounts and relative times beside the values", () => {
    expect(hintsIn(subscription, known)).toEqual(["49.00 EUR", "in 2 days"]);
  });

  it("leads to the records that it names, by the field or by the prefix", () => {
    const membership = '{"id":"mem_1","user_id":"usr_1","new":{"from":"usr_2"},"note":"usr_"}';
    expect(linksIn(membership, holding("membership.memberships.create"))).toEqual([
      ["mem_1", "switchboard://sandbox/membership/memberships/mem_1.json"],
      ["usr_1", "switchboard://sandbox/membership/users/usr_1.json"],
      ["usr_2", "switchboard://sandbox/membership/users/usr_2.json"],
    ]);
    expect(hintsIn(membership, holding("membership.memberships.create"))).toEqual(["Ada Example"]);
  });

  it("leads to web addresses, and to no other", () => {
    const text = '{"a":"https://example.com/1.pdf","b":"javascript:alert(1)","c":"file:///etc/passwd"}';
    expect(linksIn(text, known)).toEqual([["https://example.com/1.pdf", "https://example.com/1.pdf"]]);
  });

  it("of a list describes the records where only the envelope is not shown", () => {
    const invoices = holding("membership.invoices.list");
    for (const text of [
      '{"data":[{"id":"inv_1","due_da|te":"2026-03-05T12:00:00Z"}]}',
      '[{"id":"inv_1","due_da|te":"2026-03-05T12:00:00Z"}]',
    ])
      expect(hovered(text, invoices)).toContain("ISO 8601 timestamp in UTC");
  });

  it("that departs from what is documented has no findings", () => {
    for (const text of ['{"id":7,"amount":"much","id":1}', "[", ""])
      expect(found(text, reply, known)).toEqual([]);
    expect(found('{"id":7}', "switchboard://sandbox/content/posts/post_1.json", known)).toEqual([]);
  });

  it("that is a fault is described by nothing but its times and identifiers", () => {
    const fault = holding({ operation: "membership.users.get", succeeded: false });
    expect(hovered('{"em|ail":"no such user"}', fault)).toBe("");
    expect(hovered('{"email":"2026-03-04T11:|00:00Z"}', fault)).toContain("1 hour ago");
    expect(linksIn('{"details":"usr_9"}', fault)).toEqual([
      ["usr_9", "switchboard://sandbox/membership/users/usr_9.json"],
    ]);
  });

  it("of several requests has each described by its own operation", () => {
    const several = holding(
      "membership.subscriptions.create",
      { operation: "membership.users.get", succeeded: false },
      "content.posts.list",
    );
    const text = '[{"amount":4900},{"amount":4900,"user":"usr_1"},{"data":[{"id":"post_1"}]}]';
    expect(hintsIn(text, several)).toEqual(["49.00"]);
    expect(linksIn(text, several)).toEqual([
      ["usr_1", "switchboard://sandbox/membership/users/usr_1.json"],
      ["post_1", "switchboard://sandbox/content/posts/post_1.json"],
    ]);
    expect(symbols(fileOf(text, reply, several)).map(({ name }) => name)).toEqual([
      "membership.subscriptions.create",
      "membership.users.get",
      "content.posts.list",
    ]);
  });

  it("of which nobody has said what it is stays a text with times", () => {
    const nothing = holding();
    expect(hintsIn(subscription, nothing)).toEqual(["in 2 days"]);
    expect(linksIn(subscription, nothing)).toEqual([]);
  });

  it("has its headers in a region that the editor closes by itself", () => {
    expect(folds(fileOf(subscription, reply, known))).toContainEqual({
      startLine: 8,
      endLine: 10,
      kind: "imports",
    });
  });

  it("is not completed, and nothing of it is compared with keys", () => {
    const { file, offset } = atCursor('{"status": "|"}', reply, known);
    expect(complete(file, offset).items).toEqual([]);
    expect(comparedStrings(fileOf('{"a":"sk_live_0123456789abcdef"}', reply, known))).toEqual([]);
  });
});

describe("a record", () => {
  const known = holding();
  const post = "switchboard://sandbox/content/posts/post_1.json";

  it("says what its fields are documented to mean, and in which API", () => {
    const words = hovered('{"id":"post_1","sta|tus":"draft"}', known, post);
    expect(words).toContain("`published`");
    expect(words).toMatch(/\[Content management\]\(.*operations\.md#L\d+\)$/);
  });

  it("leads to others and not to itself", () => {
    const user = "switchboard://sandbox/membership/memberships/mem_1.json";
    const text = '{"id":"mem_1","user_id":"usr_1","created_at":"2026-03-03T12:00:00Z"}';
    expect(linksIn(text, known, user)).toEqual([
      ["usr_1", "switchboard://sandbox/membership/users/usr_1.json"],
    ]);
    expect(hintsIn(text, known, user)).toEqual(["Ada Example", "yesterday"]);
  });

  it("leaves folding and outline to the editor's own support of JSON", () => {
    const file = fileOf('{\n"a": {\n"b": 1\n}\n}', post, known);
    expect([...folds(file), ...symbols(file)]).toEqual([]);
  });

  it("that no API describes is a text like any other", () => {
    expect(hovered('{"a|":1}', known, "switchboard://sandbox/nowhere/things/1.json")).toBe("");
  });
});
