import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentedRoute, operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { operationsDocument } from "../../../shared/derived/operations.ts";

const { text, lines } = operationsDocument(apis);

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

  it.for(operationsOf(apis).map((named) => [named.id, named] as const))(
    "shows the route of %s, or that it is not shown",
    ([id, operation]) => {
      const route = documentedRoute(operation);
      const said = section(id)
        .split("\n")
        .find((line) => line.startsWith("- Route:"));
      if (route) expect(said).toBe(`- Route: \`${route.method} {base_url}${route.path}\``);
      else expect(said).toMatch(/not shown$/);
    },
  );

  it("names each fact that is not shown", () => {
    for (const operation of operationsOf(apis))
      for (const fact of operation.notShown ?? []) expect(section(operation.id)).toContain(fact);
    for (const api of apis) for (const fact of api.notShown) expect(section(api.slug)).toContain(fact);
  });

  it("leads from a key to its heading", () => {
    const written = text.split("\n");
    expect(written[(lines.get("content.posts.create") ?? 0) - 1]).toBe("### content.posts.create");
    expect(written[(lines.get("marketplace") ?? 0) - 1]).toBe("## Marketplace");
    expect(written[(lines.get("membership user.created") ?? 0) - 1]).toBe("### Event user.created");
  });

  it("has links in its first table that lead to headings", () => {
    const anchors = text
      .split("\n")
      .filter((line) => line.startsWith("## "))
      .map(
        (line) =>
          `#${line
            .slice(3)
            .toLowerCase()
            .replace(/[^\w -]/g, "")
            .replaceAll(" ", "-")}`,
      );
    const links = [...text.matchAll(/\]\((#[^)]+)\)/g)].map(([, link]) => link);
    expect(links).toEqual(anchors);
  });

  it("states limits, value lists, defaults and openness in words", () => {
    expect(section("content.posts.create")).toContain("| `title` | string | yes | at most 200 characters |");
    expect(section("content.posts.create")).toContain("default `false`");
    expect(section("admin.users.create")).toContain("2 to 100 characters");
    expect(section("membership.users.create")).toContain("at most 20 keys");
    expect(section("cloud-v1.servers.list")).toContain("one of `running`, `stopped`, `provisioning`");
    expect(section("cloud-v2.instances.list")).toContain("for example `running`; other values are not shown");
    expect(section("cloud-v1.servers.create")).toContain("| `name` | string | not shown |");
    expect(section("membership.users.get")).toContain("prefix `usr_`");
  });

  it("keeps its tables whole", () => {
    for (const line of text.split("\n").filter((each) => each.startsWith("| `")))
      expect(line.replaceAll("\\|", "").split("|").length, line).toBe(6);
  });
});
