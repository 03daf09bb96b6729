import { expect, it } from "vitest";
import { documentedRoute, operationsOf } from "../../../shared/api.ts";
import { membership } from "../../../shared/apis/membership/index.ts";
import { describe as readDescription } from "../../../shared/openapi/description.ts";
import { matchOperations } from "../../../shared/openapi/match.ts";
import { formatRoute } from "../../../shared/routes.ts";
import { descriptionOf, membershipFile } from "./descriptions.ts";

const matchesOf = (file: string) => matchOperations(membership, descriptionOf(membershipFile(file)));

it.each(["membership.yaml", "membership.json"])("%s binds every operation that has no route", (file) => {
  const bound = matchesOf(file).filter(({ operation }) => !documentedRoute(operation));
  const unbound = operationsOf([membership]).filter((operation) => !documentedRoute(operation));
  expect(bound.map(({ operation }) => operation.id).sort()).toEqual(unbound.map(({ id }) => id).sort());
});

it("finds operations by path, name and body where their paths are not the usual ones", () => {
  const routes = Object.fromEntries(
    ["membership.yaml", "membership.json"].flatMap((file) =>
      matchesOf(file).map(({ operation: named, route }) => [
        `${file.slice(-4)} ${named.resource}.${named.verb}`,
        formatRoute(route),
      ]),
    ),
  );
  expect(routes).toMatchObject({
    "yaml memberships.cancel": "DELETE /memberships/{membership_id}",
    "yaml memberships.change-tier": "PUT /memberships/{membership_id}/tier",
    "yaml subscriptions.pause": "POST /subscriptions/{subscription_id}/suspend",
    "yaml invoices.list": "GET /billing/invoices",
    "json subscriptions.create": "POST /memberships/{membershipId}/subscriptions",
    "json users.update": "PUT /users/{user_id}",
  });
});

it("says by what it matched, and of what it is unsure", () => {
  const matches = matchesOf("membership.json");
  const of = (id: string) => matches.find(({ operation }) => operation.id === id);
  expect(of("membership.users.list")).toMatchObject({ sure: true, reason: "its documented method and path" });
  expect(of("membership.users.create")).toMatchObject({
    sure: true,
    reason: "summary “Add a user”, path, 4 of 4 body fields",
  });
  expect(of("membership.memberships.cancel")).toMatchObject({ sure: false, reason: "path" });
});

it("takes no operation for two, and none that does something else", () => {
  const paths = {
    "/memberships": { get: {} },
    "/weather": { get: { operationId: "getWeather" }, post: { operationId: "setWeather" } },
  };
  const matches = matchOperations(
    membership,
    readDescription({ openapi: "3.0.0", info: {}, paths }, membership),
  );
  expect(matches.map(({ operation }) => operation.id)).toEqual(["membership.memberships.list"]);
});
