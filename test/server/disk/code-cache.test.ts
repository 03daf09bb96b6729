// Whole processes: V8 has one cache of what it has compiled.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const loader = join(import.meta.dirname, "../../../server/disk/code-cache.ts");
let folder: string;
let cache: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-code-"));
  cache = join(folder, "cache");
  writeProgram("one");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program of two files that says a word, and which of its functions it calls. */
function writeProgram(word: string): void {
  const body = Array.from({ length: 50 }, (_, at) => `const a${at} = { at: ${at}, word: "${word}" };`).join(
    "\n",
  );
  const parts = ["first", "second"].map((name) => `exports.${name} = () => {\n${body}\nreturn a0.word;\n};`);
  writeFileSync(join(folder, "part.js"), parts.join("\n"));
  writeFileSync(
    join(folder, "program.js"),
    'console.log(require("./part.js")[process.argv[1]](), require("node:path").sep);',
  );
}

function run(called = "first", env: NodeJS.ProcessEnv = {}): string {
  const program = `const { load } = require(${JSON.stringify(loader)}); load(${JSON.stringify(join(folder, "program.js"))}, require);`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
      "-e",
      program,
      called,
    ],
    { encoding: "utf8", cwd: folder, env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache, ...env } },
  );
  expect([stderr, status]).toEqual(["", 0]);
  return stdout.trim();
}

/** What is kept of a file: where, and its bytes. */
function kept(name: string): { file: string; bytes: Buffer }[] {
  return readdirSync(cache, { recursive: true, encoding: "utf8" })
    .filter((path) => path.includes(`${name}-`))
    .map((path) => ({ file: join(cache, path), bytes: readFileSync(join(cache, path)) }));
}

const only = (name: string) => {
  const [found, ...more] = kept(name);
  expect(more).toEqual([]);
  if (!found) throw new Error(`Nothing is kept of ${name}`);
  return found;
};

it("keeps each file with the functions that were called, and adds those of two more runs", () => {
  expect(run("first")).toMatch(/^one [/\\]$/);
  const sizes = [only("part.js").bytes.length];
  for (let again = 0; again < 3; again++) {
    expect(run("second")).toMatch(/^one /);
    sizes.push(only("part.js").bytes.length);
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = sizes;
  expect(second).toBeGreaterThan(first + 500);
  expect([third, fourth]).toEqual([second, second]);
  const { bytes } = only("part.js");
  run("first");
  expect(only("part.js").bytes.equals(bytes)).toBe(true);
});

it("runs what a file says now, of the same length or not", () => {
  for (const word of ["one", "two", "three"]) {
    writeProgram(word);
    expect(run()).toMatch(new RegExp(`^${word} `));
  }
});

it.each([
  ["a bit of it is another", (bytes: Buffer) => bytes.fill((bytes[200] ?? 0) ^ 1, 200, 201)],
  ["it was cut short", (bytes: Buffer) => bytes.subarray(0, 100)],
  ["it is empty", () => Buffer.alloc(0)],
])("does without what is kept when %s, and keeps it anew", (_, harm) => {
  run();
  const { file, bytes } = only("part.js");
  const harmed = harm(Buffer.from(bytes));
  writeFileSync(file, harmed);
  expect(run()).toMatch(/^one /);
  expect(only("part.js").bytes.equals(harmed)).toBe(false);
});

it("does without a cache where there is none to be", () => {
  expect(run("first", { NODE_DISABLE_COMPILE_CACHE: "1" })).toMatch(/^one /);
  mkdirSync(cache);
  chmodSync(cache, 0o500);
  expect(run()).toMatch(/^one /);
  writeFileSync(join(folder, "file"), "");
  expect(run("first", { NODE_COMPILE_CACHE: join(folder, "file") })).toMatch(/^one /);
});

it.runIf(process.getuid?.() === 0)("runs nothing that another user has put there", () => {
  run();
  const { file } = only("part.js");
  writeProgram("two");
  run();
  const [other] = kept("part.js").filter((each) => each.file !== file);
  writeProgram("one");
  writeFileSync(file, other?.bytes ?? "");
  expect(run()).toMatch(/^two /); // V8 believes it: the sources are equally long.
  writeFileSync(file, other?.bytes ?? "");
  chownSync(file, 65_534, 65_534);
  expect(run()).toMatch(/^one /);
});

it("writes through no link that somebody has put there", () => {
  run();
  const precious = join(folder, "precious");
  writeFileSync(precious, "precious");
  const script = `
    for (const name of require("node:fs").readdirSync(process.env.PLACE))
      require("node:fs").symlinkSync(${JSON.stringify(precious)}, require("node:path").join(process.env.PLACE, name + "." + process.pid));`;
  writeFileSync(join(folder, "link.cjs"), script);
  const { file } = only("part.js");
  run("second", { NODE_OPTIONS: `--require ${join(folder, "link.cjs")}`, PLACE: dirname(file) });
  expect(readFileSync(precious, "utf8")).toBe("precious");
});

it("throws what a file throws, and says where", () => {
  writeFileSync(join(folder, "program.js"), 'const at = 1; throw new Error("no");');
  const program = `const { load } = require(${JSON.stringify(loader)}); try { load(${JSON.stringify(join(folder, "program.js"))}, require); } catch (error) { console.log(error.stack.split("\\n")[1]); }`;
  const { stdout } = spawnSync(process.execPath, ["-e", program], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache },
  });
  expect(stdout).toContain("program.js:1:21");
});
