import { describe, expect, it } from "vitest";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import type { JsonSchema } from "../../../shared/catalogue.ts";
import { toJsonSchema } from "../../../shared/derived/schemas.ts";

const schemas = new Map<string, JsonSchema>();
for (const { id, request, reply } of operationsOf(apis)) {
  for (const [part, schema] of Object.entries(request)) schemas.set(`${id} ${part}`, toJsonSchema(schema));
  if (reply) schemas.set(`${id} reply`, toJsonSchema(reply));
}
for (const api of apis) {
  for (const [name, { record }] of Object.entries(api.resources))
    schemas.set(`${api.slug} ${name}`, toJsonSchema(record));
  for (const [name, { payload }] of Object.entries(api.events)) schemas.set(name, toJsonSchema(payload));
}

/** The schema of a field: `items[].product_id`. */
function field(subject: string, path: string): JsonSchema {
  let here = schemas.get(subject);
  for (const name of path.replaceAll("[]", ".[]").split(".")) {
    if (here?.anyOf) here = here.anyOf.find((branch) => branch.type !== "null");
    const items: JsonSchema | undefined = typeof here?.items === "object" ? here.items : undefined;
    here = name === "[]" ? items : here?.properties?.[name];
  }
  if (!here) throw new Error(`${subject} has no field ${path}`);
  return here;
}

const open = (...values: string[]) => ({ type: "string", "x-open": true, examples: values });
const prefix = (text: string) => ({ type: "string", "x-prefix": text, pattern: `^${text}` });
const timestamp = { type: "string", format: "iso-8601-utc" };

