// Checked by the compiler; nothing is sent.
import { expectTypeOf, it } from "vitest";
import type { Row } from "../../shared/api.ts";
import { admin } from "../../shared/apis/admin/index.ts";
import { cloudV1 } from "../../shared/apis/cloud-v1/index.ts";
import { content } from "../../shared/apis/content/index.ts";
import { creative } from "../../shared/apis/creative/index.ts";
import { deploy } from "../../shared/apis/deploy/index.ts";
import { membership } from "../../shared/apis/membership/index.ts";
import { clientFor } from "../../shared/client.ts";
import type { Listing } from "../../shared/http/listing.ts";

const options = { baseUrl: "https://api.example.com/v1", credentials: { key: "key" } };

it("a body has its documented fields, and what is required is required", () => {
  const { projects, deployments } = clientFor(deploy, options);
  expectTypeOf(projects.create).toBeCallableWith({ body: { name: "shop" } });
  expectTypeOf(projects.create).toBeCallableWith({
    body: { name: "shop", framework: "astro", repo_url: "git@x:y.git" },
  });
  expectTypeOf(deployments.create).toBeCallableWith({
    path: { id: "proj_1" },
    body: { environment: "preview" },
  });
  const wrong = () => [
    // @ts-expect-error The body is missing.
    projects.create({}),
    // @ts-expect-error The name is missing.
    projects.create({ body: {} }),
    // @ts-expect-error The name is a string.
    projects.create({ body: { name: 1 } }),
    // @ts-expect-error There is no such field.
    projects.create({ body: { name: "shop", colour: "red" } }),
    // @ts-expect-error The path is missing.
    deployments.create({ body: {} }),
    // @ts-expect-error There is no such environment.
    deployments.create({ path: { id: "proj_1" }, body: { environment: "staging" } }),
    // @ts-expect-error There is no such operation.
    projects.remove,
  ];
  expectTypeOf(wrong).toBeFunction();
});

it("a call without anything required needs no argument", () => {
  const { dashboard } = clientFor(admin, options);
  expectTypeOf(dashboard.metrics).toBeCallableWith();
  expectTypeOf(clientFor(cloudV1, options).servers.create).toBeCallableWith();
  expectTypeOf(clientFor(cloudV1, options).servers.list).toBeCallableWith({
    query: { status: "running", limit: 5 },
  });
});

it("a reply has the documented type, or none that is known", () => {
  const { dashboard } = clientFor(admin, options);
  expectTypeOf(dashboard.metrics)
    .returns.resolves.toHaveProperty("body")
    .toHaveProperty("active_users")
    .toEqualTypeOf<number | undefined>();
  expectTypeOf(clientFor(content, options).posts.create)
    .returns.resolves.toHaveProperty("body")
    .toHaveProperty("status")
    .toEqualTypeOf<"published" | "draft" | "archived" | undefined>();
  expectTypeOf(clientFor(creative, options).analytics.get)
    .returns.resolves.toHaveProperty("body")
    .toEqualTypeOf<unknown>();
});

it("the rows of a list have the documented fields, or are as they come", () => {
  expectTypeOf(clientFor(deploy, options).projects.list).returns.toExtend<
    Listing<{ id: string; active_deployments?: number | undefined }>
  >();
  expectTypeOf(clientFor(creative, options).projects.list).returns.toEqualTypeOf<Listing<Row>>();
  const wrong = () =>
    // @ts-expect-error There is no such status.
    clientFor(content, options).posts.list({ query: { status: "lost" } });
  expectTypeOf(wrong).toBeFunction();
});

it("a documented header is typed; an API without any takes none", () => {
  const { memberships, users } = clientFor(membership, options);
  expectTypeOf(memberships.cancel).toBeCallableWith({
    path: { membership_id: "mem_1" },
    headers: { "Cancellation-Reason": "dear" },
  });
  const wrong = () =>
    // @ts-expect-error The operation documents no header.
    users.get({ path: { user_id: "usr_1" }, headers: { "X-Any": "1" } });
  expectTypeOf(wrong).toBeFunction();
});
