import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Scratch } from "../../../client/requests/scratch.ts";

const root = await mkdtemp(join(tmpdir(), "switchboard-scratch-"));
afterAll(() => rm(root, { recursive: true }));

let folder: string;
let scratch: Scratch;
beforeEach(async () => {
  folder = join(await mkdtemp(join(root, "test-")), "requests");
  scratch = new Scratch(folder);
});

const names = async () => (await scratch.files()).map(({ name }) => name);

describe("scratch requests", () => {
  it("have names of their own", async () => {
    const paths = [await scratch.create("create-post"), await scratch.create("create-post")];
    expect(paths.map((path) => basename(path))).toEqual([
      "create-post.request.json",
      "create-post-2.request.json",
    ]);
  });

  it("go when they are closed and nobody has written in them", async () => {
    const path = await scratch.create("a");
    await writeFile(path, "laid out");
    scratch.laidOut(path, "laid out");
    expect(await names()).toEqual([]);
    await scratch.closed(path);
    await expect(stat(path)).rejects.toThrow("ENOENT");
    // An editor may still hold the text of the first.
    expect(await scratch.create("a")).not.toBe(path);
  });

  it("stay once somebody has", async () => {
    const path = await scratch.create("a");
    scratch.laidOut(path, "laid out");
    await writeFile(path, "written");
    expect(await names()).toEqual(["a"]);
    await scratch.closed(path);
    await writeFile(path, "laid out");
    await scratch.closed(path);
    expect(await readFile(path, "utf8")).toBe("laid out");
  });

  it("are no other files", async () => {
    const other = join(root, "other.request.json");
    await writeFile(other, "mine");
    await scratch.closed(other);
    expect(await readFile(other, "utf8")).toBe("mine");
  });

  it("are listed with the newest first", async () => {
    expect(await names()).toEqual([]);
    for (const [index, name] of ["old", "new", "middle"].entries()) {
      const time = [1, 3, 2][index] ?? 0;
      await utimes(await scratch.create(name), time, time);
    }
    await writeFile(join(folder, "notes.txt"), "");
    expect(await names()).toEqual(["new", "middle", "old"]);
  });
});
