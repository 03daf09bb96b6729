import { expect, it } from "vitest";
import { defaultSettings, readSettings } from "../../shared/protocol.ts";

it.each([
  undefined,
  null,
  1,
  "a",
  [],
  {},
  { switchboard: null },
  { commands: 1, bodies: [], routes: "a", imports: {}, boundBy: 1, processVariables: "HOME" },
])("gives settings their defaults for %j", (sent) => {
  expect(readSettings(sent)).toEqual(defaultSettings);
});

it("reads settings with and without their section", () => {
  const settings = {
    commands: ["a"],
    inlayHints: true,
    environment: "live",
    routes: { "content.posts.create": "POST /posts" },
    baseUrls: { live: { content: "https://api.example.com/v1" } },
    bodies: { "*.json": "content.posts.create" },
    imports: ["/there/membership.json"],
    boundBy: { "content.posts.create": "the OpenAPI description “Content 1”" },
    processVariables: ["HOME"],
  };
  expect(readSettings(settings)).toEqual(settings);
  expect(readSettings({ switchboard: settings })).toEqual(settings);
});

it("takes no more patterns than can be held against every file", () => {
  const bodies = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}/*`, "a"]));
  expect(Object.keys(readSettings({ bodies }).bodies)).toHaveLength(100);
});

it("leaves out what is no text", () => {
  expect(
    readSettings({ bodies: { a: 1, b: "c" }, baseUrls: { live: { x: null } }, commands: [1, "a"] }),
  ).toEqual({
    ...defaultSettings,
    commands: ["a"],
    baseUrls: { live: {} },
    bodies: { b: "c" },
  });
});

it("leaves what is not sent again as it was, unless the section is sent", () => {
  const base = { ...defaultSettings, environment: "live", inlayHints: true, bodies: { a: "b" } };
  expect(readSettings({}, base)).toEqual(base);
  expect(readSettings({ bodies: {}, inlayHints: { enabled: false } }, base)).toEqual({
    ...base,
    bodies: {},
    inlayHints: false,
  });
  expect(readSettings({ switchboard: {} }, base)).toEqual(defaultSettings);
});
