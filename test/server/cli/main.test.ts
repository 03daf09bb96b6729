// The command line as a real process.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { besideSandbox } from "./beside-sandbox.ts";
import { firstLines } from "./program.ts";

const { folder, sandbox, run, start, toSandbox } = await besideSandbox();

describe("switchboard operations", () => {
  it("prints each as JSON", async () => {
    const { code, out, error } = await run(["operations", "--json"]);
    expect([code, error]).toEqual([0, ""]);
    const rows = JSON.parse(out);
    expect(rows).toHaveLength(operationsOf(apis).length);
    expect(rows).toContainEqual({
      id: "cloud-v1.servers.list",
      title: "List servers",
      method: "GET",
      path: "/servers",
      documented: true,
    });
    expect(rows).toContainEqual({
      id: "content.posts.create",
      title: "Create post",
      method: "POST",
      path: null,
      documented: false,
    });
    expect(rows).toContainEqual({
      id: "membership.users.get",
      title: "Retrieve user",
      method: null,
      path: null,
      documented: false,
    });
  });

  it("prints one line each for people", async () => {
    const { out } = await run(["operations"]);
    const lines = out.trim().split("\n");
    expect(lines).toHaveLength(operationsOf(apis).length);
    expect(lines.find((line) => line.startsWith("content.posts.delete "))).toContain(
      "DELETE, path not shown",
    );
  });
});

