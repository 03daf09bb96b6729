// What can be done with the nodes of the sidebar, told from the sandbox's own records.
import { expect, it } from "vitest";
import {
  endOfAll,
  eventsAbout,
  listCapabilities,
  recordCapabilities,
  relatedOf,
  resourcesAt,
} from "../../../client/records/capabilities.ts";
import { referredNames, refersTo } from "../../../client/records/known-records.ts";
import { chosenBy, type ListNode, listsOf, type RecordNode } from "../../../client/records/node.ts";
import { apis } from "../../../shared/apis/index.ts";
import { allCollections } from "../../../shared/collections.ts";

function listAt(id: string): ListNode {
  const source = allCollections(apis).find((each) => each.id === id);
  if (!source) throw new Error(`There is no list ${id}.`);
  return { kind: "list", id, source, open: false };
}

/** The first record that the API's description has of the list. */
function recordIn(list: ListNode): RecordNode {
  const { api, resource } = list.source.list;
  const row = api.resources[resource ?? ""]?.samples[0] ?? {};
  const key = String(row.id);
  return { kind: "record", id: `${list.id}/${key}`, list, read: { key, row } };
}

it("offers to add to a list, and what belongs to no list at its API's first", () => {
  expect(listCapabilities(listAt("content.posts.list"))).toEqual(["can:content.posts.create"]);
  expect(listCapabilities(listAt("cloud-v1.servers.list"))).toEqual([
    "can:cloud-v1.servers.create",
    "can:cloud-v1.databases.scale",
    "can:cloud-v1.cdn.purge",
  ]);
});

it("offers what takes the record, and what takes those that it refers to where no list shows them", () => {
  expect(recordCapabilities(recordIn(listAt("content.posts.list")))).toEqual([
    "can:content.posts.delete",
    "events",
  ]);
  const invoice = recordCapabilities(recordIn(listAt("membership.invoices.list")));
  expect(invoice).toEqual(
    expect.arrayContaining(["can:membership.subscriptions.pause", "can:membership.subscriptions.cancel"]),
  );
});

it("knows the events that name the record, and those that name one to which it alone leads", () => {
  const eventsAt = (id: string) => {
    const node = recordIn(listAt(id));
    return eventsAbout(node.list.source.api, resourcesAt(node));
  };
  expect(eventsAt("content.posts.list")).toEqual(["content.published"]);
  expect(eventsAt("membership.users.list")).toEqual([
    "user.created",
    "user.updated",
    "user.deleted",
    "membership.created",
    "course.completed",
    "certificate.issued",
  ]);
  expect(eventsAt("membership.invoices.list")).toContain("subscription.paused");
  expect(eventsAt("marketplace.products.list")).toEqual([]);
});

it("says which records can be edited, which lead to others, and which hold the one list", () => {
  const user = recordCapabilities(recordIn(listAt("membership.users.list")));
  expect(user).toContain("editable");
  const membership = recordIn(listAt("membership.memberships.list"));
  expect(recordCapabilities(membership)).toContain("related");
  expect(relatedOf(membership)).toEqual([{ resource: "users", id: membership.read.row.user_id }]);
  expect(recordCapabilities(recordIn(listAt("deploy.projects.list")))).toContain("holder");
});

it("leads from a record of a record's list to that record", () => {
  const project = recordIn(listAt("deploy.projects.list"));
  const [deployments] = listsOf(project);
  if (!deployments) throw new Error("A project has no deployments.");
  expect(relatedOf(recordIn(deployments))).toEqual([{ resource: "projects", id: project.read.key }]);
});

it("knows what ends records: their deletion, else their cancellation, one and the same for all", () => {
  const [post, user, membership, server] = [
    "content.posts.list",
    "membership.users.list",
    "membership.memberships.list",
    "cloud-v1.servers.list",
  ].map((id) => recordIn(listAt(id)));
  if (!post || !user || !membership || !server) throw new Error("A list has no records.");
  expect(endOfAll([post, post])?.id).toBe("content.posts.delete");
  expect(endOfAll([user])?.id).toBe("membership.users.delete");
  expect(endOfAll([membership])?.id).toBe("membership.memberships.cancel");
  expect(endOfAll([server])).toBeUndefined();
  expect(endOfAll([user, membership])).toBeUndefined();
});

it("acts on the row with the focus, and on the selection where that row is in it", () => {
  expect(chosenBy(["a"], ["a", "b"])).toEqual(["b"]);
  expect(chosenBy([], ["b"])).toEqual(["b"]);
  expect(chosenBy(["a", "b", "c"], ["a", "c"])).toEqual(["b", "a", "c"]);
  expect(chosenBy(["a"], ["a"])).toEqual([]);
});

it("names what a record's fields refer to, as far as it is known", () => {
  const membership = recordIn(listAt("membership.memberships.list"));
  const { user_id } = membership.read.row;
  const known = referredNames(membership, ({ slug }, resource, id) =>
    slug === "membership" && resource === "users" && id === user_id ? "Ada" : undefined,
  );
  expect([...known]).toEqual([["user_id", "Ada"]]);
  expect(referredNames(membership, () => undefined).size).toBe(0);
  expect(refersTo(membership.list, "users")).toBe(true);
  expect(refersTo(membership.list, "invoices")).toBe(false);
});
