// `switchboard validate` as a real process, on folders of its own.
import { execFileSync } from "node:child_process";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { FileChecker } from "../../../server/cli/file-checker.ts";
import { meanings } from "../../../server/cli/formats/sarif.ts";
import { catalogue } from "../marked.ts";
import { folderOf, marked, root, start, validate, validateWith } from "./validating.ts";

const clean = '{"operation": "deploy.projects.list"}';
const faulty = '{"operation": "deploy.projects.list", "query": {"limit": "many"}}';
const undocumented = '{"operation": "deploy.projects.list", "query": {"limti": 1}}';
const payload = '{"event": "order.completed", "id": "evt_1", "timestamp": "2026-01-01T00:00:00Z", "data": {';

describe("the exit code", () => {
  it("is 0 when nothing is found", async () => {
    const folder = folderOf({ "a.request.json": clean, "b/c.webhook.json": `${payload}}}` });
    expect(await validate(folder, "a.request.json")).toEqual({
      code: 0,
      out: "1 file checked, nothing found.\n",
      error: "",
    });
  });

  it("is 0 where there is nothing to check", async () => {
    expect(await validate(folderOf({}))).toMatchObject({
      code: 0,
      out: "There is no request or webhook file to check.\n",
    });
  });

  it("is 1 by an error", async () => {
    expect((await validate(folderOf({ "a.request.json": faulty }))).code).toBe(1);
  });

  it("is 0 by warnings, until there are more than --max-warnings", async () => {
    const folder = folderOf({ "a.request.json": undocumented, "b.request.json": undocumented });
    expect((await validate(folder)).code).toBe(0);
    expect((await validate(folder, "--max-warnings", "2")).code).toBe(0);
    expect(await validate(folder, "--max-warnings", "1")).toMatchObject({
      code: 1,
      error: "switchboard: 2 warnings where --max-warnings allows 1.\n",
    });
  });

  it("is 1 by an error after thousands of warnings", async () => {
    const folder = folderOf({ "a.request.json": `[${`${undocumented},\n`.repeat(6000)}${faulty}]` });
    expect(await validate(folder)).toMatchObject({
      code: 1,
      out: expect.stringContaining("1 file checked: 1 error, 6000 warnings."),
    });
  });

  it("is not 0 when whoever reads the findings has ended first", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`${index}.request.json`, faulty]),
    );
    const child = start(folderOf(files), []);
    child.stdout.destroy();
    expect(await new Promise((done) => child.on("exit", done))).toBeGreaterThan(0);
  });

  it("is 0 by information and hints", async () => {
    const folder = folderOf({
      "a.request.json": '{"operation": "membership.courses.list"}',
      "b.webhook.json": '{"hello": 1}',
    });
    expect(await validate(folder, "--max-warnings", "0")).toMatchObject({ code: 0 });
    const { hints } = JSON.parse((await validate(folder, "--format", "json")).out);
    expect(hints).toBeGreaterThan(0);
  });
});

describe("what cannot run ends with 2 and one line:", () => {
  it.for<[args: string[], error: RegExp]>([
    [["--format", "xml"], /no format "xml"\. The formats are pretty, json, sarif, junit, github\./],
    [["--format", "constructor"], /no format "constructor"/],
    [["--max-warnings", "few"], /--max-warnings takes a whole number/],
    [["--fix"], /Unknown option '--fix'.*Usage: switchboard validate/],
    [["none.request.json"], /There is no file "none\.request\.json"/],
    [[""], /There is no file ""/],
    [["package.json"], /package\.json is neither a request nor a webhook file\. Name it \*\.request\.json/],
    [["none/**"], /No file matches "none\/\*\*"/],
    [["*.json"], /No file that matches "\*\.json" is a request or webhook file/],
    [["**/(a.request.json"], /is not a glob: .*Put a backslash before a bracket/],
    [["empty"], /There is no request or webhook file in empty/],
  ])("%j", async ([args, message]) => {
    const folder = folderOf({ "package.json": "{}", "empty/other.txt": "" });
    const { code, out, error } = await validate(folder, ...args);
    expect(error).toMatch(message);
    expect(error).toMatch(/^switchboard: [^\n]+\n$/);
    expect([code, out]).toEqual([2, ""]);
  });

  it("a setting that maps body files to no operation", async () => {
    const folder = folderOf({
      ".vscode/settings.json": '{"switchboard.bodies": {"*.json": "content.posts.creat"}}',
    });
    expect(await validate(folder)).toMatchObject({
      code: 2,
      error: expect.stringMatching(
        /"content\.posts\.creat", which is no operation.*switchboard operations\n$/,
      ),
    });
  });
});

