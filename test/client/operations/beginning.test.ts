import { expect, it } from "vitest";
import { type Beginning, beginningOf } from "../../../client/operations/beginning.ts";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";

const operations = operationsOf(apis);
const begunBy = (beginning: Beginning) =>
  operations.filter((each) => beginningOf(each) === beginning).map(({ id }) => id);

it("lays out a file for what takes a body", () => {
  const others = ["social.auth.token", ...begunBy("edit")];
  expect(begunBy("fill in")).toEqual(
    operations.filter(({ id, request }) => request.body && !others.includes(id)).map(({ id }) => id),
  );
});

it("edits records where an operation changes some of their fields", () => {
  expect(begunBy("edit")).toEqual([
    "membership.users.update",
    "membership.subscriptions.update",
    "admin.settings.update",
  ]);
});

it("asks before it does what takes no body", () => {
  expect(begunBy("act")).toEqual([
    "content.posts.delete",
    "membership.users.delete",
    "membership.memberships.cancel",
    "membership.subscriptions.pause",
    "membership.subscriptions.cancel",
  ]);
});

it("shows what is better looked at than read", () => {
  expect(begunBy("look")).toEqual([
    "creative.analytics.get",
    "admin.dashboard.metrics",
    "learning.analytics.progress",
  ]);
});

it("exchanges credentials by itself, and reads the rest at once", () => {
  expect(begunBy("exchange")).toEqual(["social.auth.token"]);
  for (const id of begunBy("read")) expect(id).toMatch(/\.(list|get)$/);
});