describe("switchboard schema", () => {
  it.for([
    [
      "content.posts.create",
      { $schema: expect.stringContaining("2020-12"), required: ["operation", "body"] },
    ],
    ["content.posts.create.request", { required: ["operation", "body"] }],
    ["content.posts.create.body", { required: ["title", "content"] }],
    [
      "content.posts.create.response",
      { properties: { status: { enum: ["published", "draft", "archived"] } } },
    ],
    ["order.completed", { properties: { event: { const: "order.completed" } } }],
    ["membership.user.created", { properties: { type: { const: "user.created" } } }],
  ] as const)("prints that of %s", async ([id, schema]) => {
    const { code, out } = await run(["schema", id]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject(schema);
  });
});

describe("switchboard sandbox", () => {
  it("prints one line with address and key of each API", () => {
    expect(Object.keys(sandbox.apis)).toEqual(apis.map(({ slug }) => slug));
    for (const { baseUrl, credentials } of Object.values(sandbox.apis)) {
      expect(baseUrl.startsWith(`${sandbox.url}/`)).toBe(true);
      expect(Object.values(credentials).every((value) => value.startsWith("sandbox-"))).toBe(true);
    }
  });

  it.for(["SIGTERM", "SIGINT"] as const)(
    "ends at %s, with success and nothing left to say",
    async (signal) => {
      const running = start(["sandbox", "--json", "--port", "0"]);
      let error = "";
      running.stderr?.on("data", (chunk) => (error += chunk));
      await firstLines(running, 1);
      const ended = new Promise((resolve) => running.on("exit", (code, by) => resolve([code, by])));
      running.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(error).toBe("");
    },
  );

  it("names the remedy when its port is taken", async () => {
    const { code, error } = await run(["sandbox", "--port", new URL(sandbox.url).port]);
    expect(code).toBe(2);
    expect(error).toMatch(/^switchboard: Port \d+ is in use\. Choose another with --port.*\n$/);
  });
});

describe("what cannot run ends with 2 and one line that names the remedy:", () => {
  const misuse: [args: string[], error: RegExp, env?: Record<string, string>][] = [
    [["frobnicate"], /There is no command "frobnicate"\. The commands are .*sandbox/],
    [["constructor"], /There is no command "constructor"/],
    [["sandbox", "4080"], /"4080" is too much\. Usage: switchboard sandbox \[--port N\]/],
    [["operations", "x"], /"x" is too much\. Usage: switchboard operations/],
    [["list"], /Name one operation\. Usage: switchboard list/],
    [["list", "a", "b"], /Name one operation/],
    [
      ["list", "content.posts.lst"],
      /There is no operation "content\.posts\.lst"\. Near: content\.posts\.list.*switchboard operations/,
    ],
    [["list", "content.posts.create"], /content\.posts\.create is not a list/],
    [["list", "content.posts.list", "--queri", "a=b"], /Unknown option '--queri'.*Usage: switchboard list/],
    [["list", "content.posts.list", "--query", "limit"], /--query limit is not of the form name=value/],
    [
      ["list", "content.posts.list", "--base-url", "content=https://127.0.0.1:1/v1"],
      /Set SWITCHBOARD_KEY_CONTENT/,
    ],
    [
      ["list", "social.users.list", "--base-url", "social=https://127.0.0.1:1/v1"],
      /Set SWITCHBOARD_CLIENT_ID_SOCIAL and SWITCHBOARD_CLIENT_SECRET_SOCIAL/,
    ],
    [
      ["list", "content.posts.list", "--base-url", "content=http://api.example.com/v1"],
      /not HTTPS/,
      { SWITCHBOARD_KEY_CONTENT: "k" },
    ],
    [
      ["list", "content.posts.list", "--base-url", "content=nowhere"],
      /not a URL/,
      { SWITCHBOARD_KEY_CONTENT: "k" },
    ],
    [
      ["list", "membership.courses.list", "--base-url", "membership=https://127.0.0.1:1/v2"],
      /not documented\. Bind it/,
      { SWITCHBOARD_KEY_MEMBERSHIP: "k" },
    ],
    [["list", "content.posts.list", "--route", "content.posts.list=GET"], /must look like "POST \/path"/],
    [
      ["list", "content.posts.list"],
      /SWITCHBOARD_ROUTES cannot be read/,
      { SWITCHBOARD_ROUTES: "no-such-file.json" },
    ],
    [
      ["list", "content.posts.list"],
      /SWITCHBOARD_ROUTES cannot be read/,
      { SWITCHBOARD_ROUTES: "broken.json" },
    ],
    [
      ["list", "content.posts.list"],
      /SWITCHBOARD_ROUTES must hold an object/,
      { SWITCHBOARD_ROUTES: "array.json" },
    ],
    [
      ["list", "content.posts.list", "--base-url", "nope=https://127.0.0.1:1/v1"],
      /--base-url names no API: "nope"\. The APIs are cloud-v1, /,
    ],
    [
      ["list", "content.posts.list"],
      /SWITCHBOARD_BASE_URL_CLOUDV1 names no API\. The variables are SWITCHBOARD_BASE_URL_CLOUD_V1, /,
      { SWITCHBOARD_BASE_URL_CLOUDV1: "https://127.0.0.1:1/v1" },
    ],
    [
      ["list", "content.posts.list", "--route", "content.posts.lst=GET /posts"],
      /There is no operation "content\.posts\.lst"/,
    ],
    [["schema"], /Name one schema/],
    [["schema", "nothing"], /There is no operation or event "nothing"/],
    [["schema", "admin.dashboard.metrics.body"], /takes no body that is documented/],
    [["schema", "cloud-v1.servers.create.response"], /not shown in the documents/],
    [["sandbox", "--port", "many"], /--port takes a whole number/],
    [["sandbox", "--port", "70000"], /--port takes a whole number/],
    [["sandbox", "--port", ""], /--port takes a whole number/],
    [["sandbox", "--port", "0x50"], /--port takes a whole number/],
    [["help", "frobnicate"], /There is no command "frobnicate"/],
  ];

  it.for(misuse)("switchboard %j", async ([args, message, env]) => {
    writeFileSync(join(folder, "broken.json"), '{\n  "a": nothing\n}');
    writeFileSync(join(folder, "array.json"), "[]");
    const { code, out, error } = await run(args, env);
    expect(error).toMatch(message);
    expect(error).toMatch(/^switchboard: [^\n]+\n$/);
    expect([code, out]).toEqual([2, ""]);
  });

  it("a refusal by the API", async () => {
    const { code, error } = await run(
      ["list", "cloud-v1.servers.list", "--query", "limit=many"],
      toSandbox("cloud-v1"),
    );
    expect(code).toBe(2);
    expect(error).toMatch(/^switchboard: [^\n]+ \(400[^\n]*GET \/servers\n$/);
  });
});

describe("switchboard help", () => {
  it.for([["--help"], ["-h"], ["help"]])("%s names every command", async (args) => {
    const { code, out } = await run(args);
    expect(code).toBe(0);
    for (const name of ["list", "operations", "sandbox", "schema"])
      expect(out).toContain(`switchboard ${name}`);
  });

  it("without a command is the same, but ends with 2", async () => {
    const { code, out } = await run([]);
    expect(code).toBe(2);
    expect(out).toContain("switchboard list");
  });

  it("of a command is its usage", async () => {
    for (const args of [
      ["list", "--help"],
      ["help", "list"],
    ])
      expect((await run(args)).out).toMatch(/^switchboard list OPERATION/);
  });
});