describe("the files", () => {
  const tree = folderOf({
    "z.request.json": faulty,
    "a.request.json": faulty,
    "B.request.json": faulty,
    "sub/b.webhook.json": "[",
    "sub/deep/c.request.json": faulty,
    ".hidden/d.request.json": faulty,
    "plain.json": "{",
    "node_modules/e.request.json": faulty,
    "sub/node_modules/f.request.json": faulty,
    ".git/g.request.json": faulty,
  });
  const all = [
    ".hidden/d.request.json",
    "B.request.json",
    "a.request.json",
    "sub/b.webhook.json",
    "sub/deep/c.request.json",
    "z.request.json",
  ];

  it("are all below the folder, in the order of their paths, but those in node_modules and .git", async () => {
    expect(await marked(tree)).toEqual(all);
    expect(await marked(tree, ".")).toEqual(all);
  });

  it("are those of names, folders and globs, each once", async () => {
    expect(await marked(tree, "z.request.json", "./a.request.json", "z.request.json")).toEqual([
      "a.request.json",
      "z.request.json",
    ]);
    expect(await marked(tree, "sub")).toEqual(["sub/b.webhook.json", "sub/deep/c.request.json"]);
    expect(await marked(tree, "*.request.json")).toEqual([
      "B.request.json",
      "a.request.json",
      "z.request.json",
    ]);
    expect(await marked(tree, "./sub/**/*.json", "sub")).toEqual([
      "sub/b.webhook.json",
      "sub/deep/c.request.json",
    ]);
    expect(await marked(tree, "{a,z}.request.json")).toEqual(["a.request.json", "z.request.json"]);
    expect(await marked(tree, "**", "!sub/**", "!?.request.json")).toEqual([".hidden/d.request.json"]);
    expect(await marked(join(tree, "sub"), "..", "!../sub/**")).toEqual([
      "../.hidden/d.request.json",
      "../B.request.json",
      "../a.request.json",
      "../z.request.json",
    ]);
    expect(await marked(join(tree, "sub"), join(tree, "*.request.json"))).toHaveLength(3);
    expect(await marked(join(tree, "sub"), "../?.request.json")).toHaveLength(3);
  });

  it("are not those that .gitignore files leave out, unless they are named", async () => {
    const folder = folderOf({
      ".git/HEAD": "",
      ".gitignore": "build/\n*.tmp.request.json\n/only-here.request.json\n",
      "a.request.json": faulty,
      "build/a.request.json": faulty,
      "build/.gitignore": "!*\n",
      "b.tmp.request.json": faulty,
      "only-here.request.json": faulty,
      "sub/only-here.request.json": faulty,
      "sub/.gitignore": "!kept.tmp.request.json\ndrafts\n",
      "sub/kept.tmp.request.json": faulty,
      "sub/drafts/d.request.json": faulty,
      "drafts/d.request.json": faulty,
    });
    const left = [
      "a.request.json",
      "drafts/d.request.json",
      "sub/kept.tmp.request.json",
      "sub/only-here.request.json",
    ];
    expect(await marked(folder)).toEqual(left);
    expect(await marked(folder, "**/*.request.json")).toEqual(left);
    // The rules from above hold in a folder below.
    expect(await marked(join(folder, "sub"))).toEqual(["kept.tmp.request.json", "only-here.request.json"]);
    expect(await marked(folder, "build/a.request.json")).toEqual(["build/a.request.json"]);
    expect((await validate(folder, "build/**")).error).toContain(".gitignore");
  });

  it.skipIf(process.platform === "win32")("are found beside rules and settings that never end", async () => {
    const hostile = folderOf({ "a.request.json": faulty, "sub/b.request.json": faulty, ".vscode/x": "" });
    symlinkSync("/dev/zero", join(hostile, ".gitignore"));
    execFileSync("mkfifo", [join(hostile, "sub/.gitignore"), join(hostile, ".vscode/settings.json")]);
    expect(await marked(hostile)).toEqual(["a.request.json", "sub/b.request.json"]);
  });

  it("are found where a pattern of the settings or of .gitignore has many stars", async () => {
    const stars = `${"*a".repeat(100)}b.json`;
    const name = `${"a".repeat(240)}.json`;
    const hostile = folderOf({
      ".vscode/settings.json": JSON.stringify({ "switchboard.bodies": { [stars]: "content.posts.create" } }),
      ".gitignore": stars,
      [name]: "{}",
      "a.request.json": faulty,
    });
    expect(await marked(hostile)).toEqual(["a.request.json"]);
  });

  it("count mapped body files, with their syntax", async () => {
    const folder = folderOf({
      ".vscode/settings.json":
        '{\n  // fixtures\n  "switchboard.bodies": {"fixtures/*.json": "content.posts.create",},\n}',
      "fixtures/post.json": '{"title": 1}',
      "fixtures/broken.json": '{"title": "a" "content": "b"}',
      "fixtures/deeper/post.json": '{"title": 1}',
      "a.request.json": clean,
    });
    const { out, code } = await validate(folder, "--format", "json");
    expect(code).toBe(1);
    const { findings } = JSON.parse(out);
    expect(findings.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ["fixtures/broken.json", "syntax"],
      ["fixtures/post.json", "missing-property"],
      ["fixtures/post.json", "wrong-type"],
    ]);
    expect((await validate(folder, "fixtures/post.json")).code).toBe(1);
  });

  it.skipIf(process.platform === "win32")(
    "are read through links, but links to folders, to nothing and to themselves, and pipes, are left",
    async () => {
      const folder = folderOf({ "a.request.json": faulty, "sub/b.request.json": faulty });
      symlinkSync("a.request.json", join(folder, "link.request.json"));
      symlinkSync("..", join(folder, "sub/up"));
      symlinkSync("loop.request.json", join(folder, "loop.request.json"));
      symlinkSync("nothing", join(folder, "dangling.request.json"));
      symlinkSync("sub", join(folder, "folder.request.json"));
      execFileSync("mkfifo", [join(folder, "pipe.request.json")]);
      symlinkSync("pipe.request.json", join(folder, "to-pipe.request.json"));
      const { out, error } = await validate(folder);
      expect(await marked(folder)).toEqual(["a.request.json", "link.request.json", "sub/b.request.json"]);
      expect(out).toContain("3 files checked");
      expect(error).toBe("switchboard: 4 names could not be read, and so not be checked.\n");
    },
  );

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "below folders that cannot be read are missing, which is said",
    async () => {
      const folder = folderOf({
        "a.request.json": clean,
        "closed/b.request.json": clean,
        "c.request.json": clean,
      });
      chmodSync(join(folder, "closed"), 0);
      const { code, error } = await validate(folder);
      chmodSync(join(folder, "closed"), 0o700);
      expect([code, error]).toEqual([0, "switchboard: 1 folder could not be read, and so not be checked.\n"]);
    },
  );

  it("that are gone when their turn comes are left out", () => {
    const checker = new FileChecker({ folder: "file:///folder", bodies: {}, baseUrls: {} }, catalogue);
    expect(checker.check(join(tree, "gone.request.json"))).toBeUndefined();
    expect(checker.check(tree)).toBeUndefined();
  });
});

