// Which files `switchboard validate` checks when another program chooses them: shares of many machines, and lists.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readShard } from "../../../server/cli/shard.ts";
import type { Ended } from "./program.ts";
import { folderOf, marked, validate, validatePiped } from "./validating.ts";

const faulty = '{"operation": "deploy.projects.list", "query": {"limit": "many"}}';

describe("--shard", () => {
  const paths = Array.from({ length: 2000 }, (_, index) => `folder-${index % 7}/ä ${2 * index}.request.json`);

  it.for([1, 2, 3, 7, 16])(
    "of %i shares gives each path to exactly one, and to all about as many",
    (count) => {
      const shards = Array.from({ length: count }, (_, index) => readShard(`${index + 1}/${count}`));
      for (const path of paths) expect(shards.filter((has) => has(path))).toHaveLength(1);
      for (const has of shards) {
        const share = paths.filter(has).length * (count / paths.length);
        expect(share).toBeGreaterThan(0.5);
        expect(share).toBeLessThan(1.6);
      }
    },
  );

  it("checks each file in one of the runs, the same whatever else there is and from wherever it is named", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `sub/r${index}.request.json`);
    const folder = folderOf(Object.fromEntries(names.map((name) => [name, faulty])));
    const [one = [], two = [], three = []] = await Promise.all(
      ["1/3", "2/3", "3/3"].map((shard) => marked(folder, "--shard", shard)),
    );
    expect([...one, ...two, ...three].toSorted()).toEqual(names.toSorted());
    expect(await marked(folder, "--shard", "2/3", ...two, ...one)).toEqual(two);
    expect(await marked(folder, "--shard", "2/3", join(folder, "sub"))).toEqual(two);
  });

  it("may have no file", async () => {
    const folder = folderOf({ "a.request.json": faulty });
    const ends = await Promise.all(["1/2", "2/2"].map((shard) => validate(folder, "--shard", shard)));
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([0, 1]));
    expect(ends.find(({ code }) => code === 0)?.out).toBe("There is no request or webhook file to check.\n");
  });

  it.for(["0/3", "4/3", "1/0", "1", "", "a/b", "1/2/3", "-1/2", "1.5/2", " 1/2", "1/1000000000"])(
    "says what it takes when it is %j",
    async (shard) => {
      const { code, error } = await validate(folderOf({}), `--shard=${shard}`);
      expect({ code, error }).toEqual({
        code: 2,
        error: `switchboard: --shard takes a share and how many there are, from 1/4 to 4/4 for four; found ${JSON.stringify(shard)}.\n`,
      });
    },
  );
});

describe("--files-from", () => {
  const files = {
    "a.request.json": faulty,
    "b.request.json": faulty,
    "sub/c d.request.json": faulty,
    "x.md": "",
  };
  const paths = ({ out }: Ended) => [
    ...new Set((JSON.parse(out).findings as { path: string }[]).map(({ path }) => path)),
  ];
  const piped = async (input: string, folder: string, ...args: string[]) =>
    paths(await validatePiped(input, folder, "--format", "json", "--files-from", "-", ...args));

  it.for([
    ["one a line", "sub/c d.request.json\na.request.json\n"],
    ["one a line, without an end of the last", "a.request.json\r\nsub/c d.request.json"],
    ["each ended by NUL", "sub/c d.request.json\0a.request.json\0"],
    ["named twice, and by other ways", "./a.request.json\nsub/c d.request.json\nsub/../a.request.json\n"],
    ["among other files and folders", "x.md\nsub\na.request.json\nsub/c d.request.json\npackage.json\n"],
  ])("- checks the files named on standard input: %s", async ([, input = ""]) => {
    expect(await piped(input, folderOf(files))).toEqual(["a.request.json", "sub/c d.request.json"]);
  });

  it("takes names as they are, and no globs", async () => {
    const folder = folderOf({
      "[a].request.json": faulty,
      "!b.request.json": faulty,
      "a.request.json": faulty,
    });
    expect(await piped("[a].request.json\n!b.request.json\n", folder)).toEqual([
      "!b.request.json",
      "[a].request.json",
    ]);
  });

  it("adds to what is named otherwise, and what is left out stays out", async () => {
    const folder = folderOf(files);
    expect(await piped("a.request.json\n", folder, "sub")).toEqual([
      "a.request.json",
      "sub/c d.request.json",
    ]);
    expect(await piped("a.request.json\nb.request.json\n", folder, "!b*")).toEqual(["a.request.json"]);
  });

  it("reads a file of names, and takes a share of them", async () => {
    const folder = folderOf(files);
    writeFileSync(join(folder, "names"), "a.request.json\nb.request.json\n");
    const shares = ["1/2", "2/2"].map((shard) => marked(folder, "--files-from", "names", "--shard", shard));
    expect((await Promise.all(shares)).flat().toSorted()).toEqual(["a.request.json", "b.request.json"]);
  });

  it("is done when nothing is named", async () => {
    const { code, out } = await validatePiped("", folderOf(files), "--files-from", "-");
    expect({ code, out }).toEqual({ code: 0, out: "There is no request or webhook file to check.\n" });
  });

  it("says how many of the files are gone", async () => {
    const { code, error } = await validatePiped("gone.request.json\n", folderOf(files), "--files-from", "-");
    expect({ code, error }).toEqual({
      code: 0,
      error: "switchboard: 1 name could not be read, and so not be checked.\n",
    });
  });

  it("refuses names that git has put in quotes", async () => {
    const { code, error } = await validatePiped(
      '"caf\\303\\251.request.json"\n',
      folderOf(files),
      "--files-from",
      "-",
    );
    expect(code).toBe(2);
    expect(error).toMatch(/in quotes, as git writes some\. Let git list them with -z\.\n$/);
  });

  it("names the file of names that is not there", async () => {
    const { code, error } = await validate(folderOf({}), "--files-from", "nothing");
    expect(code).toBe(2);
    expect(error).toMatch(/^switchboard: --files-from nothing cannot be read: [^\n]+\n$/);
  });
});
