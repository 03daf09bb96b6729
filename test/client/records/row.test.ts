import { describe, expect, it } from "vitest";
import { rowPresentation, statusColor } from "../../../client/records/row.ts";

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
    const look = rowPresentation(
      servers,
      { id: "srv_1", status: "running" },
      "Server",
      "region: expected string",
    );
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

it("gives colours to statuses whose meaning is known", () => {
  expect(statusColor("Paused")).toBe("list.warningForeground");
  expect(statusColor("failed")).toBe("list.errorForeground");
  expect(statusColor("archived")).toBe("disabledForeground");
  expect(statusColor("sideways")).toBeUndefined();
});
