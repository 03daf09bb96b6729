import { expect, it } from "vitest";
import { deliveryFileName } from "../../../client/webhooks/delivery-file-name.ts";

it.for([
  ["order.completed", "order.completed"],
  ["../../etc/passwd", "etc-passwd"],
  ["a/b\\c:d", "a-b-c-d"],
  ["con", "delivery-con"],
  ["NUL.created", "delivery-NUL.created"],
  ["…", "delivery"],
  ["a..b", "a.b"],
  ["x".repeat(300), "x".repeat(99)],
])("a delivery of the event %s is the file %s", ([event = "", name]) => {
  expect(deliveryFileName({ event, api: "content" })).toBe(`${name}.content.webhook.json`);
});

it("of which no event is known has a name, too", () => {
  expect(deliveryFileName({ problem: "The body is not JSON.", api: "social" }, ".txt")).toBe(
    "The-body-is-not-JSON.social.webhook.txt",
  );
});