it("a base address of a deprecated version is a warning in each request of its API", async () => {
  const folder = folderOf({
    "a.request.json": '{"operation": "membership.users.list"}',
    "b.request.json": clean,
  });
  const checked = (address: string) =>
    validateWith({ SWITCHBOARD_BASE_URL_MEMBERSHIP: address }, folder, "--max-warnings", "0");
  const old = await checked("https://api.example.com/v1");
  expect(old.code).toBe(1);
  expect(old.out).toContain("SWITCHBOARD_BASE_URL_MEMBERSHIP");
  expect(old.out).toContain("Version v1 is deprecated. Its deprecation date is December 31, 2025");
  expect(await checked("https://api.example.com/v2")).toMatchObject({ code: 0 });
});

it.for(["pretty", "json", "sarif", "junit", "github"])(
  "nothing in names and texts of files moves a cursor: %s",
  async (format) => {
    const odd = "\\u001b[2J\u009b31m\u202e\u2028\u{e0001}";
    const folder = folderOf({
      [`a${odd.slice(6)}.request.json`]: `{"operation":"content.posts.create","body":{"title":"","content":"","x${odd}":1}}`,
      "b.request.json": `{"operation":"x${odd}"}`,
    });
    const { code, out, error } = await validate(folder, "--format", format);
    expect([code, error]).toEqual([1, ""]);
    expect(out).toContain("2J");
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    if (format === "json" || format === "sarif") expect(JSON.stringify(JSON.parse(out))).toContain("\u202e");
  },
);

