import { expect, it } from "vitest";
import { isFound } from "../../../client/requests/operation-search.ts";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";

const operations = operationsOf(apis);
const found = (search: string) =>
  operations.filter((operation) => isFound(operation, search)).map(({ id }) => id);

it("finds all while nothing is searched for", () => {
  expect(found("")).toHaveLength(operations.length);
  expect(found("  ")).toHaveLength(operations.length);
});

it("finds by API and verb, in any order and by beginnings", () => {
  expect(found("content create")[0]).toBe("content.posts.create");
  expect(found("create content")).toEqual(found("content create"));
  expect(found("membership platform subsc pause")).toEqual(["membership.subscriptions.pause"]);
});

it("finds by id, by route and by other words for a verb", () => {
  expect(found("social.auth.token")).toEqual(["social.auth.token"]);
  expect(found("/dashboard/metrics")).toEqual(["admin.dashboard.metrics"]);
  expect(found("new product")).toContain("marketplace.products.create");
});

it("finds nothing for a word that no operation has", () => {
  expect(found("content teapot")).toEqual([]);
});
