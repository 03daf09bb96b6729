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

it("the size of a page has the documented bounds and no others", () => {
  expect(parameters.get("creative.projects.list")?.size).toEqual({ name: "limit", least: 1, most: 100 });
  expect(parameters.get("deploy.projects.list")?.size).toEqual({ name: "limit", most: 100 });
  expect(parameters.get("cloud-v2.instances.list")?.size).toEqual({ name: "limit" });
  expect(parameters.get("cloud-v2.databases.list")?.size).toBeUndefined();
});
