import { expect, it } from "vitest";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { listParameters } from "../../../shared/derived/list-parameters.ts";

const lists = operationsOf(apis).filter((operation) => operation.paging);
const parameters = new Map(lists.map((operation) => [operation.id, listParameters(operation)]));

it("every list is filtered by what its documents name, and by nothing that paging sets", () => {
  const names = [...parameters].map(
    ([id, { filters }]) => `${id}: ${filters.map(({ name }) => name).join(", ")}`,
  );
  expect(names.filter((line) => !line.endsWith(": "))).toEqual([
    "cloud-v1.servers.list: status, region",
    "cloud-v2.instances.list: region, status",
    "creative.projects.list: status",
    "content.posts.list: status, sort",
    "marketplace.products.list: status",
    "membership.users.list: status, created_after",
    "membership.invoices.list: status",
    "admin.users.list: role",
    "learning.courses.list: category",
    "social.users.list: q",
  ]);
});

it("the size of a page is set where a size is documented, and goes no further than the documents do", () => {
  expect(Object.fromEntries([...parameters].flatMap(([id, { size }]) => (size ? [[id, size]] : [])))).toEqual(
    {
      // Only the default is documented.
      "cloud-v1.servers.list": { name: "limit", most: 20 },
      "membership.invoices.list": { name: "limit", most: 10 },
      "deploy.projects.list": { name: "limit", most: 100 },
      "creative.projects.list": { name: "limit", least: 1, most: 100 },
      "content.posts.list": { name: "limit", most: 100 },
      "marketplace.products.list": { name: "limit", most: 100 },
      "membership.users.list": { name: "limit", least: 1, most: 100 },
      "admin.users.list": { name: "limit", most: 100 },
      "learning.courses.list": { name: "limit", most: 100 },
      "social.users.list": { name: "limit", least: 1, most: 100 },
    },
  );
});

it.for(lists)("the samples of $id ask for no size beyond what is documented", ({ id, paging, samples }) => {
  const name = paging?.sizeParameter;
  const sizes = samples.flatMap(({ query }) => (name && query?.[name] !== undefined ? [query[name]] : []));
  const { size } = parameters.get(id) ?? {};
  for (const asked of sizes) expect(asked).toBeLessThanOrEqual(size?.most ?? 0);
});
