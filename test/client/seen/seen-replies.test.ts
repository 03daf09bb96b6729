import { expect, it } from "vitest";
import { SeenReplies } from "../../../client/seen/seen-replies.ts";
import { driftReport, driftReports } from "../../../shared/requests/drift-report.ts";
import { operation } from "../../shared/http/calls.ts";

const memory = () => {
  const state = new Map<string, unknown>();
  return {
    writes: 0,
    get: (key: string): unknown => state.get(key),
    async update(key: string, value: unknown) {
      this.writes++;
      state.set(key, structuredClone(value));
    },
  };
};

const posts = { operation: operation("content.posts.list"), environment: "test" };
const odd = { status: 200, body: { data: [{ id: "post_1", mood: "ada@example.com" }] } };

it("keeps for the next window what the documents do not show, and no value of it", async () => {
  const kept = memory();
  const first = new SeenReplies(kept);
  await first.add(posts, odd, "2026-01-30");
  await first.add(posts, { status: 418 }, "2026-01-31");
  const [found, ...others] = new SeenReplies(kept).report("test");
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    operation: "content.posts.list",
    beyond: [
      { kind: "field", at: "data[]", seen: "mood" },
      { kind: "status", seen: "418", last: "2026-01-31" },
    ],
  });
  expect(JSON.stringify(found)).not.toContain("ada@");
  expect(found && driftReport(found)).toContain("- field `data[].mood`, last on 2026-01-30");
});

it("tells environments apart", async () => {
  const seen = new SeenReplies(memory());
  await seen.add(posts, odd, "2026-01-30");
  expect(seen.report("live")).toEqual([]);
});

it("writes when there is something new, and not for each list that is read again", async () => {
  const kept = memory();
  const seen = new SeenReplies(kept);
  for (let round = 0; round < 10; round++) await seen.add(posts, odd, "2026-01-30");
  expect(kept.writes).toBe(1);
  await seen.add(posts, odd, "2026-01-31");
  expect(kept.writes).toBe(2);
});

it("writes nothing because of what was seen on another day and is gone", async () => {
  const kept = memory();
  const seen = new SeenReplies(kept);
  await seen.add(posts, odd, "2026-01-30");
  const usual = { status: 200, body: { data: [{ id: "post_1" }] } };
  expect(await seen.add(posts, usual, "2026-01-31")).toBe(false);
  expect(kept.writes).toBe(1);
  expect(seen.report("test")[0]?.beyond[0]).toMatchObject({ seen: "mood", last: "2026-01-30" });
});

it("is bounded, and written once a day, however many names replies have", async () => {
  const kept = memory();
  const seen = new SeenReplies(kept);
  const body = { data: [Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`name${at}`, 1]))] };
  for (const today of ["2026-01-30", "2026-01-30", "2026-01-31", "2026-01-31"])
    await seen.add(posts, { status: 200, body }, today);
  expect(kept.writes).toBe(2);
  expect(seen.report("test")[0]?.beyond).toHaveLength(200);
});

it("passes over what another version has left in its place", () => {
  const kept = memory();
  for (const state of [
    null,
    "x",
    [null, {}, { operation: "a", environment: "test", replies: 1, beyond: [1] }],
  ])
    expect(new SeenReplies({ ...kept, get: () => state }).report("test")).toEqual([]);
});

it("a report tells first what no document shows, and of the rest the names alone", () => {
  const seen = (operation: string, more = {}) => ({ operation, replies: 1, beyond: [], unseen: [], ...more });
  const text = driftReports([
    seen("a.a.list"),
    seen("b.b.list", { unseen: ["data[].x"] }),
    seen("c.c.list", { beyond: [{ kind: "field", at: "", seen: "mood" }] }),
  ]);
  expect(text.match(/^(## |- ).*$/gm)).toEqual([
    "## c.c.list",
    "- field `mood`",
    "## b.b.list",
    "- `data[].x`",
    "## Nothing beyond the documents",
    "- a.a.list: 1 reply",
  ]);
});
