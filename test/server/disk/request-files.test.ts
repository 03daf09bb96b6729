import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RequestFiles } from "../../../server/disk/request-files.ts";
import type { Summary } from "../../../server/features/workspace-symbols.ts";

let folder: string;
let now = 0;
let read: string[] = [];
let files: RequestFiles<Summary>;
const uri = (name: string) => pathToFileURL(join(folder, name)).href;
const nameOf = (each: string) => relative(folder, fileURLToPath(each)).replaceAll("\\", "/");
const found = async () => [...(await files.all([pathToFileURL(folder).href])).keys()].map(nameOf).toSorted();
async function write(name: string, text = "{}") {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "switchboard-"));
  now = 0;
  read = [];
  files = new RequestFiles(
    (each, text) => {
      read.push(nameOf(each));
      return { requests: [], uses: [{ name: text, location: { uri: each, range: never } }] };
    },
    () => now,
  );
});
afterEach(() => rm(folder, { recursive: true }));

const never = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

describe("request files of the folders", () => {
  it("are all but those that are ignored, installed or too large", async () => {
    await write("a.request.json");
    await write("b/c/d.request.json");
    await write("b/e.json");
    await write("node_modules/f.request.json");
    await write(".git/g.request.json");
    await write(".gitignore", "out/\nlocal.*");
    await write("out/h.request.json");
    await write("b/local.request.json");
    await write("large.request.json", " ".repeat(2 ** 20 + 1));
    expect(await found()).toEqual(["a.request.json", "b/c/d.request.json"]);
  });

  it("do not go in circles", async () => {
    await write("a/b.request.json");
    await symlink(folder, join(folder, "a/again"), "junction");
    expect(await found()).toEqual(["a/b.request.json"]);
  });

  it("are read once, and again when they change", async () => {
    files.watched = true;
    await write("a.request.json");
    await write("b.request.json");
    await found();
    await found();
    expect(read.toSorted()).toEqual(["a.request.json", "b.request.json"]);
    await write("a.request.json", "{ }");
    await write("c.request.json");
    await rm(join(folder, "b.request.json"));
    for (const name of ["a", "b", "c"]) files.changed(uri(`${name}.request.json`));
    expect(await found()).toEqual(["a.request.json", "c.request.json"]);
    expect(read.slice(2)).toEqual(["a.request.json", "c.request.json"]);
  });

  it("that are ignored stay so when they change", async () => {
    await write("a.request.json");
    await write(".gitignore", "out/");
    await found();
    for (const name of ["out/b.request.json", "c/node_modules/d.request.json", "../e.request.json"]) {
      if (!name.startsWith("..")) await write(name);
      files.changed(uri(name));
    }
    await write("c/f.request.json");
    files.changed(uri("c/f.request.json"));
    expect(await found()).toEqual(["a.request.json", "c/f.request.json"]);
  });

  it("are looked for again after a while where nobody tells of changes", async () => {
    await write("a.request.json");
    await found();
    await write("b.request.json");
    expect(await found()).toEqual(["a.request.json"]);
    now = 10_000;
    expect(await found()).toEqual(["a.request.json", "b.request.json"]);
    expect(read).toEqual(["a.request.json", "b.request.json"]);
  });

  it("of other folders replace them", async () => {
    await write("a/a.request.json");
    await write("b/b.request.json");
    expect([...(await files.all([uri("a")])).keys()].map(nameOf)).toEqual(["a/a.request.json"]);
    expect([...(await files.all([uri("b"), "untitled:x"])).keys()].map(nameOf)).toEqual(["b/b.request.json"]);
    expect(await files.all([uri("none")])).toEqual(new Map());
  });
});
