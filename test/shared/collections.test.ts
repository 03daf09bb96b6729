import { describe, expect, it } from "vitest";
import { apis } from "../../shared/apis/index.ts";
import { views } from "../../shared/api.ts";
import { collectionsOf, type NamedCollection } from "../../shared/collections.ts";

const all = views.flatMap((view) => collectionsOf(apis, view));
const nested = (collection: NamedCollection): NamedCollection[] => [
  collection,
  ...collection.children.flatMap(nested),
];

it.each(views)("fills the view %s", (view) => {
  expect(collectionsOf(apis, view).length).toBeGreaterThan(0);
});

it("gives every collection an identifier of its own", () => {
  const ids = all.flatMap(nested).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(all.flatMap(nested).map((collection) => [collection.id, collection] as const))(
  "%s",
  (_, collection) => {
    const { list, get, api } = collection;

    it("lists records, and names fields that they have", () => {
      expect(list.paging).toBeDefined();
      const samples = api.resources[list.resource ?? ""]?.samples ?? [];
      const fields = new Set(samples.flatMap(Object.keys));
      const { label, detail, status } = collection.collection;
      for (const field of [...label, ...detail, ...(status ? [status] : [])]) expect(fields).toContain(field);
    });

    it("reads one record of the same kind", () => {
      if (get) expect(get.operation).toMatchObject({ effect: "read", resource: list.resource });
    });
  },
);
