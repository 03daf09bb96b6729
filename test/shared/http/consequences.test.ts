// What is known, and what may be tried again, after each mishap: as the project's reliability table says.
import { expect, it } from "vitest";
import { consequences, type Mishap } from "../../../shared/http/consequences.ts";

type Words = [kind: string, get: string, putAndDelete: string, postAndPatch: string];

const table: Record<Mishap, Words> = {
  "not one that HTTP can carry": ["invalid-request", "not-sent", "not-sent", "not-sent"],
  "no proxy to go through": ["unreachable", "not-sent", "not-sent", "not-sent"],
  "no connection": ["unreachable", "not-sent, 3", "not-sent, 3", "not-sent, 3"],
  "no connection in time": ["timeout", "not-sent, 2", "not-sent, 2", "not-sent, 2"],
  "no trust in the certificate": ["unreachable", "not-sent", "not-sent", "not-sent"],
  "no secure connection": ["unreachable", "not-sent", "not-sent", "not-sent"],
  "cancelled before it left": ["aborted", "not-sent", "not-sent", "not-sent"],
  cancelled: ["aborted", "unknown", "unknown", "unknown"],
  "reply lost": ["interrupted", "unknown, 3", "unknown, 3", "unknown"],
  "reply late": ["timeout", "unknown, 2", "unknown, 2", "unknown"],
  "reply not to be read": ["unreadable", "unknown", "unknown", "unknown"],
  "reply cut short": ["unreadable", "unknown, 2", "unknown, 2", "unknown"],
  "reply not JSON": ["unreadable", "unknown", "unknown", "unknown"],
  "reply empty": ["unreadable", "unknown", "unknown", "unknown"],
  redirect: ["unreadable", "rejected", "rejected", "rejected"],
  "redirect to a result": ["unreadable", "rejected", "unknown", "unknown"],
  "rate limit": ["rate-limited", "rejected, 3", "rejected, 3", "rejected, 3"],
  "wait too long": ["rate-limited", "rejected", "rejected", "rejected"],
  refusal: ["refused", "rejected", "rejected", "rejected"],
  "server failure": ["refused", "unknown, 3", "unknown, 3", "unknown"],
  "server failure without words": ["unreadable", "unknown, 3", "unknown, 3", "unknown"],
  "lasting server failure": ["refused", "unknown", "unknown", "unknown"],
  "lasting server failure without words": ["unreadable", "unknown", "unknown", "unknown"],
};

const rows = Object.entries(table) as [Mishap, Words][]; // The keys are those of the type above.

it.for(rows)("%s", ([mishap, expected]) => {
  const { kind, read, repeatable, once } = consequences[mishap];
  const words = ([outcome, attempts]: readonly [string, number]) =>
    attempts === 1 ? outcome : `${outcome}, ${attempts}`;
  expect([kind, words(read), words(repeatable), words(once)]).toEqual(expected);
});

it("the table has a row for each mishap", () => {
  expect(Object.keys(table)).toEqual(Object.keys(consequences));
});

it("what is not known is never tried again by a POST or a PATCH", () => {
  for (const { once } of Object.values(consequences)) if (once[0] === "unknown") expect(once[1]).toBe(1);
});
