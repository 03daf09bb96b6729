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
/** Groups of files of which each leads to each other one: none can be read without all of them. */
function circlesIn(among: readonly Import[]): string[][] {
  const targets = Map.groupBy(among, ({ from }) => from);
  // Tarjan: a file from which none leads back to an earlier one closes a group.
  const found: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const position = order.size;
    order.set(file, position);
    open.push(file);
    let earliest = position;
    for (const { to } of targets.get(file) ?? []) {
      if (!order.has(to)) earliest = Math.min(earliest, visit(to));
      else if (open.includes(to)) earliest = Math.min(earliest, order.get(to) ?? earliest);
    }
    if (earliest === position) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group.toSorted());
    }
    return earliest;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return found;
}
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
    ["from what is pure in the server to the disk", /^server\/(features|rules)\//, /^server\/disk\//],
    ["from the language server to the named APIs", /^server\/(?!cli\/)/, /^shared\/apis\//],
    [
      "from what is pure in the server to a connection, the file system or another process",
      /^server\/(syntax|schema|knowledge|files|rules|features)\//,
      /^(vscode-languageserver(\/.*)?|node:(fs|fs\/promises|child_process|worker_threads|net))$/,
    ],
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
const rooms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  client: [
    ["payloads"],
    ["webhooks"],
    ["sidebar", "operations", "title-actions", "interchange", "history"],
    ["requests", "documents"],
    ["run", "language"],
    ["routes"],
    ["keys", "sandbox", "dashboard", "accounts", "exports", "seen"],
    ["records", "failures", "environments", "limits", "oauth"],
    ["session"],
    ["text", "pages"],
  ],
  server: [
    ["shell", "cli"],
    ["features"],
    ["rules"],
    ["files", "disk"],
    ["knowledge"],
    ["schema"],
    ["syntax"],
  ],
};

describe.for(Object.entries(rooms))("the rooms of the %s", ([part, lines]) => {
  const roomOf = (path: string) => new RegExp(`^${part}/([^/]+)/`).exec(path)?.[1];
  const line = (room: string) => lines.findIndex((each) => each.includes(room));

  it("are those of the map", () => {
    const found = new Set(files.flatMap((file) => roomOf(file) ?? []));
    expect([...found].sort()).toEqual(lines.flat().sort());
  });

  it("know only what lies below them", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)];
      // What stands above all rooms is known by none.
      if (here && to.startsWith(`${part}/`) && !there) return true;
      return here && there && here !== there && line(there) <= line(here);
    });
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });
});

it("each feature of the client shows one face to what puts them together", () => {
  const faces = between(/^client\/extension\.ts$/, /^client\/[^/]+\//);
  const inner = faces.filter((each) => !/\/(register|session|live-records)\.ts$/.test(each));
  expect(inner).toEqual([]);
});

it.for(["client", "server", "shared", "test"])("no files import each other in a circle: %s", (folder) => {
  const below = (path: string) => path.startsWith(`${folder}/`);
  expect(circlesIn(imports.filter(({ from, to }) => below(from) && below(to)))).toEqual([]);
});

it("a circle of files would be found", () => {
  const leads = ["a b", "b c", "c b", "c d", "e a", "d d2", "d2 d"].map((pair) => {
    const [from = "", to = ""] = pair.split(" ");
    return { from, to };
  });
  expect(circlesIn(leads)).toEqual([
    ["d", "d2"],
    ["b", "c"],
  ]);
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
