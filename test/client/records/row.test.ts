import { describe, expect, it } from "vitest";
import { isUnderWay, rowPresentation, statusLook } from "../../../client/records/row.ts";

const servers = { label: ["name"], detail: ["region", "ipv4"], status: "status", icon: "server" };

describe("a row", () => {
  it("shows name, status in words and details", () => {
    const look = rowPresentation(
      servers,
      { id: "srv_1", name: "web-01", status: "running", region: "fra1", ipv4: "203.0.113.1" },
      "Server",
    );
    expect(look).toMatchObject({
      label: "web-01",
      description: "running · fra1 · 203.0.113.1",
      icon: { name: "server", color: "charts.green" },
      spoken: "web-01, Server, running, fra1, 203.0.113.1",
    });
  });

  it("falls back to the identifier, and leaves out what is missing", () => {
    expect(rowPresentation(servers, { id: "srv_1", name: "", ipv4: null }, "Server")).toMatchObject({
      label: "srv_1",
      description: "",
      icon: { name: "server" },
    });
    expect(rowPresentation(servers, {}, "Server").label).toBe("(no name)");
  });

  it("warns of a record that is not as documented", () => {
    const look = rowPresentation(servers, { id: "srv_1", status: "running" }, "Server", {
      fault: "region: expected string",
    });
    expect(look.icon.name).toBe("warning");
    expect(look.tooltip).toContain("region\\: expected string");
    expect(look.spoken).toContain("Unexpected: region: expected string");
  });

  it("shows data in the tooltip as text", () => {
    const { tooltip } = rowPresentation(
      servers,
      { id: "srv_1", name: "[click](command:evil) <b>x</b> | $(alert) https://evil.example.com" },
      "Server",
    );
    expect(tooltip).toContain(
      "\\[click\\]\\(command\\:evil\\) \\<b\\>x\\<\\/b\\> \\| \\$\\(alert\\) https\\:\\/\\/evil",
    );
  });

  it("reads fields named like those of every object as data", () => {
    const row = JSON.parse('{"id":"srv_1","__proto__":{"name":"no"},"status":"constructor"}');
    expect(rowPresentation(servers, row, "Server")).toMatchObject({
      label: "srv_1",
      icon: { name: "server" },
    });
    expect(rowPresentation({ ...servers, label: ["toString"] }, { id: "srv_1" }, "Server").label).toBe(
      "srv_1",
    );
  });
});

it("gives colours to statuses whose meaning is known, and shapes to all but the good ones", () => {
  expect(statusLook("Paused")).toEqual({ color: "charts.yellow", icon: "debug-pause" });
  expect(statusLook("canceled")).toEqual({ color: "charts.red", icon: "circle-slash" });
  expect(statusLook("archived")).toEqual({ color: "descriptionForeground", icon: "archive" });
  expect(statusLook("active")).toEqual({ color: "charts.green" });
  expect(statusLook("sideways")).toBeUndefined();
});

it("shows times relative to now, and as they are in the tooltip", () => {
  const post = { id: "post_1", title: "News", status: "published", updated_at: "2026-09-11T10:00:00Z" };
  const shown = { label: ["title"], detail: ["updated_at"], status: "status", icon: "note" };
  const look = rowPresentation(shown, post, "Post", { now: Date.parse("2026-09-14T10:00:00Z") });
  expect(look.description).toBe("published · 3 days ago");
  expect(look.spoken).toBe("News, Post, published, 3 days ago");
  expect(look.tooltip).toContain("2026\\-09\\-11 10\\:00 UTC");
});

describe("a record that refers to others", () => {
  const memberships = { label: ["id"], detail: ["tier", "user_id"], status: "status", icon: "verified" };
  const membership = { id: "mem_1", user_id: "usr_1", tier: "professional", status: "active" };

  it("is called by the name of the first, where it has none itself", () => {
    const look = rowPresentation(memberships, membership, "Membership", {
      names: new Map([["user_id", "Ada"]]),
    });
    expect(look).toMatchObject({
      label: "Ada",
      description: "active · professional · mem_1",
      spoken: "Ada, Membership, active, professional, mem_1",
    });
    expect(look.tooltip).toContain("usr\\_1 \\(Ada\\)");
  });

  it("keeps its own name, and names the other beside it", () => {
    const look = rowPresentation(
      { ...memberships, label: ["title"] },
      { ...membership, title: "Ada's" },
      "Membership",
      {
        names: new Map([["user_id", "Ada"]]),
      },
    );
    expect(look).toMatchObject({ label: "Ada's", description: "active · professional · Ada" });
  });

  it("shows identifiers where no name is known", () => {
    expect(rowPresentation(memberships, membership, "Membership", { names: new Map() })).toMatchObject({
      label: "mem_1",
      description: "active · professional · usr_1",
    });
  });
});

it("knows which states are under way", () => {
  const shown = { status: "status", underWay: ["provisioning"] };
  expect(isUnderWay(shown, { status: "provisioning" })).toBe(true);
  expect(isUnderWay(shown, { status: "running" })).toBe(false);
  expect(isUnderWay(shown, {})).toBe(false);
  expect(isUnderWay({ status: "status" }, { status: "provisioning" })).toBe(false);
});
