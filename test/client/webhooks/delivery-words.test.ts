import { describe, expect, it } from "vitest";
import { headOf } from "../../../client/webhooks/delivery-head.ts";
import { filtered, filterWords, isSet } from "../../../client/webhooks/delivery-filter.ts";
import { descriptionOf, labelOf, lookOf, tooltipOf } from "../../../client/webhooks/delivery-words.ts";
import { keptDelivery } from "../../../client/webhooks/kept-delivery.ts";
import type { Delivery } from "../../../shared/webhooks/receiver.ts";
import { apiOf, delivery, order } from "./deliveries.ts";

const head = (body: object | string, more: Partial<Delivery> = {}, id = "1") =>
  headOf(id, keptDelivery(delivery(body, more), "test"));
const wrong = { state: "wrong", reason: "The signature is not that of these bytes." } as const;

describe("a delivery in words", () => {
  it("says the event, the API, the record by its name, the verdict and the time", () => {
    const one = head(order(1));
    expect(labelOf(one)).toBe("order.completed");
    expect(descriptionOf(one, undefined)).toMatch(/^ord_1 · verified · \d\d:\d\d:\d\d · marketplace$/);
    expect(descriptionOf(one, "Anna's order")).toMatch(/^Anna's order · verified · /);
  });

  it("says what else is to be known of it, and shows the worst", () => {
    const one = head(order(1), { isReplay: true, stale: 7200 });
    expect(descriptionOf(one, undefined)).toMatch(/^ord_1 · verified · duplicate · stale · /);
    expect(lookOf(one).icon).toBe("copy");
    expect(lookOf(head(order(1), { verdict: wrong, isReplay: true })).icon).toBe("error");
    expect(tooltipOf(one, {})).toContain("**Stale.** Its own time is 2 hours away from its arrival.");
    expect(tooltipOf(one, {})).toContain("came before");
  });

  it("says how the handler has answered, and shows when it did not accept", () => {
    const answer = { id: "a", at: 0, delivery: "1", url: "http://127.0.0.1:3000/", duration: 12.3 };
    const one = { ...head(order(1)), answer: { ...answer, status: 204 } };
    expect(descriptionOf(one, undefined)).toMatch(/^ord_1 · → 204 · verified · /);
    expect(lookOf(one).icon).toBe("verified");
    const refused = { ...one, answer: { ...answer, status: 500, again: 5000 } };
    expect(lookOf(refused).icon).toBe("debug-disconnect");
    expect(tooltipOf(refused, { said: "no `such` order" })).toMatch(
      /500 in 12 ms\\, to be tried again after 5 s\n\n`` no `such` order ``/,
    );
    const down = { ...one, answer: { ...answer, failure: "not reached" } };
    expect(descriptionOf(down, undefined)).toMatch(/^ord_1 · → no answer · /);
  });

  it("says what is no JSON, and what names no event", () => {
    expect(labelOf(head("no json"))).toBe("The body is not JSON.");
    expect(labelOf(head({}))).toBe("Event not shown");
  });

  it("makes what was sent plain", () => {
    const nasty = "[x](command:a)\u202e<b>\n".repeat(100);
    const one = head({ event: nasty, id: nasty, data: { order_id: nasty } }, { verdict: wrong });
    expect(labelOf(one).length).toBeLessThanOrEqual(100);
    expect(labelOf(one)).not.toMatch(/[\u202e\n]/);
    // As code nothing in it means anything.
    const tooltip = tooltipOf(one, { name: nasty, hint: nasty, said: nasty }).replaceAll(/`.*?`/g, "");
    expect(tooltip).not.toContain("](command");
    expect(tooltip).not.toMatch(/[^\\]<b/);
  });
});

describe("the filter", () => {
  const post = { event: "content.published", data: { type: "post", id: "post_1", note: "by Anna" } };
  const heads = [
    head(order(1), {}, "order"),
    head(order(2), { verdict: wrong, isReplay: true }, "wrong"),
    head(post, { api: apiOf("content"), verdict: { state: "unsigned", reason: "" } }, "post"),
  ];
  const nameOf = ({ subject }: { subject?: string | undefined }) =>
    subject === "post_1" ? "Hello world" : undefined;
  const found = (filter: Parameters<typeof filtered>[1]) =>
    filtered(heads, filter, nameOf).map(({ id }) => id);

  it("finds by API, event and verdict, and all of them together", () => {
    expect(found({})).toEqual(["order", "wrong", "post"]);
    expect(found({ api: "content" })).toEqual(["post"]);
    expect(found({ event: "order.completed" })).toEqual(["order", "wrong"]);
    expect(found({ mark: "duplicate" })).toEqual(["wrong"]);
    expect(found({ mark: "verified", api: "content" })).toEqual([]);
  });

  it("finds words in names, identifiers, verdicts and payloads, whatever their case", () => {
    expect(found({ words: "HELLO world" })).toEqual(["post"]);
    expect(found({ words: "anna" })).toEqual(["post"]);
    expect(found({ words: "evt_2 wrong" })).toEqual(["wrong"]);
    expect(found({ words: "anna order" })).toEqual([]);
  });

  it("says what it is", () => {
    expect(isSet({})).toBe(false);
    expect(filterWords({ api: "content", mark: "wrong", words: "a b" })).toBe(
      "content · wrong signature · “a b”",
    );
  });
});