describe("what the documents say of a field is in its JSON Schema:", () => {
  const rows: [subject: string, path: string, facts: Partial<JsonSchema>][] = [
    // Document 1, A
    ["cloud-v1 servers", "id", prefix("srv_")],
    ["cloud-v1 servers", "status", { enum: ["running", "stopped", "provisioning"] }],
    ["cloud-v1 servers", "specs.cpu", { type: "integer" }],
    ["cloud-v1 servers", "specs.ram_gb", { type: "integer" }],
    ["cloud-v1 servers", "specs.storage_gb", { type: "integer" }],
    ["cloud-v1 servers", "ipv4", { format: "ipv4" }],
    ["cloud-v1 servers", "created_at", timestamp],
    ["cloud-v1.servers.list query", "status", { enum: ["running", "stopped", "provisioning"] }],
    ["cloud-v1.servers.list query", "limit", { type: "integer", default: 20 }],
    ["cloud-v1.servers.list query", "cursor", { type: "string" }],
    ["cloud-v1.servers.list reply", "meta.total", { type: "integer" }],
    ["cloud-v1.servers.create body", "ssh_keys[]", { type: "string" }],
    ["cloud-v1.servers.create body", "auto_backup", { type: "boolean" }],
    ["cloud-v1.databases.scale body", "read_replicas", { type: "integer" }],
    ["cloud-v1.databases.scale body", "maintenance_window", timestamp],
    ["cloud-v1.cdn.purge body", "paths[]", { type: "string" }],
    ["cloud-v1.cdn.purge body", "async", { type: "boolean" }],
    // Document 1, B
    ["cloud-v2.instances.list query", "status", open("running")],
    ["cloud-v2.instances.list query", "limit", { type: "integer" }],
    ["cloud-v2.instances.create body", "auto_scale", { type: "boolean" }],
    ["cloud-v2.instances.create body", "tags[]", { type: "string" }],
    // Document 1, C
    ["deploy projects", "id", prefix("proj_")],
    ["deploy projects", "framework", open("nextjs", "remix", "astro")],
    ["deploy projects", "active_deployments", { type: "integer" }],
    ["deploy deployments", "id", prefix("dep_")],
    ["deploy deployments", "status", open("ready")],
    ["deploy deployments", "duration_ms", { type: "integer" }],
    ["deploy.projects.list query", "limit", { type: "integer", default: 20, maximum: 100 }],
    ["deploy.projects.list reply", "meta.has_more", { type: "boolean" }],
    ["deploy.projects.create body", "name", { type: "string", pattern: "^[A-Za-z0-9-]+$" }],
    ["deploy.deployments.create body", "environment", { enum: ["preview", "production"] }],
    // Document 1, D
    ["creative.projects.list query", "limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }],
    ["creative.projects.list query", "offset", { type: "integer" }],
    ["creative.projects.list query", "status", { enum: ["draft", "active", "archived"] }],
    ["creative.projects.create body", "name", { minLength: 3, maxLength: 50 }],
    ["creative.projects.create body", "team_ids[]", { format: "uuid" }],
    ["creative.analytics.get query", "start", { format: "date" }],
    ["creative.analytics.get query", "end", { format: "date" }],
    // Document 1, E
    ["content posts", "id", prefix("post_")],
    ["content posts", "status", { enum: ["published", "draft", "archived"] }],
    ["content posts", "author_id", prefix("usr_")],
    ["content posts", "updated_at", timestamp],
    ["content.posts.list query", "page", { type: "integer", default: 1 }],
    ["content.posts.list query", "limit", { type: "integer", default: 20, maximum: 100 }],
    ["content.posts.list query", "status", { enum: ["published", "draft", "archived"] }],
    ["content.posts.list query", "sort", { enum: ["created_at", "updated_at", "title"] }],
    ["content.posts.create body", "title", { type: "string", maxLength: 200 }],
    ["content.posts.create body", "publish", { type: "boolean", default: false }],
    ["content.posts.delete path", "id", prefix("post_")],
    ["content.published", "event", { const: "content.published" }],
    ["content.published", "timestamp", timestamp],
    ["content.published", "data.type", open("post")],
    ["content.published", "data.action", open("published")],
    // Document 2, M
    ["marketplace products", "id", prefix("prod_")],
    ["marketplace products", "price", { type: "number" }],
    ["marketplace products", "inventory", { type: "integer" }],
    ["marketplace products", "status", { enum: ["active", "draft", "archived"] }],
    ["marketplace.products.list query", "page", { type: "integer", default: 1 }],
    ["marketplace.products.list query", "limit", { type: "integer", maximum: 100 }],
    ["marketplace.products.list query", "status", { enum: ["active", "draft", "archived"] }],
    ["marketplace.products.create body", "name", { type: "string", maxLength: 120 }],
    ["marketplace.products.create body", "price", { type: "number", "x-unit": "minor" }],
    ["marketplace.orders.create body", "items[].product_id", { type: "string" }],
    ["marketplace.orders.create body", "items[].quantity", { type: "integer" }],
    ["marketplace.orders.create body", "customer.email", { type: "string", "x-likely": "idn-email" }],
    ["order.completed", "id", prefix("evt_")],
    ["order.completed", "data.total", { type: "number" }],
    ["order.completed", "data.status", open("fulfilled")],
    // Document 2, P
    ["membership users", "id", prefix("usr_")],
    ["membership users", "status", { enum: ["active", "paused", "canceled"] }],
    ["membership users", "membership_tier", { enum: ["starter", "professional", "enterprise"] }],
    ["membership users", "metadata", { type: "object", maxProperties: 20 }],
    ["membership.users.list query", "limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }],
    ["membership.users.list query", "created_after", { type: "string", format: "iso-8601" }],
    ["membership.users.create body", "metadata", { type: "object", maxProperties: 20 }],
    ["membership.users.create body", "membership_tier", { enum: ["starter", "professional", "enterprise"] }],
    ["membership.users.update body", "metadata", { type: "object", maxProperties: 20 }],
    ["membership.users.get path", "user_id", prefix("usr_")],
    ["membership.users.get reply", "membership.id", prefix("mem_")],
    ["membership.users.delete reply", "deleted", { const: true }],
    ["membership memberships", "id", prefix("mem_")],
    ["membership memberships", "status", open("active")],
    ["membership memberships", "entitlements.unlimited_courses", { type: "boolean" }],
    ["membership memberships", "entitlements.live_sessions", open("weekly")],
    ["membership.memberships.create body", "billing_cycle", open("monthly")],
    ["membership.memberships.create body", "trial_days", { type: "integer" }],
    ["membership.memberships.change-tier body", "effective_date", open("next_billing_period")],
    ["membership.memberships.cancel headers", "Cancellation-Reason", { type: "string" }],
    ["membership subscriptions", "id", prefix("sub_")],
    ["membership subscriptions", "amount", { type: "integer", "x-unit": "minor" }],
    ["membership subscriptions", "payment_method.id", prefix("pm_")],
    ["membership subscriptions", "payment_method.exp_month", { type: "integer" }],
    [
      "membership.subscriptions.create body",
      "billing_cycle",
      { enum: ["monthly", "yearly"], default: "monthly" },
    ],
    ["membership.subscriptions.update body", "billing_cycle", { enum: ["monthly", "yearly"] }],
    ["membership invoices", "id", prefix("inv_")],
    ["membership invoices", "status", { enum: ["paid", "pending", "failed"] }],
    ["membership invoices", "line_items[].quantity", { type: "integer" }],
    ["membership.invoices.list query", "status", { enum: ["paid", "pending", "failed"] }],
    ["membership.invoices.list query", "limit", { type: "integer", default: 10 }],
    ["membership courses", "id", prefix("crs_")],
    ["membership courses", "level", open("advanced", "intermediate")],
    ["membership courses", "is_published", { type: "boolean" }],
    ["membership.courses.create body", "lessons[].type", open("video")],
    ["membership.courses.create body", "lessons[].duration_minutes", { type: "integer" }],
    ["membership.created", "data.trial_ends_at", { anyOf: [timestamp, { type: "null" }] }],
    ["subscription.payment_succeeded", "data.amount", { type: "integer" }],
    ["subscription.payment_failed", "data.failure_reason", open("card_declined")],
    // Document 3, X
    ["admin users", "id", prefix("usr_")],
    ["admin users", "email", { format: "idn-email" }],
    ["admin users", "role", { enum: ["admin", "editor", "viewer"] }],
    ["admin.users.list query", "page", { type: "integer", default: 1 }],
    ["admin.users.list query", "limit", { type: "integer", default: 20, maximum: 100 }],
    ["admin.users.list query", "role", { enum: ["admin", "editor", "viewer"] }],
    ["admin.users.create body", "name", { minLength: 2, maxLength: 100 }],
    ["admin.users.create body", "email", { format: "idn-email" }],
    ["admin.users.create body", "role", { enum: ["admin", "editor", "viewer"], default: "viewer" }],
    ["admin.dashboard.metrics reply", "conversion_rate", { type: "number" }],
    ["admin.dashboard.metrics reply", "system_health", open("optimal")],
    // Document 3, Y
    ["learning courses", "id", prefix("course_")],
    ["learning courses", "level", open("advanced")],
    ["learning courses", "price.amount", { type: "integer" }],
    ["learning.courses.list query", "limit", { type: "integer", maximum: 100 }],
    ["learning.courses.create body", "title", { type: "string", maxLength: 100 }],
    ["learning.students.create body", "role", open("learner")],
    ["learning.students.create body", "metadata", { type: "object" }],
    ["learning.analytics.progress reply", "completion_rate", { type: "number" }],
    ["learning.analytics.progress reply", "trending_courses[].enrollments_week", { type: "integer" }],
    // Document 3, Z
    ["social.auth.token body", "client_secret", { type: "string", "x-secret": true }],
    ["social.auth.token reply", "expires_in", { type: "integer" }],
    ["social.users.list query", "limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }],
    ["social.users.create body", "avatar_url", { type: ["string", "null"] }],
    ["social.posts.create body", "visibility", open("public")],
    ["social.posts.create body", "media[].type", open("image")],
  ];

  it.for(rows)("%s %s", ([subject, path, facts]) => {
    expect(field(subject, path)).toMatchObject(facts);
  });
});

describe("required are, as documented, of", () => {
  const required: [subject: string, names: string[]][] = [
    ["deploy.projects.create body", ["name"]],
    ["creative.projects.create body", ["name"]],
    ["content.posts.create body", ["title", "content"]],
    ["marketplace.products.create body", ["name", "price", "category"]],
    ["membership.users.create body", ["email", "name"]],
    ["membership.subscriptions.create body", ["membership_id", "payment_method_id"]],
    ["admin.users.create body", ["name", "email"]],
    ["learning.courses.create body", ["title", "description", "category", "instructor_id"]],
    ["learning.enrollments.create body", ["student_id", "course_id"]],
  ];

  it.for(required)("%s", ([subject, names]) => {
    expect(schemas.get(subject)?.required).toEqual(names);
  });

  it("all other bodies and queries, nothing: whether their fields are required is not shown", () => {
    const asking = [...schemas]
      .filter(([name, schema]) => / (body|query|headers)$/.test(name) && schema.required)
      .map(([name]) => name);
    expect(asking).toEqual(required.map(([subject]) => subject));
  });
});

it("a limit that no document states is in no request", () => {
  const documented = new Set([
    "creative.projects.create body.name",
    "content.posts.create body.title",
    "marketplace.products.create body.name",
    "admin.users.create body.name",
    "learning.courses.create body.title",
  ]);
  for (const { id, request } of operationsOf(apis))
    for (const [part, schema] of Object.entries(request))
      for (const [name, { minLength, maxLength, minimum, maximum, minItems, maxItems }] of Object.entries(
        toJsonSchema(schema).properties ?? {},
      )) {
        const limits = [minLength, maxLength, minimum, maximum, minItems, maxItems].filter(
          (limit) => limit !== undefined,
        );
        if (limits.length > 0 && name !== "limit") expect([...documented]).toContain(`${id} ${part}.${name}`);
      }
});
