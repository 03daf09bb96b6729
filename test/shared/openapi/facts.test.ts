import { expect, it } from "vitest";
import { membership } from "../../../shared/apis/membership/index.ts";
import { factsOf } from "../../../shared/openapi/facts.ts";
import { parseImported } from "../../../shared/openapi/imported.ts";
import { matchOperations } from "../../../shared/openapi/match.ts";
import { descriptionOf, membershipFile } from "./descriptions.ts";

const description = descriptionOf(membershipFile("membership.yaml"));
const matches = matchOperations(membership, description);
const factsWith = (...ids: string[]) =>
  factsOf(membership, description, matches, new Set(ids), "/there/membership.yaml");

it("binds what was confirmed and nothing else", () => {
  expect(factsWith("membership.invoices.list").routes).toEqual({
    "membership.invoices.list": "GET /billing/invoices",
  });
});

it("keeps the operations that the documents do not have, each with a name and a request to begin with", () => {
  const { operations } = factsWith(...matches.map(({ operation }) => operation.id));
  expect(operations.map(({ title }) => title)).toEqual(["Resume subscription", "List reviews"]);
  expect(operations.map(({ id, method, path, sample }) => ({ id, method, path, sample }))).toEqual([
    {
      id: "membership.subscriptions.resume",
      method: "POST",
      path: "/subscriptions/{id}/resume",
      sample: { path: { id: "" }, body: { on: "2026-01-31", reason: "asked" } },
    },
    {
      id: "membership.reviews.list",
      method: "GET",
      path: "/catalog/courses/{slug}/reviews",
      sample: { path: { slug: "" } },
    },
  ]);
});

it("keeps the fields of a body that is put together from parts", () => {
  const { bodies } = factsWith("membership.memberships.create");
  const body = bodies["membership.memberships.create"];
  expect(body?.required).toEqual(["user_id", "tier"]);
  expect(Object.keys(body?.properties ?? {}).sort()).toEqual(
    ["billing_cycle", "coupon_code", "referred_by", "tier", "trial_days", "user_id"].sort(),
  );
});

it("comes back from its file as it was, and other files are none", () => {
  const facts = factsWith("membership.users.get");
  expect(parseImported(JSON.stringify(facts))).toEqual(facts);
  for (const text of ["", "{}", "[]", '{"format":2}', JSON.stringify({ ...facts, operations: [{}] })])
    expect(parseImported(text)).toBeUndefined();
});