/** What GitHub Actions or Azure Pipelines would take for a command. */
const commandLine = /^\s*::|##\w*\[/m;

it.runIf(process.platform !== "win32").for(["pretty", "json", "sarif", "junit"])(
  "no name of a file is a command to a build server: %s",
  async (format) => {
    const folder = folderOf({
      "a\u001b[31mred\n::warning::pwn1.request.json": faulty,
      "::error::pwn2.request.json": faulty,
      "b##[error]pwn3.request.json": faulty,
      "##vso[task.complete]pwn4.request.json": '{"operation": "##[error]\\n::error::pwn5"}',
    });
    const { code, out } = await validate(folder, "--format", format);
    expect(code).toBe(1);
    for (const name of ["pwn1", "pwn2", "pwn3", "pwn4", "pwn5"]) expect(out).toContain(name);
    expect(out).not.toMatch(commandLine);
    if (format === "json" || format === "sarif")
      expect(JSON.stringify(JSON.parse(out))).toContain("##[error]");
    const missing = await validate(folder, "##[error]none.request.json");
    expect([missing.code, missing.out]).toEqual([2, ""]);
    expect(missing.error).toContain("[error]none");
    expect(missing.error).not.toMatch(commandLine);
  },
);

it("a fault of ours in one file is a finding there, and the other files are checked", () => {
  const folder = folderOf({ "a.request.json": faulty, "b.webhook.json": payload });
  const failing = Object.create(catalogue) as typeof catalogue; // As it is, but for one method.
  failing.requestFile = () => {
    throw new RangeError("out of room");
  };
  const checker = new FileChecker({ folder: `file://${folder}`, bodies: {}, baseUrls: {} }, failing);
  expect(checker.check(join(folder, "a.request.json"))).toMatchObject([
    { code: "syntax", message: "The file cannot be checked (RangeError: out of room)" },
  ]);
  expect(checker.check(join(folder, "b.webhook.json"))?.length).toBeGreaterThan(0);
});

