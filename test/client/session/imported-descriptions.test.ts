import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { binderOf, boundOf, ImportedDescriptions } from "../../../client/session/imported-descriptions.ts";
import type { ImportedDescription } from "../../../shared/openapi/imported.ts";

let folder: string;
let warnings: string[];
const opened = () => new ImportedDescriptions(join(folder, "openapi"), (message) => warnings.push(message));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "imports-"));
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true }));

const facts = (api: string, title = "T"): ImportedDescription => ({
  format: 1,
  api,
  title,
  version: "1",
  file: "/there/a.yaml",
  routes: { [`${api}.a.get`]: "GET /a" },
  operations: [],
  bodies: {},
  definitions: {},
});

it("are none before something is imported", async () => {
  expect(await opened().all()).toEqual([]);
});

it("are kept one for each API, the last one imported", async () => {
  const imports = opened();
  await imports.save(facts("b"));
  await imports.save(facts("a", "Old"));
  await imports.save(facts("a", "New"));
  expect((await opened().all()).map(({ api, title }) => `${api} ${title}`)).toEqual(["a New", "b T"]);
  expect(await readdir(join(folder, "openapi"))).toEqual(["a.json", "b.json"]);
  await imports.remove("a");
  expect((await imports.all()).map(({ api }) => api)).toEqual(["b"]);
});

it("leave a file that is none of them where it is, and say so", async () => {
  const imports = opened();
  await imports.save(facts("a"));
  await writeFile(imports.fileOf("b"), "{");
  await writeFile(imports.fileOf("c"), JSON.stringify(facts("a")));
  expect((await opened().all()).map(({ api }) => api)).toEqual(["a"]);
  expect(warnings).toHaveLength(2);
  expect(await readdir(join(folder, "openapi"))).toHaveLength(3);
});

it("are known to have bound a route as long as it is the one that they have bound", () => {
  const route = (path: string) => ({ method: "GET", path }) as const;
  expect(binderOf([facts("b"), facts("a")], "a.a.get", route("/a"))?.api).toBe("a");
  expect(binderOf([facts("a")], "a.a.get", route("/b"))).toBeUndefined();
  expect(binderOf([facts("a")], "constructor", route("/a"))).toBeUndefined();
  expect(boundOf(facts("a"), { "a.a.get": route("/a"), "b.a.get": route("/a") })).toEqual(["a.a.get"]);
  expect(boundOf(facts("a"), { "a.a.get": route("/changed") })).toEqual([]);
});
