import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentedRoute, operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { operationsDocument } from "../../../shared/derived/operations.ts";
import { toJsonSchema } from "../../../shared/derived/schemas.ts";

const { text, lines } = operationsDocument(apis);
const operations = operationsOf(apis).map((named) => [named.id, named] as const);

/** From a heading to the next. */
function section(key: string): string {
  const from = lines.get(key) ?? 0;
  const rest = text.split("\n").slice(from);
  const end = rest.findIndex((line) => line.startsWith("##"));
  return rest.slice(0, end < 0 ? undefined : end).join("\n");
}

describe("docs/operations.md", () => {
  it("is what `npm run docs` writes", () => {
    const file = readFileSync(join(import.meta.dirname, "../../../docs/operations.md"), "utf8");
    expect(file === text, "docs/operations.md is not current: npm run docs").toBe(true);
  });

  it.for(operations)("shows the route of %s, or that it is not shown", ([id, operation]) => {
    const route = documentedRoute(operation);
    if (route) expect(section(id)).toContain(`- Route: \`${route.method} {base_url}${route.path}\`\n`);
    else expect(section(id)).toMatch(/\*\*Not shown\*\*: (method and )?path/);
  });

  it("names each fact that is not shown, in one place of its section", () => {
    for (const operation of operationsOf(apis)) {
      for (const fact of operation.notShown ?? []) expect(section(operation.id)).toContain(fact);
      const bullets = section(operation.id)
        .split("\n")
        .filter((line) => line.startsWith("- "));
      expect(bullets.join("\n")).not.toContain("not shown");
    }
    for (const api of apis) for (const fact of api.notShown) expect(section(api.slug)).toContain(fact);
  });

  it("leads from a key to its heading", () => {
    const written = text.split("\n");
    expect(written[(lines.get("content.posts.create") ?? 0) - 1]).toBe("### content.posts.create");
    expect(written[(lines.get("marketplace") ?? 0) - 1]).toBe("## Marketplace");
    expect(written[(lines.get("membership user.created") ?? 0) - 1]).toBe("### Event user.created");
  });

  it("has links that lead to headings", () => {
    const anchors = text
      .split("\n")
      .filter((line) => line.startsWith("##"))
      .map(
        (line) =>
          `#${line
            .replace(/^#+ /, "")
            .toLowerCase()
            .replace(/[^\w -]/g, "")
            .replaceAll(" ", "-")}`,
      );
    expect(new Set(anchors).size).toBe(anchors.length);
    const links = [...text.matchAll(/\]\((#[^)]+)\)/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(apis.length);
    for (const link of links) expect(anchors).toContain(link);
  });

  it("points at no document that its readers do not have", () => {
    expect(text).not.toMatch(/document [123]/i);
  });

  it("keeps its tables whole", () => {
    let width = 0;
    for (const line of text.split("\n")) {
      const cells = line.startsWith("|") ? line.replaceAll("\\|", "").split("|").length : 0;
      if (cells > 0 && width > 0) expect(cells, line).toBe(width);
      width = cells;
    }
    expect(text).not.toContain("\n\n\n");
  });

  it("says of requests alone which fields are required, where that is shown", () => {
    expect(section("content.posts.create")).toContain("| `title` | string | yes | at most 200 characters |");
    expect(section("cloud-v1.servers.create")).toContain("| `name` | string |  |");
    const replies = text.split(/\*\*(?:Reply|Error body)\*\*/).slice(1);
    for (const reply of replies) expect(reply.split("\n\n")[1]).not.toContain("| Required |");
    expect(section("content posts record")).not.toContain("Required");
    expect(section("marketplace order.completed")).not.toContain("Required");
  });

  it.for(operations.filter(([, { reply }]) => reply))(
    "has the reply of %s field by field",
    ([id, { reply }]) => {
      const { properties = {} } = reply ? toJsonSchema(reply) : {};
      const [, said = ""] = section(id).split("**Reply**");
      if (said.includes("The fields of [")) return;
      for (const name of Object.keys(properties)) expect(said).toContain(`| \`${name}\` |`);
    },
  );

  it("has every field of each error body that is shown, and each documented status", () => {
    for (const api of apis) {
      const { properties = {} } = api.faults.body ? toJsonSchema(api.faults.body) : {};
      for (const name of Object.keys(properties)) expect(section(api.slug)).toContain(`| \`${name}\` |`);
      for (const [status, meaning] of Object.entries(api.statuses))
        expect(section(api.slug)).toContain(`| ${status} | ${meaning} |`);
    }
  });

  it.for([
    ["content.posts.create", "default `false`"],
    ["content.posts.create", "The event `content.published` announces it."],
    ["content.posts.create", "The fields of [Post](#post-record-of-content)."],
    ["content.posts.delete", "Success is 204, without a body."],
    ["admin.users.create", "2 to 100 characters"],
    ["admin.users.create", "valid e-mail address"],
    ["membership.users.create", "at most 20 keys"],
    ["membership.users.create", "any keys and values"],
    ["membership.users.delete", "The event `user.deleted` announces it."],
    ["membership.users.get", "prefix `usr_`"],
    ["membership.users.get", "The fields of [User](#user-record-of-membership), and:"],
    ["membership.users.get", "| `membership.trial_ends_at` | string or null | ISO 8601 timestamp in UTC |"],
    ["membership.courses.get", "| `requires_tier` | not shown |  |", "membership courses record"],
    ["cloud-v1.servers.list", "one of `running`, `stopped`, `provisioning`"],
    ["cloud-v1.servers.list", "| `data` | array of [Server](#server-record-of-cloud-v1) |  |"],
    ["cloud-v1.servers.list", "| `meta.next_cursor` | string | Cursor of the next page |"],
    ["cloud-v1.servers.list", "A reply names the cursor of the next page"],
    ["cloud-v2.instances.list", "for example `running`; other values are not shown"],
    ["cloud-v2.instances.list", "The `Link` header of a reply carries the address of the next page."],
    ["cloud-v2.databases.list", "It takes no parameters."],
    ["creative.projects.list", "The page begins at the `offset`."],
    ["learning.students.create", "| `metadata` | object | no fields are documented |"],
    ["learning.courses.list", "Pages are numbered"],
    ["cloud-v1", "The documented version is 1.2.0, stable."],
    ["cloud-v1", "A sandbox has an address of its own and makes no charges."],
    ["cloud-v1", "There are live keys and test keys."],
    ["cloud-v1", "A key has one of the permissions admin, read-only and scoped."],
    ["cloud-v1", "On 429 clients use exponential backoff."],
    ["cloud-v1", "| `X-RateLimit-Reset` | Unix timestamp | with every response |"],
    ["cloud-v1", "(for example server already running)"],
    ["cloud-v1", "for example `insufficient_resources`"],
    ["cloud-v1", "| `error.details.suggested_alternatives` | array of string | Datacenter slugs |"],
    ["cloud-v2", "It also carries `content-type: application/json`, with or without a body."],
    ["deploy", "| `X-RateLimit-Remaining` | not shown | with responses |"],
    ["creative", "publishable test keys (for frontend applications)"],
    ["creative", "| `Retry-After` | not shown | with a 429 |"],
    ["content", "their endpoints are configured in the dashboard"],
    ["marketplace", "The documented version is 1.4.2."],
    ["marketplace", "verified with HMAC-SHA256 and the webhook secret"],
    [
      "membership",
      "Version v1 is deprecated. Its deprecation date is December 31, 2025; callers move to v2.",
    ],
    ["membership", "at least 12 months of notice"],
    ["membership", "An OpenAPI 3.0 description of the API exists."],
    ["membership", "`GET {auth_url}/oauth/authorize` and the query `client_id`, `redirect_uri`"],
    ["membership", "| `Retry-After` | seconds | with a 429 |"],
    ["membership", "PATCH updates partially"],
    ["membership", "| `error.code_param` | string |  |"],
    ["membership", "| others | 2xx success, 4xx client error, 5xx server error |"],
    ["admin", "| `Retry-After` | seconds | with every response |"],
    ["learning", "The limit resets on a rolling basis."],
    ["social", "Webhooks announce new follows, post interactions and community joins."],
    ["social", "| `error.details[].issue` | string |  |"],
    ["social", "| `pagination.has_more` | boolean |  |"],
    ["social", "a token of [social.auth.token](#socialauthtoken)"],
  ] as const)("says of %s: %s", ([key, words, elsewhere]) => {
    expect(section(elsewhere ?? key)).toContain(words);
  });
});