describe("the bytes", () => {
  const found = async (content: string | Uint8Array, name = "a.request.json") => {
    const { out } = await validate(folderOf({ [name]: content }), "--format", "json");
    return (JSON.parse(out).findings as Record<string, unknown>[]).map(({ code, line, column, message }) => [
      code,
      line,
      column,
      message,
    ]);
  };

  it("may begin with a byte order mark, which is no column", async () => {
    expect(await found(`\uFEFF${clean}`)).toEqual([]);
    expect(await found(`\uFEFF${clean}x`)).toEqual([["syntax", 1, clean.length + 1, expect.any(String)]]);
  });

  it("that are not UTF-8 are a finding at their place", async () => {
    const before = Buffer.from('{\n"operation": "ä\uFFFD');
    const bytes = Buffer.concat([before, Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(await found(bytes)).toEqual([["syntax", 2, 17, "The file is not valid UTF-8"]]);
    expect(await found(Buffer.from(`\uFEFF${clean}`, "utf16le"))).toEqual([
      ["syntax", 1, 1, "The file is not valid UTF-8"],
    ]);
  });

  it("are not read when they are too many, or too deep", async () => {
    const long = Buffer.alloc(20 * 1024 * 1024 + 1, " ");
    expect(await found(long)).toEqual([["too-large", 1, 1, expect.stringContaining("20 MB")]]);
    expect(await found(Buffer.alloc(70 * 1024 * 1024, " "))).toEqual([
      ["too-large", 1, 1, expect.stringContaining("20 MB")],
    ]);
    expect((await found("[".repeat(100_000))).filter(([code]) => code === "too-deep")).toHaveLength(1);
  });
});

describe("the formats", () => {
  const folder = folderOf({
    "clean.request.json": clean,
    "hint.webhook.json": ' {"hello": 1}',
    "orders/one.webhook.json": `${payload}"order_id": 1, "tax": 2, "total": 3, "status": "fulfilled"}}\n`,
    "posts/new, 50%.request.json": `{
  "operation": "content.posts.create",
  "body": {
    "title": "A & B",
    "stat\\u001bus <": "draft",
    "content": 7,
    "content": "text"
  }
}
`,
  });
  /** Where the docs are differs, and which line. */
  const steady = (text: string) => text.replace(/file:[^"]*operations\.md(#L\d+)?/g, "docs/operations.md");

  it.for(["pretty", "json", "sarif", "junit", "github"])("%s", async (format) => {
    const { code, out, error } = await validate(folder, "--format", format);
    expect([code, error]).toEqual([1, ""]);
    await expect(steady(out)).toMatchFileSnapshot(`samples/findings.${format}`);
    const nothing = await validate(folder, "clean.request.json", "--format", format);
    await expect(steady(nothing.out)).toMatchFileSnapshot(`samples/nothing.${format}`);
  });

  it("json is one object", async () => {
    const report = JSON.parse((await validate(folder, "--format", "json")).out);
    expect(report).toMatchObject({ files: 4, errors: 2, warnings: 2, information: 1 });
    expect(report.findings[0]).toEqual({
      path: "hint.webhook.json",
      line: 1,
      column: 2,
      endLine: 1,
      endColumn: 3,
      severity: "hint",
      code: "unknown-event",
      message: expect.any(String),
    });
    expect(report.findings[1].documentation).toMatch(/^file:.*operations\.md#L\d+$/);
  });

  it("sarif keeps the rules of SARIF 2.1.0", async () => {
    const { out } = await validate(folder, "--format", "sarif");
    const log = JSON.parse(out);
    expect(log.version).toBe("2.1.0");
    expect(log.runs).toHaveLength(1);
    const [{ tool, results, columnKind }] = log.runs;
    expect(columnKind).toBe("utf16CodeUnits");
    expect(tool.driver.name).toBe("switchboard");
    const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const rule of tool.driver.rules) {
      expect(rule.shortDescription.text).toMatch(/\.$/);
      expect(["error", "warning", "note"]).toContain(rule.defaultConfiguration.level);
      expect(URL.canParse(rule.helpUri)).toBe(true);
    }
    expect(results.length).toBeGreaterThan(4);
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      expect(ids[ruleIndex]).toBe(ruleId);
      expect(["error", "warning", "note"]).toContain(level);
      expect(message.text).not.toBe("");
      const { artifactLocation, region } = locations[0].physicalLocation;
      expect(artifactLocation.uri).toMatch(/^[\w.\-/%]+$/);
      expect(region.startLine).toBeGreaterThan(0);
      expect(region.startColumn).toBeGreaterThan(0);
      expect(region.endLine - region.startLine || region.endColumn - region.startColumn).toBeGreaterThan(0);
    }
    expect(results.at(-1).locations[0].physicalLocation.artifactLocation.uri).toBe(
      "posts/new%2C%2050%25.request.json",
    );
  });

  it("sarif has a rule for each code of the design", () => {
    expect(Object.keys(meanings).toSorted()).toEqual(
      (
        "bad-format deprecated duplicate-key duplicate-name id-prefix missing-property out-of-range secret-in-file syntax " +
        "too-deep too-large unbound-route unknown-event unknown-id unknown-operation unknown-property " +
        "unknown-variable value-not-allowed wrong-type"
      ).split(" "),
    );
  });

  it("junit is well-formed", async () => {
    const { out } = await validate(folder, "--format", "junit");
    expect(out).not.toMatch(/[^\P{Cc}\n]/u);
    const open: string[] = [];
    const body = out.replace(/^<\?xml [^?]*\?>/, "");
    for (const [, text = "", closing, name = "", attributes = "", empty] of body.matchAll(
      /([^<]*)<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>/g,
    )) {
      expect(text + attributes).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
      if (closing) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
    }
    expect(open).toEqual([]);
    expect(out).toContain('tests="4" failures="2"');
  });

  it("github's commands cannot be broken out of", async () => {
    const { out } = await validate(folder, "--format", "github");
    const commands = out.trimEnd().split("\n");
    expect(commands).toHaveLength(5);
    expect(out).toContain("stat\\u001bus");
    for (const command of commands)
      expect(command).toMatch(/^::(error|warning|notice) file=[^,:]+,line=\d+,/);
    expect(out).toContain("file=posts/new%2C 50%25.request.json,");
  });
});

it("many files on several threads are reported as by one, in order", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 10_050; index++) {
    const name = `f${Math.floor(index / 100)}/r${index}.request.json`;
    files[name] = index % 97 === 0 ? faulty : clean;
  }
  const folder = folderOf(files);
  const expected = Object.keys(files)
    .filter((name) => files[name] === faulty)
    .toSorted();
  expect(await marked(folder)).toEqual(expected);
  expect((await validate(folder)).out).toContain(`10050 files checked: ${expected.length} errors.`);
});

it("ends quietly when the reader of its output ends first", async () => {
  const item = '{"operation": "nothing"},\n';
  const folder = folderOf({ "a.request.json": `[${item.repeat(5000)}]`, "b.request.json": faulty });
  const running = start(folder, []);
  let error = "";
  running.stderr.on("data", (chunk) => (error += chunk));
  const ended = new Promise((resolve) => running.on("close", (_, signal) => resolve(signal)));
  running.stdout.once("data", () => running.stdout.destroy());
  expect(await ended).toBeNull();
  expect(error).toBe("");
});

it("colours only for a terminal", async () => {
  const { out } = await validate(folderOf({ "a.request.json": faulty }));
  expect(out).not.toContain("\u001b");
});

it("loads neither zod nor undici nor the APIs", async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["server/cli/command-line.ts", "server/cli/check-worker.ts"],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    outdir: "dist",
  });
  const loaded = new Set<string>();
  const load = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const each of metafile.inputs[path]?.imports ?? [])
      if (!each.external && each.kind !== "dynamic-import") load(each.path);
  };
  for (const path of ["command-line", "validate", "check-worker"]) load(`server/cli/${path}.ts`);
  expect(loaded).toContain("server/syntax/reader.ts");
  expect(
    [...loaded].filter((path) =>
      /node_modules\/(zod|undici|hono|@hono|@github|keytar|vscode-languageserver)\/|^shared\/(apis|http\/send|sandbox|client)/.test(
        path,
      ),
    ),
  ).toEqual([]);
});
