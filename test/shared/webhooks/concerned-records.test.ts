import { expect, it } from "vitest";
import { apis } from "../../../shared/apis/index.ts";
import { concernedRecords } from "../../../shared/webhooks/concerned-records.ts";
import { readPayload } from "../../../shared/webhooks/payload.ts";

const concerned = (slug: string, value: unknown) => {
  const api = apis.find((each) => each.slug === slug);
  return api && concernedRecords(api, readPayload(api, Buffer.from(JSON.stringify(value))));
};

it("finds the records that the documented fields of an event name, its subject first", () => {
  expect(
    concerned("membership", {
      type: "membership.created",
      data: { user_id: "usr_4", id: "mem_1", tier: "professional" },
    }),
  ).toEqual([
    { resource: "memberships", id: "mem_1" },
    { resource: "users", id: "usr_4" },
  ]);
});

it("goes by the documented prefixes where the fields are not shown", () => {
  expect(
    concerned("membership", { type: "course.completed", data: { user_id: "usr_4", course_id: "crs_1" } }),
  ).toEqual([
    { resource: "users", id: "usr_4" },
    { resource: "courses", id: "crs_1" },
  ]);
});

it.for([[null], ["post_1"], [{ event: "__proto__", data: { id: "post_1" } }], [{ data: [[["post_1"]]] }]])(
  "reads %j without harm",
  ([value]) => {
    expect(concerned("content", value)?.length).toBeLessThanOrEqual(1);
  },
);

it("is bounded", () => {
  const data = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, `post_${index}`]));
  expect(concerned("content", { event: "content.published", data })?.length).toBe(20);
  let deep: unknown = "post_1";
  for (let level = 0; level < 1000; level++) deep = [deep];
  expect(concerned("content", deep)).toEqual([]);
});
