// `switchboard run` as a real process against a real sandbox.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apis } from "../../../shared/apis/index.ts";
import { startSandbox } from "../../../shared/sandbox/server.ts";
import { serve } from "../../shared/http/server.ts";
import { ended, root, start } from "./program.ts";

const demo = join(root, "test/editor/demo/member-lifecycle.request.json");
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let folder: string;

beforeAll(async () => {
  sandbox = await startSandbox(apis, { port: 0 });
});
afterAll(async () => {
  await sandbox.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-run-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

function run(
  args: readonly string[],
  env: Record<string, string> = {},
  begun?: (child: ReturnType<typeof start>) => void,
) {
  const child = start(["run", ...args], {
    cwd: folder,
    env: { SWITCHBOARD_SANDBOX_URL: sandbox.directory.url, ...env },
  });
  begun?.(child);
  return ended(child);
}

function write(files: Record<string, unknown>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  }
}

const listed = (more: object = {}) => ({ operation: "deploy.projects.list", ...more });
const reported = async (args: readonly string[], env?: Record<string, string>) =>
  JSON.parse((await run([...args, "--format", "json"], env)).out);
const states = (report: { files: { requests: { state: string }[] }[] }) =>
  report.files.map(({ requests }) => requests.map(({ state }) => state).join());

describe("the demo's sequence", () => {
  it("goes through, each request with what the one before was answered", async () => {
    cpSync(demo, join(folder, "member.request.json"));
    const { code, out } = await run(["member.request.json"]);
    expect(out).toContain("5 requests: 5 held.");
    expect(code).toBe(0);
  });

  it("says of a fault where it stands, and sends nothing after it", async () => {
    const lines = readFileSync(demo, "utf8").split("\n");
    const line = lines.findIndex((each) => each.includes('"status": "paused"'));
    lines[line] = lines[line]?.replace('"paused"', '"resumed"') ?? "";
    write({ "member.request.json": lines.join("\n") });
    const column = (lines[line]?.indexOf('"resumed"') ?? 0) + 1;
    const { code, out } = await run(["member.request.json"]);
    expect(code).toBe(1);
    expect(out).toContain(
      `member.request.json:${line + 1}:${column}  Expected body.status to be "resumed", found "paused".`,
    );
    expect(out).toContain("- membership.memberships.cancel  not sent");
    const github = await run(["member.request.json", "--format", "github"]);
    expect(github.out).toContain(`::error file=member.request.json,line=${line + 1},col=${column},`);
  });
});

describe("what is run", () => {
  it("is a folder in order of name, and files by globs", async () => {
    write({
      "all/b.request.json": listed(),
      "all/a.request.json": [listed(), listed()],
      "other.json": "[]",
      "all/c.webhook.json": "{}",
    });
    const report = await reported(["all"]);
    expect(report.files.map(({ file }: { file: string }) => file)).toEqual([
      "all/a.request.json",
      "all/b.request.json",
    ]);
    expect(states(report)).toEqual(["held,held", "held"]);
    expect((await reported(["**/b*.json"])).files).toHaveLength(1);
  });

  it("is no command to a build server, by its name or what it is answered", async () => {
    const api = await serve((_, response) => {
      response.statusCode = 400;
      response.end(JSON.stringify({ error: "::error::pwn", message: "##[error]answered" }));
    });
    write({
      "::error::pwn.request.json": [listed({ name: "::error::pwn" })],
      "sub/##[error]pwn.request.json": listed(),
    });
    for (const format of ["pretty", "tap", "junit"]) {
      const { out } = await run([".", "--format", format, "--yes"], {
        SWITCHBOARD_BASE_URL_DEPLOY: api.baseUrl,
        SWITCHBOARD_KEY_DEPLOY: "a-key",
      });
      expect(out).toContain("answered");
      expect(out).toContain("pwn");
      expect(out).not.toMatch(/^\s*::|##\w*\[/m);
    }
  });

  it("is the same in order, however many files go at once", async () => {
    write(
      Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}.request.json`, [listed(), listed()]])),
    );
    const report = await reported([".", "--concurrency", "4"]);
    expect(report.files.map(({ file }: { file: string }) => file)).toEqual(
      Array.from({ length: 9 }, (_, n) => `f${n}.request.json`),
    );
    expect(report.totals.held).toBe(18);
  });

  it("is what has the text in its name, and what that refers to", async () => {
    write({
      "a.request.json": [
        listed({ name: "unwanted" }),
        listed({ name: "first" }),
        listed({ name: "wanted", query: { limit: "{{first.response.body.data.length}}" } }),
      ],
    });
    const text = JSON.stringify([
      listed({ name: "unwanted" }),
      listed({ name: "first" }),
      listed({ name: "wanted", expect: { body: { data: "{{first.response.body.data}}" } } }),
    ]);
    write({ "a.request.json": text });
    const report = await reported(["a.request.json", "--grep", "WANTED"]);
    expect(states(report)).toEqual(["held,held,held"]);
    write({ "a.request.json": text.replace("unwanted", "other") });
    const narrow = await reported(["a.request.json", "--grep", "wanted"]);
    expect(narrow.files[0].requests.map(({ title }: { title: string }) => title)).toEqual([
      "first",
      "wanted",
    ]);
    expect((await run(["a.request.json", "--grep", "nothing like it"])).code).toBe(2);
  });

  it("may all be in the share of another machine", async () => {
    write(
      Object.fromEntries(
        Array.from({ length: 8 }, (_, n) => [`f${n}.request.json`, listed({ name: `n${n}` })]),
      ),
    );
    const codes = async (text: string) =>
      Promise.all([1, 2, 3].map(async (n) => (await run([".", "--grep", text, "--shard", `${n}/3`])).code));
    expect(await codes("n5")).toEqual([0, 0, 0]);
    expect(await codes("nothing like it")).toEqual([2, 2, 2]);
  });

  it("is a part of the files, each in one part", async () => {
    write(Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`f${n}.request.json`, listed()])));
    const parts = await Promise.all([1, 2].map((part) => reported([".", "--shard", `${part}/2`])));
    const names = parts.flatMap(({ files }) => files.map(({ file }: { file: string }) => file));
    expect(new Set(names)).toEqual(new Set(Array.from({ length: 5 }, (_, n) => `f${n}.request.json`)));
    expect(names).toHaveLength(5);
    expect((await run([".", "--shard", "3/2"])).code).toBe(2);
  });

  it.for([
    ["csv", '\uFEFFname,description\nOne,"a, b"\nTwo,"say ""x"""\n'],
    ["ndjson", '{"name":"One","description":"a, b"}\n\n{"name":"Two","description":"say \\"x\\""}\n'],
  ] as const)(
    "is every file for each row of data, with its columns as variables: %s",
    async ([kind, data]) => {
      write({
        [`rows.${kind}`]: data,
        "a.request.json": {
          operation: "deploy.projects.create",
          name: "made",
          body: { name: "{{name}}-{{$uuid}}", description: "{{description}}" },
          expect: { body: { name: { $pattern: "^{{name}}-" } } },
        },
        "http-client.env.json": { sandbox: { name: "hidden by the row" } },
      });
      const report = await reported(["a.request.json", "--data", `rows.${kind}`]);
      expect(report.files.map(({ row }: { row: number }) => row)).toEqual([1, 2]);
      expect(report.totals.held + report.totals.failed, JSON.stringify(report)).toBe(2);
      expect(states(report)).toEqual(["held", "held"]);
    },
  );
});

describe("the exit code", () => {
  it("is 1 after a refusal, and files after it are run", async () => {
    write({
      "a.request.json": { operation: "membership.users.get", path: { user_id: "usr_none" } },
      "b.request.json": listed(),
    });
    const { code, out } = await run(["."]);
    expect(code).toBe(1);
    expect(out).toContain("2 requests: 1 held, 1 failed.");
    const bail = await run([".", "--bail"]);
    expect(bail.code).toBe(1);
    expect(bail.out).toContain("1 request: 1 failed.");
    expect(bail.error).toContain("1 of 2 files were not begun");
  });

  it("is 0 where a failure is expected that is else tried again, and it is not", async () => {
    const service = await serve((_, response) => {
      response.writeHead(service.received.length % 2 === 1 ? 429 : 503, { "retry-after": "0" }).end("{}");
    });
    write({
      "a.request.json": [listed({ expect: { status: 429 } }), listed({ expect: { status: ["2xx", "5xx"] } })],
    });
    const env = { SWITCHBOARD_BASE_URL_DEPLOY: service.baseUrl, SWITCHBOARD_KEY_DEPLOY: "a-key-0123456" };
    const { out, code } = await run(["."], env);
    expect(out).toContain("2 held");
    expect(code).toBe(0);
    expect(service.received).toHaveLength(2);
  });

  it("is 0 where the refusal is expected", async () => {
    write({
      "a.request.json": {
        operation: "membership.users.get",
        path: { user_id: "usr_none" },
        expect: { status: 404 },
      },
    });
    expect((await run(["a.request.json"])).code).toBe(0);
  });

  it.for<[string, Record<string, unknown>, string[], string]>([
    [
      "a variable that is not there",
      { "a.request.json": listed({ query: { limit: "{{nobody}}" } }) },
      [],
      "1:",
    ],
    ["broken syntax", { "a.request.json": "{" }, [], "1:"],
    [
      "an operation that is not there",
      { "a.request.json": { operation: "deploy.no.such" } },
      [],
      "no operation",
    ],
    [
      "a variable of the process",
      { "a.request.json": listed({ query: { limit: "{{$processEnv NO}}" } }) },
      [],
      "NO",
    ],
    [
      "a secret",
      { "a.request.json": listed({ query: { limit: "{{secret:NO}}" } }) },
      [],
      "SWITCHBOARD_SECRET_NO",
    ],
  ])("is 2 where a file cannot be sent: %s", async ([, files, args, words]) => {
    write(files);
    const { code, out } = await run(["a.request.json", ...args]);
    expect(out + code).toContain(words);
    expect(out).toContain("1 file could not be run.");
    expect(code).toBe(2);
  });

  it.for([
    ["a request after another", '{"operation":"deploy.projects.list"} {"operation":"no"}'],
    ["a request after a comma", '{"operation":"deploy.projects.list"},{"operation":"no"}'],
    ["a request after the array", '[{"operation":"deploy.projects.list"}],{"operation":"no"}'],
    ["a second array", '[{"operation":"deploy.projects.list"}]\n[{"operation":"no"}]'],
    ["a comment without end", '[{"operation":"deploy.projects.list"},\n/* {"operation":"no"}]'],
    ["no request at all", "/*"],
    ["an array without end", "["],
    ["a brace alone", "{"],
  ])("is 2 where a file has a syntax error, wherever it is: %s", async ([, text]) => {
    write({ "a.request.json": text, "b.request.json": listed() });
    const { code, out } = await run(["."]);
    expect(out).toMatch(/a\.request\.json:\d+:\d+  /);
    expect(out).not.toContain("names no operation");
    expect(out).toContain("1 request: 1 held. 1 file could not be run.");
    expect(code).toBe(2);
    expect((await run([".", "--grep", "projects"])).code).toBe(2);
  });

  const notRegular: [string, (path: string) => void, string][] = [
    [
      "a link to a pipe",
      (path) => {
        execFileSync("mkfifo", [`${path}.pipe`]);
        symlinkSync(`${path}.pipe`, path);
      },
      "It is no regular file",
    ],
    ["a link to a device", (path) => symlinkSync("/dev/zero", path), "It is no regular file"],
  ];
  it.for<[string, (path: string) => void, string]>([
    [
      "not UTF-8",
      (path) => writeFileSync(path, Buffer.from('{"operation":"\xe4"}', "latin1")),
      "Save it as UTF-8",
    ],
    ["a link to nothing", (path) => symlinkSync(`${path}.none`, path), "cannot be read"],
    ["a link to a folder", (path) => symlinkSync(dirname(path), path), "It is no regular file"],
    ...(process.platform === "win32" ? [] : notRegular),
  ])("is 2 where a file cannot be read, and the others go on: %s", async ([, make, words]) => {
    write({ "b.request.json": listed() });
    make(join(folder, "a.request.json"));
    const { code, out } = await run(["."]);
    expect(out).toContain(words);
    expect(out).toContain("1 request: 1 held. 1 file could not be run.");
    expect(code).toBe(2);
    expect((await run([".", "--bail"])).error).toContain("1 of 2 files were not begun");
  });

  it.for([
    { expect: "404" },
    { expect: null },
    { expect: "{{whole}}" },
    { expect: { statu: 404 } },
    { expect: { headers: "x" } },
    { expect: { duration: "fast" } },
    { expects: { status: 404 } },
    { assert: { status: 404 } },
    '{"operation":"deploy.projects.list","expect":{"status":404},"expect":{}}',
    '{"operation":"deploy.projects.list","expect":{"status":404,"status":"2xx"}}',
  ])("is 2 where what a request expects would be passed over: %j", async (slip) => {
    write({
      "a.request.json": typeof slip === "string" ? slip : listed(slip),
      "http-client.env.json": { sandbox: { whole: "404" } },
    });
    const { code, out } = await run(["a.request.json"]);
    expect(out).toMatch(/a\.request\.json:1:\d+  ./);
    expect(out).toContain("0 requests. 1 file could not be run.");
    expect(code).toBe(2);
  });

  it.for([
    [
      "order.marketplace.webhook.json",
      "is no request file. Name request files *.request.json; send webhook files by: switchboard webhook send",
    ],
    ["*.webhook.json", "is a request file. Name request files"],
    ["sub", "There is no request file in sub. "],
  ])("is 2 where %s is given, which has no request", async ([given = "", words]) => {
    write({ "order.marketplace.webhook.json": "{}", "sub/order.marketplace.webhook.json": "{}" });
    const { code, error } = await run([given]);
    expect(error).toContain(words);
    expect(code).toBe(2);
  });

  it.for([
    [["none.request.json"], "There is no file"],
    [[], "Name what to run"],
    [["a.request.json", "--format", "xml"], "The formats are"],
    [["a.request.json", "--concurrency", "0"], "--concurrency takes"],
    [["a.request.json", "--data", "none.csv"], "cannot be read"],
    [["a.request.json", "--environment", ""], "--environment takes a name"],
    [["a.request.json", "--data", "."], "is no regular file"],
  ] as const)("is 2 where nothing can be run: %s", async ([args, words]) => {
    write({ "a.request.json": listed() });
    const { code, error } = await run(args);
    expect(error).toContain(words);
    expect(code).toBe(code === 2 ? 2 : "not 2");
  });
});

describe("outside of the sandbox", () => {
  it("reads go, and writes need a yes", async () => {
    const service = await serve((_, response) => response.end('{"data":[],"id":"prj_1"}'));
    const seen = () => service.received.map(({ method }) => method);
    const env = {
      SWITCHBOARD_BASE_URL_DEPLOY: service.baseUrl,
      SWITCHBOARD_KEY_DEPLOY: "a-key-that-nobody-may-see",
    };
    write({
      "read.request.json": listed(),
      "write.request.json": { operation: "deploy.projects.create", body: { name: "a" } },
    });
    const live = ["--environment", "live"];
    expect((await run(["read.request.json", ...live], env)).code).toBe(0);
    const refused = await run([".", ...live], env);
    expect(refused.code).toBe(2);
    expect(refused.error).toContain(`will be sent: 1 to ${service.origin}. Give --yes`);
    write({ "rows.csv": "a\n1\n2\n3\n" });
    const ofEachRow = await run([".", ...live, "--data", "rows.csv"], env);
    expect(ofEachRow.error).toContain(`will be sent: 3 to ${service.origin}. Give --yes`);
    expect(seen()).toEqual(["GET"]);
    expect((await run(["write.request.json", ...live, "--yes"], env)).code).toBe(0);
    expect(seen()).toEqual(["GET", "POST"]);
  });
});

describe("what nobody may see", () => {
  it("is in no output and no record", async () => {
    const key = "key-0123456789-of-nobody";
    const secret = "s3cret-0123456789";
    const service = await serve((request, response) => {
      response.setHeader("set-cookie", "session=abc");
      response.setHeader("x-echo", `${request.headers.authorization} ${secret}`);
      response.end(JSON.stringify({ data: [{ id: key, name: secret }], error: `${key} ${secret}` }));
    });
    write({
      "a.request.json": [
        listed({
          query: { limit: "{{secret:crm-token}}", cursor: "{{$processEnv CURSOR}}" },
          expect: { body: { error: "x", data: [{ id: "x", name: "{{secret:crm-token}}x" }] } },
        }),
      ],
    });
    const env = {
      SWITCHBOARD_BASE_URL_DEPLOY: service.baseUrl,
      SWITCHBOARD_KEY_DEPLOY: key,
      SWITCHBOARD_SECRET_CRM_TOKEN: secret,
      CURSOR: "of-the-process-0123",
    };
    for (const format of ["pretty", "json", "junit", "github", "tap"]) {
      const { out, error, code } = await run(
        ["a.request.json", "--format", format, "--record", "replies", "--verbose"],
        env,
      );
      expect(code, out + error).toBe(1);
      expect(out).toContain("kept out of sight");
      for (const hidden of [key, secret, "of-the-process-0123"]) expect(out + error).not.toContain(hidden);
    }
    const [name = ""] = readdirSync(join(folder, "replies/a"));
    const kept = readFileSync(join(folder, "replies/a", name), "utf8");
    expect(JSON.parse(kept)).toMatchObject({ operation: "deploy.projects.list", status: 200 });
    for (const hidden of [key, secret, "session=abc"]) expect(kept).not.toContain(hidden);
  });
});

describe("what is recorded", () => {
  const recorded = () =>
    readdirSync(join(folder, "kept"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".json"),
    );

  it("is a file for each reply, whatever the files are called", async () => {
    const names = [
      "ä",
      "ö",
      "日本",
      "日".repeat(70),
      "a b",
      "a-b",
      "a",
      "_",
      "n".repeat(110),
      `${"n".repeat(110)}2`,
    ];
    write(Object.fromEntries(names.map((name) => [`in/${name}.request.json`, listed()])));
    const { code, error } = await run([".", "--record", "kept"]);
    expect([code, error.includes("--record")]).toEqual([0, false]);
    expect(recorded()).toHaveLength(names.length);
    for (const name of ["ä", "日本", "a-b", "a"])
      expect(recorded()).toContain(join("in", name, "001-deploy.projects.list.json"));
  });

  it("lies below its folder, also of a file above the working folder", async () => {
    write({ "x.request.json": listed(), "in/x.request.json": listed() });
    const child = start(["run", "../x.request.json", "--record", "kept"], {
      cwd: join(folder, "in"),
      env: { SWITCHBOARD_SANDBOX_URL: sandbox.directory.url },
    });
    expect((await ended(child)).code).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(["in", "x.request.json"]);
    expect(readdirSync(join(folder, "in")).toSorted()).toEqual(["kept", "x.request.json"]);
  });

  it("is asked for before anything is sent, where it cannot be kept", async () => {
    const service = await serve((_, response) => response.end('{"data":[]}'));
    write({ "a.request.json": listed(), kept: "a file" });
    const { code, error } = await run(["a.request.json", "--record", "kept"], {
      SWITCHBOARD_BASE_URL_DEPLOY: service.baseUrl,
      SWITCHBOARD_KEY_DEPLOY: "a-key-that-nobody-may-see",
    });
    expect(error).toMatch(/--record cannot write to .*kept: .*Name another folder\./);
    expect([code, service.received.length]).toEqual([2, 0]);
  });

  it("leaves the report whole where one cannot be kept", async () => {
    write({ "a.request.json": [listed(), listed()], "kept/a": "a file", "b.request.json": listed() });
    const { code, out, error } = await run([".", "--record", "kept"]);
    expect(out).toContain("3 requests: 3 held.");
    expect(error).toMatch(/--record cannot write to .*a: .*The reply is in the report alone\./);
    expect(code).toBe(2);
    expect(recorded()).toEqual([join("b", "001-deploy.projects.list.json")]);
  });
});

describe("a value", () => {
  const sending = async (cells: Record<string, unknown>, body: object, env: Record<string, string> = {}) => {
    const service = await serve((_, response) => response.end('{"id":"prj_1"}'));
    write({
      "rows.ndjson": JSON.stringify(cells),
      "a.request.json": {
        operation: "deploy.projects.create",
        name: "made",
        body,
        expect: { body: { id: { $contains: "prj_" } } },
      },
    });
    const ended = await run(["a.request.json", "--yes", "--data", "rows.ndjson"], {
      SWITCHBOARD_BASE_URL_DEPLOY: service.baseUrl,
      SWITCHBOARD_KEY_DEPLOY: "a-key-that-nobody-may-see",
      SWITCHBOARD_SECRET_K: "s3cret-0123456789",
      ...env,
    });
    return { ...ended, sent: service.received.map(({ body: text }) => JSON.parse(text)) };
  };

  it("of data is sent as it stands, and never becomes a secret", async () => {
    const cells = {
      a: "{{secret:K}}",
      b: "Hello {{name}}, {{$uuid}} {{made.request.body.x}} {{",
      c: "{secret:K}",
      d: "{{$processEnv SWITCHBOARD_SECRET_K}}",
    };
    const body = { name: "{{a}}", b: "{{b}}", c: "{{{c}}}", again: "<{{a}}>", d: ["{{d}}"] };
    const { sent, out, code } = await sending(cells, body);
    expect(out).toContain("1 held");
    expect(sent).toEqual([
      { name: cells.a, b: cells.b, c: "{{secret:K}}", again: `<${cells.a}>`, d: [cells.d] },
    ]);
    expect(code).toBe(0);
    const { sent: inner } = await sending({ a: "secret:K" }, { name: "{{{{a}}}}" });
    expect(JSON.stringify(inner)).not.toContain("s3cret");
  });

  it("of NDJSON or of an environment keeps its type where it is the whole string, also where it is expected", async () => {
    const service = await serve((_, response) => response.end('{"id":"prj_1","n":1,"v":null,"m":{"a":1}}'));
    const values = {
      n: 1,
      v: null,
      meta: { a: 1, b: ["{{secret:K}}"] },
      m: { a: 1 },
      two: 2,
      any: { $any: true },
    };
    const named = (body: object) => ({
      operation: "deploy.projects.create",
      body: { name: "x", meta: "{{meta}}", all: ["{{n}}", "{{v}}", "n={{n}} {{v}}"] },
      expect: { body },
    });
    write({
      "rows.ndjson": JSON.stringify(values),
      "http-client.env.json": { sandbox: { ...values, meta: { a: 1, b: ["x"] } } },
      "a.request.json": named({ n: "{{n}}", v: "{{v}}", m: "{{m}}" }),
      "b.request.json": named({ n: "{{two}}" }),
      "c.request.json": named({ n: "{{any}}" }),
    });
    const env = {
      SWITCHBOARD_BASE_URL_DEPLOY: service.baseUrl,
      SWITCHBOARD_KEY_DEPLOY: "a-key-that-nobody-may-see",
    };
    const files = ["a.request.json", "b.request.json", "c.request.json", "--yes"];
    expect(states(await reported([...files, "--data", "rows.ndjson"], env))).toEqual([
      "held",
      "missed",
      "missed",
    ]);
    expect(states(await reported(files, env))).toEqual(["held", "missed", "missed"]);
    const sent = service.received.map(({ body: text }) => JSON.parse(text));
    expect(sent[0]).toEqual({ name: "x", meta: values.meta, all: [1, null, "n=1 null"] });
    expect(sent[3]).toEqual({ name: "x", meta: { a: 1, b: ["x"] }, all: [1, null, "n=1 null"] });
  });

  it.for<[string, string, object, string]>([
    ["written", "a.csv", { x: [{ y: "NUMBER" }] }, "NUMBER cannot be kept exactly: write it as a string"],
    ["of CSV", "a.csv", { private: "x", name: "{{n}}", limit: "{{n}}" }, ""],
    ["of NDJSON", "a.ndjson", { x: "{{n}}" }, 'The value of "n": NUMBER cannot be kept exactly'],
    ["within NDJSON", "a.ndjson", { x: "{{m}}" }, 'The value of "m": NUMBER cannot be kept exactly'],
    ["of an environment", "a.csv", { x: ["{{e}}"] }, 'The value of "e": NUMBER cannot be kept exactly'],
  ])("that would be sent as another number is refused: %s", async ([, data, body, words]) => {
    const service = await serve((_, response) => response.end('{"id":"prj_1"}'));
    const env = {
      SWITCHBOARD_BASE_URL_DEPLOY: service.baseUrl,
      SWITCHBOARD_KEY_DEPLOY: "a-key-that-nobody-may-see",
    };
    for (const number of ["1e400", "12345678901234567890", "0.12345678901234567891"]) {
      service.received.splice(0);
      const request = { operation: "deploy.projects.create", body: { name: "x", ...body } };
      write({
        "a.csv": `n\n${number}\n`,
        "a.ndjson": `{"n":${number},"m":{"a":[${number}]},"unused":${number}}\n`,
        "http-client.env.json": `{"sandbox":{"e":${number}}}`,
        "a.request.json": JSON.stringify(request).replace('"NUMBER"', number),
      });
      const { out, code } = await run(["a.request.json", "--yes", "--data", data], env);
      const sent = service.received.map(({ body: text }) => JSON.parse(text));
      if (words === "") expect(sent).toEqual([{ private: "x", name: number, limit: number }]);
      else {
        expect(out).toContain(words.replace("NUMBER", number));
        expect([code, sent]).toEqual([2, []]);
      }
    }
  });

  it("of CSV is a text, whatever it looks like, where nothing else is documented", async () => {
    const service = await serve((_, response) => response.end('{"id":"prj_1"}'));
    write({
      "rows.csv": "a,b,c\n007,true,null\n",
      "a.request.json": {
        operation: "deploy.projects.create",
        body: { name: "{{a}}", x: ["{{a}}", "{{b}}", "{{c}}"] },
      },
    });
    const env = {
      SWITCHBOARD_BASE_URL_DEPLOY: service.baseUrl,
      SWITCHBOARD_KEY_DEPLOY: "a-key-that-nobody-may-see",
    };
    await run(["a.request.json", "--yes", "--data", "rows.csv"], env);
    expect(service.received.map(({ body: text }) => JSON.parse(text))).toEqual([
      { name: "007", x: ["007", "true", "null"] },
    ]);
  });

  it("of an environment may have a secret in it, and no other variable, which is told where it is used", async () => {
    write({
      "http-client.env.json": {
        sandbox: { token: "t-{{secret:K}}", nested: "https://{{host}}/", host: "example.com" },
      },
    });
    expect((await sending({}, { name: "{{token}}" })).sent).toEqual([{ name: "t-s3cret-0123456789" }]);
    const { out, code, sent } = await sending({}, { name: "{{nested}}" });
    expect(out).toMatch(
      /a\.request\.json:1:68  The value of "nested" has \{\{host\}\} in it, which is not filled in there\./,
    );
    expect([code, sent]).toEqual([2, []]);
  });
});

it.for<[string, Buffer, string]>([
  ["is not UTF-8", Buffer.from("name\nM\xfcller\n", "latin1"), "is not valid UTF-8. Save it as UTF-8."],
  ["is UTF-16", Buffer.from("\uFEFFname\nx\n", "utf16le"), "is not valid UTF-8. Save it as UTF-8."],
  ["names a column twice", Buffer.from("name,x, name\n1,2,3\n"), 'has two columns "name". Rename one.'],
])("a data file that %s is refused before anything is sent", async ([, bytes, words]) => {
  write({ "a.request.json": listed() });
  writeFileSync(join(folder, "rows.csv"), bytes);
  const { code, error, out } = await run(["a.request.json", "--data", "rows.csv"]);
  expect(error).toContain(words);
  expect([code, out]).toEqual([2, ""]);
});

describe("a secret", () => {
  const env = (service: { baseUrl: string }, tok: string) => ({
    SWITCHBOARD_BASE_URL_DEPLOY: service.baseUrl,
    SWITCHBOARD_KEY_DEPLOY: "a-key-that-nobody-may-see",
    SWITCHBOARD_SECRET_TOK: tok,
    TOK: tok,
  });

  it.for([
    ['with quotes, pa"ss\\wö rd'],
    ["-----BEGIN KEY-----\nMIIBVwIBADANBg\n-----END KEY-----"],
    ["long".repeat(90)],
  ])("is in no report and no record, however it is spelt: %j", async ([secret = ""]) => {
    const spellings = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(`user:${secret}`).toString("base64"),
      JSON.stringify({ tok: secret }),
    ];
    const replies = [
      { data: spellings.map((each) => ({ id: each })), [secret]: 1 },
      { error: { code: "bad", message: spellings.join(" ") } },
      spellings.join(" "),
      `${"x".repeat(190)}${secret}`,
    ];
    const found: string[] = [];
    const service = await serve((_, response) => {
      const reply = replies[(service.received.length - 1) % replies.length];
      response.setHeader("x-echo", encodeURIComponent(secret));
      response.end(typeof reply === "string" ? reply : JSON.stringify(reply));
    });
    for (const index of replies.keys())
      write({
        [`${index}.request.json`]: listed({
          query: { cursor: "{{secret:TOK}}", limit: "{{$processEnv TOK}}" },
          expect: { status: "2xx", body: { x: "{{secret:TOK}}", data: "{{$processEnv TOK}}" } },
        }),
      });
    for (const format of ["pretty", "json", "junit", "github", "tap"]) {
      const { out, error } = await run(
        [".", "--format", format, "--record", "replies", "--verbose"],
        env(service, secret),
      );
      expect(out + error).toContain("kept out of sight");
      found.push(out + error);
    }
    for (const index of replies.keys())
      for (const name of readdirSync(join(folder, `replies/${index}`)))
        found.push(readFileSync(join(folder, `replies/${index}`, name), "utf8"));
    const parts = [...spellings, secret.slice(0, 6), JSON.stringify(secret).slice(1, -1)];
    for (const text of found) for (const part of parts) expect(text).not.toContain(part);
  });

  it("that a service hands out is in no report and no record, also of later requests", async () => {
    const token = "tok-0123456789-of-nobody";
    const service = await serve((_, response) =>
      response.end(JSON.stringify({ access_token: token, token, token_type: "Bearer", data: [token] })),
    );
    write({
      "a.request.json": [
        {
          operation: "social.auth.token",
          name: "auth",
          body: { grant_type: "client_credentials", client_id: "a", client_secret: "b" },
        },
        {
          operation: "social.users.list",
          expect: { body: { data: ["{{auth.response.body.access_token}}x"] } },
        },
      ],
    });
    const { out, error } = await run(["a.request.json", "--format", "json", "--record", "replies"], {
      SWITCHBOARD_BASE_URL_SOCIAL: service.baseUrl,
      SWITCHBOARD_CLIENT_ID_SOCIAL: "an-id-0123456",
      SWITCHBOARD_CLIENT_SECRET_SOCIAL: "a-secret-0123456",
    });
    expect(states(JSON.parse(out))).toEqual(["held,missed"]);
    const kept = readdirSync(join(folder, "replies/a")).map((name) =>
      readFileSync(join(folder, "replies/a", name), "utf8"),
    );
    expect(kept).toHaveLength(2);
    for (const text of [out, error, ...kept]) expect(text).not.toContain(token);
  });

  it.for([["is"], ["s"], ["e"], ["missed"], ["deploy.projects.list"]])(
    "that is part of ordinary words changes no result: %s",
    async ([secret = ""]) => {
      const service = await serve((_, response) => response.end('{"data":[],"x":"this missed"}'));
      write({ "a.request.json": listed({ expect: { body: { x: "{{secret:TOK}}" } } }) });
      const report = await reported(["a.request.json"], env(service, secret));
      expect(states(report)).toEqual(["missed"]);
      expect(report.files[0].requests[0].operation).toBe("deploy.projects.list");
      expect(JSON.stringify(report)).toContain("Expected body.x to be ");
      expect((await run(["a.request.json"], env(service, secret))).code).toBe(1);
    },
  );
});

it("Ctrl-C says what was sent and of what nobody knows", async () => {
  let child: ReturnType<typeof start> | undefined;
  const service = createServer((request, response) => {
    if (request.method === "GET") return response.end('{"data":[]}');
    // It is never answered.
    return child?.kill("SIGINT");
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const address = service.address();
  const port = typeof address === "object" ? address?.port : 0;
  write({
    "a.request.json": [listed(), { operation: "deploy.projects.create", body: { name: "a" } }, listed()],
    "b.request.json": listed(),
  });
  const env = {
    SWITCHBOARD_BASE_URL_DEPLOY: `http://127.0.0.1:${port}`,
    SWITCHBOARD_KEY_DEPLOY: "a-key-0123456",
  };
  const { code, out, error } = await run(["."], env, (each) => (child = each));
  expect(code).toBe(130);
  expect(error).toContain("1 held, 1 of unknown outcome, 1 not sent");
  expect(error).toContain("1 of 2 files were not begun");
  expect(out).toContain("? deploy.projects.create");
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});
