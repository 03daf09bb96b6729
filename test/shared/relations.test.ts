import { describe, expect, it } from "vitest";
import { apis } from "../../shared/apis/index.ts";
import {
  commanded,
  listedResources,
  operationsAdding,
  operationsElsewhere,
  operationsOn,
  recordsTaken,
  foreignKeysOf,
} from "../../shared/relations.ts";
import { operationsOf } from "../../shared/api.ts";

const api = (slug: string) => {
  const found = apis.find((each) => each.slug === slug);
  if (!found) throw new Error(`There is no API ${slug}.`);
  return found;
};
const ids = (operations: readonly { id: string }[]) => operations.map(({ id }) => id);

describe("what can be done", () => {
  it("with a membership: what takes it in its path or body", () => {
    expect(ids(operationsOn(api("membership"), "memberships"))).toEqual([
      "membership.memberships.change-tier",
      "membership.memberships.cancel",
      "membership.subscriptions.create",
    ]);
  });

  it("with a product: an order, whose items name it", () => {
    expect(ids(operationsOn(api("marketplace"), "products"))).toEqual(["marketplace.orders.create"]);
  });

  it("with a list: what adds to it", () => {
    expect(ids(operationsAdding(api("content"), "posts"))).toEqual(["content.posts.create"]);
    expect(ids(operationsAdding(api("deploy"), "deployments"))).toEqual(["deploy.deployments.create"]);
  });

  it("with an API: what belongs to none of its lists", () => {
    expect(ids(operationsElsewhere(api("cloud-v1")))).toEqual([
      "cloud-v1.databases.scale",
      "cloud-v1.cdn.purge",
    ]);
  });

  it("with an invoice, not with the API: what is done to its subscription, which no list shows", () => {
    expect(ids(operationsElsewhere(api("membership")))).toEqual([]);
  });
});

it("every operation with a command is reached from a node of the sidebar", () => {
  for (const each of apis) {
    const listed = listedResources(each);
    const resources = new Set([
      ...listed,
      // Those that a listed record refers to, and no list shows.
      ...listed.flatMap((resource) => {
        const described = each.resources[resource];
        return described ? [...foreignKeysOf(described).values()] : [];
      }),
    ]);
    const reached = new Set([
      ...ids(operationsElsewhere(each)),
      ...[...resources].flatMap((resource) => ids(operationsOn(each, resource))),
      ...listed.flatMap((resource) => ids(operationsAdding(each, resource))),
    ]);
    expect(ids(commanded(each)).filter((id) => !reached.has(id))).toEqual([]);
  }
});

describe("records that an operation takes", () => {
  const taken = (id: string) => {
    const named = operationsOf(apis).find((each) => each.id === id);
    if (!named) throw new Error(`There is no ${id}.`);
    return recordsTaken(named);
  };

  it("are named by its path", () => {
    expect(taken("deploy.deployments.create").path).toEqual(new Map([["id", "projects"]]));
  });

  it("are its own where the path's parameters are not shown", () => {
    expect(taken("membership.subscriptions.pause").openPath).toBe("subscriptions");
  });

  it("are named anywhere in its body", () => {
    expect([...taken("learning.enrollments.create").body]).toEqual(["students", "courses"]);
  });
});

it("a record refers to others by its fields", () => {
  const { memberships, invoices } = api("membership").resources;
  expect(memberships && foreignKeysOf(memberships)).toEqual(new Map([["user_id", "users"]]));
  expect(invoices && foreignKeysOf(invoices)).toEqual(new Map([["subscription_id", "subscriptions"]]));
});
