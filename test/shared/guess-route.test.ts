import { expect, it } from "vitest";
import { documentedRoute, operationsOf, pathParameters } from "../../shared/api.ts";
import { apis } from "../../shared/apis/index.ts";
import { guessRoute, pathNames } from "../../shared/guess-route.ts";
import { formatRoute, parseRoute } from "../../shared/routes.ts";

const operations = operationsOf(apis);
const guessed = (id: string) => {
  const named = operations.find((each) => each.id === id);
  return named && formatRoute(guessRoute(named));
};

it.each([
  ["membership.memberships.list", "GET /memberships"],
  ["membership.memberships.create", "POST /memberships"],
  ["membership.memberships.get", "GET /memberships/{membership_id}"],
  ["membership.users.update", "PATCH /users/{user_id}"],
  ["membership.users.delete", "DELETE /users/{user_id}"],
  ["membership.memberships.change-tier", "POST /memberships/{membership_id}/change-tier"],
])("guesses a route for %s as most APIs have it", (id, route) => {
  expect(guessed(id)).toBe(route);
});

it("stands beside what the documents show of the resource, and keeps a method that they show", () => {
  expect(guessed("content.posts.create")).toBe("POST /content/posts");
  expect(guessed("content.posts.delete")).toMatch(/^DELETE \/content\/posts\/\{\w+\}$/);
});

it("is a route with every parameter for each operation that has none", () => {
  for (const named of operations.filter((operation) => !documentedRoute(operation))) {
    const route = guessRoute(named);
    expect(parseRoute(formatRoute(route))).toEqual(route);
    expect(pathParameters(route.path)).toEqual(expect.arrayContaining(pathNames(named)));
  }
});
