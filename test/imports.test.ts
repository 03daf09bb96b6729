// The directions in which the folders know each other.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

interface Import {
  from: string;
  /** A path below the root, or a package's name. */
  to: string;
}

const files = globSync("{client,server,shared,test}/**/*.{ts,mts,cts}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.includes("node_modules"));
/** Also of types: the directions hold for these as well. */
const imports = files.flatMap((from): Import[] => {
  const source = readFileSync(join(root, from), "utf8").replace(/^\s*\/\/.*$/gm, "");
  const targets = [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"\n]+)"/g)].map(
    ([, target = ""]) => target,
  );
  return targets.map((target) => ({
    from,
    to: target.startsWith(".")
      ? relative(root, join(root, dirname(from), target)).replaceAll("\\", "/")
      : target,
  }));
});
const between = (from: RegExp, to: RegExp) =>
  imports
    .filter((each) => from.test(each.from) && to.test(each.to))
    .map((each) => `${each.from} → ${each.to}`);

it("the imports are found", () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(between(/^shared\/client\.ts$/, /^shared\/http\/send\.ts$/)).toHaveLength(1);
  expect(between(/^shared\/apis\/admin\/operations\.ts$/, /^zod$/)).toHaveLength(1);
});

describe("no import goes", () => {
  const forbidden: [what: string, from: RegExp, to: RegExp][] = [
    ["to vscode but from the client and the tests in the editor", /^(?!client\/|test\/editor\/)/, /^vscode$/],
    ["from shared to the client, the server or the tests", /^shared\//, /^(client|server|test)\//],
    ["from the server to the client or the tests", /^server\//, /^(client|test)\//],
    ["from the client to the server or the tests", /^client\//, /^(server|test)\//],
    ["from the vocabulary to anything but zod's types", /^shared\/api\.ts$/, /^(?!zod$)/],
    ["from the traits to what uses them", /^shared\/traits\//, /^shared\/(?!traits\/|api\.ts)/],
    [
      "from an API to anything but traits and vocabulary",
      /^shared\/apis\//,
      /^shared\/(?!apis\/|traits\/|api\.ts)/,
    ],
    ["from one API to another", /^shared\/apis\/[^/]+\//, /^shared\/apis\/index\.ts$/],
    ["from what knows any API to a named one", /^shared\/(?!apis\/)/, /^shared\/apis\//],
    ["from the server to zod", /^server\//, /^zod/],
    ["from the language server to the named APIs", /^server\/(?!cli\/)/, /^shared\/apis\//],
    [
      "to undici but from the transport and what sets up its dispatcher",
      /^(?!shared\/http\/|client\/)/,
      /^undici/,
    ],
  ];
  it.for(forbidden)("%s", ([, from, to]) => {
    expect(between(from, to)).toEqual([]);
  });

  it("from one API's folder into another's", () => {
    const folder = (path: string) => /^shared\/apis\/([^/]+)\//.exec(path)?.[1];
    const across = imports.filter(
      ({ from, to }) => folder(from) && folder(to) && folder(from) !== folder(to),
    );
    expect(across).toEqual([]);
  });
});

/** From the top down: a room knows those on lines below its own, and none beside it. */
const clientRooms = [
  ["sidebar", "operations"],
  ["requests", "documents"],
  ["run", "language"],
  ["routes"],
  ["keys", "sandbox", "dashboard", "exports"],
  ["records", "failures", "environments", "limits", "oauth"],
  ["session"],
  ["text"],
];

describe("the client's rooms", () => {
  const roomOf = (path: string) => /^client\/([^/]+)\//.exec(path)?.[1];
  const line = (room: string) => clientRooms.findIndex((rooms) => rooms.includes(room));

  it("are those of the map", () => {
    const found = new Set(files.flatMap((file) => roomOf(file) ?? []));
    expect([...found].sort()).toEqual(clientRooms.flat().sort());
  });

  it("know only what lies below them", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)];
      // What stands above all rooms is known by none.
      if (here && /^client\/[^/]+$/.test(to)) return true;
      return here && there && here !== there && line(there) <= line(here);
    });
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it("show one face each to what puts them together", () => {
    const faces = between(/^client\/extension\.ts$/, /^client\/[^/]+\//);
    const inner = faces.filter((each) => !/\/(register|session|live-records)\.ts$/.test(each));
    expect(inner).toEqual([]);
  });
});

it("the language server is bundled without zod, undici, hono and the named APIs", async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["server/program.ts"],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    outdir: "dist",
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain("server/program.ts");
  expect(
    inputs.filter((path) =>
      /node_modules\/(zod|undici|hono|@hono|keytar)\/|^shared\/(apis|http|sandbox)\//.test(path),
    ),
  ).toEqual([]);
});
