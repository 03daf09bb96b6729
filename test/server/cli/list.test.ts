// `switchboard list` as a real process.
import { spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import type { SandboxDirectory } from "../../../shared/sandbox/directory.ts";
import { json, serve, text } from "../../shared/http/server.ts";
import { besideSandbox } from "./beside-sandbox.ts";
import { root } from "./program.ts";

const { folder, sandbox, run, start, toSandbox } = await besideSandbox();

/** The sandbox's directory, as if it were at another address. */
const directoryAt = (url: string): SandboxDirectory =>
  JSON.parse(JSON.stringify(sandbox).replaceAll(sandbox.url, url));

describe("switchboard list", () => {
  const ndjson = (out: string) =>
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

  it("prints every server once with --all, as NDJSON", async () => {
    const { code, out, error } = await run(
      ["list", "cloud-v1.servers.list", "--all", "--query", "limit=7"],
      toSandbox("cloud-v1"),
    );
    expect([code, error]).toEqual([0, ""]);
    const ids = ndjson(out).map((row) => row.id);
    expect(ids).toHaveLength(45);
    expect(new Set(ids).size).toBe(45);
  });

  it("prints one page without --all, and says that there is more", async () => {
    const { code, out, error } = await run(
      ["list", "content.posts.list", "--query", "limit=5"],
      toSandbox("content"),
    );
    expect(code).toBe(0);
    expect(ndjson(out)).toHaveLength(5);
    expect(error).toContain("--all");
  });

  it("says that the version of a base address is deprecated, and goes on", async () => {
    const baseUrl = sandbox.apis.membership?.baseUrl.replace(/v2$/, "v1") ?? "";
    const { error } = await run(["list", "membership.users.list"], {
      ...toSandbox("membership"),
      SWITCHBOARD_BASE_URL_MEMBERSHIP: baseUrl,
    });
    expect(error).toContain(`switchboard: ${baseUrl} of membership: Version v1 is deprecated.`);
    const current = await run(["list", "membership.users.list"], toSandbox("membership"));
    expect(current.error).not.toContain("deprecated");
  });

  it("takes path parameters, bound routes and base addresses", async () => {
    const { baseUrl } = sandbox.apis.membership ?? {};
    const { SWITCHBOARD_KEY_MEMBERSHIP = "" } = toSandbox("membership");
    const bound = ["--base-url", `membership=${baseUrl}`, "--route", "membership.courses.list=GET /courses"];
    expect(
      ndjson((await run(["list", "membership.courses.list", ...bound], { SWITCHBOARD_KEY_MEMBERSHIP })).out),
    ).toHaveLength(15);

    const project = operationsOf(apis).find(({ id }) => id === "deploy.deployments.list")?.samples[0]?.path
      ?.id;
    const deployments = await run(
      ["list", "deploy.deployments.list", "--path", `id=${project}`],
      toSandbox("deploy"),
    );
    expect(ndjson(deployments.out)[0]).toMatchObject({ status: "ready" });
  });

  it("sends a query parameter as often as it is given", async () => {
    const service = await serve((_, response) => response.end('{"data":[]}'));
    const { code } = await run(
      ["list", "content.posts.list", "--query", "status=a", "--query", "limit=2", "--query", "status=b=c"],
      { SWITCHBOARD_BASE_URL_CONTENT: service.baseUrl, SWITCHBOARD_KEY_CONTENT: "a-key-0123456" },
    );
    expect(code).toBe(0);
    expect(service.received[0]?.url).toMatch(/\?status=a&status=b%3Dc&limit=2$/);
  });

  it.for([
    ["deploy.deployments.list", [], "deploy.deployments.list needs --path id=VALUE."],
    ["deploy.deployments.list", ["--path", "id="], "deploy.deployments.list needs --path id=VALUE."],
    [
      "deploy.deployments.list",
      ["--path", "id=1", "--path", "other=2"],
      'deploy.deployments.list has no path parameter "other". It has id.',
    ],
    [
      "deploy.deployments.list",
      ["--path", "id=1", "--path", "id=2"],
      "--path id is given twice. Give it once.",
    ],
    [
      "content.posts.list",
      ["--path", "a=b"],
      'content.posts.list has no path parameter "a". It has none: leave --path out.',
    ],
  ] as const)("takes the path parameters of its route alone: %s %j", async ([id, args, words]) => {
    const { code, error } = await run(["list", id, ...args], {
      ...toSandbox("deploy"),
      ...toSandbox("content"),
    });
    expect([code, error]).toEqual([2, `switchboard: ${words}\n`]);
  });

  it("reads routes from the file that SWITCHBOARD_ROUTES names", async () => {
    const file = join(folder, "routes.json");
    writeFileSync(file, '{"membership.courses.list": "GET /courses"}');
    const { out } = await run(["list", "membership.courses.list"], {
      ...toSandbox("membership"),
      SWITCHBOARD_ROUTES: file,
    });
    expect(ndjson(out)).toHaveLength(15);
  });

  it("exchanges the credentials of the social platform", async () => {
    const { baseUrl = "", credentials = {} } = sandbox.apis.social ?? {};
    const { out, error } = await run(["list", "social.users.list", "--all", "--verbose"], {
      SWITCHBOARD_BASE_URL_SOCIAL: baseUrl,
      SWITCHBOARD_CLIENT_ID_SOCIAL: credentials.clientId ?? "",
      SWITCHBOARD_CLIENT_SECRET_SOCIAL: credentials.clientSecret ?? "",
    });
    expect(ndjson(out)).toHaveLength(44);
    expect(error).toContain("/auth/token 200");
    for (const secret of [...Object.values(credentials), "tok_"]) expect(error).not.toContain(secret);
  });

  it("never prints the key, whatever happens, with --verbose, also where the service repeats it", async () => {
    const key = "canary-key-77";
    const base64 = Buffer.from(`Bearer ${key}`).toString("base64");
    const said = `${key} ${base64} ${encodeURIComponent(`?${key}`)}`;
    const server = await serve(
      json({ error: { code: key, message: said, request_id: key } }, 401, { "x-request-id": key }),
      json({}, 302, { location: `/?key=${key}` }),
      json({ data: [{ name: said }], meta: { next_cursor: key } }),
      text(said, 403),
    );
    for (let count = 0; count < 4; count++) {
      const { out, error } = await run(
        ["list", "cloud-v1.servers.list", "--verbose", "--base-url", `cloud-v1=${server.baseUrl}`],
        { SWITCHBOARD_KEY_CLOUD_V1: key },
      );
      expect(error).toContain(`GET ${server.baseUrl}/servers`);
      for (const secret of [key, base64.slice(4, -4)]) expect(out + error).not.toContain(secret);
    }
    expect(server.received.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
  });

  it("says on standard error that the data is the sandbox's", async () => {
    const env = { SWITCHBOARD_SANDBOX_URL: sandbox.url };
    const { code, out, error } = await run(["list", "content.posts.list", "--all"], env);
    expect([code, ndjson(out).length]).toEqual([0, 48]);
    expect(error).toMatch(
      /^switchboard: no base address is set for content, so this is the sandbox's data.*\n$/,
    );
  });

  it.for<[what: string, body: (origin: string) => object]>([
    ["another program", () => ({ ok: true })],
    ["a program that looks like one", (url) => ({ ...directoryAt(url), program: undefined })],
    [
      "one with keys that are no sandbox's",
      (url) => {
        const directory = directoryAt(url);
        return {
          ...directory,
          apis: { content: { ...directory.apis.content, credentials: { key: "live" } } },
        };
      },
    ],
    [
      "one that leads elsewhere",
      (url) => ({ ...directoryAt(url), apis: { content: directoryAt("http://127.0.0.1:1").apis.content } }),
    ],
  ])("does not take %s for the sandbox", async ([, body]) => {
    const server = await serve((...all) => json(body(server.origin))(...all));
    const { code, out, error } = await run(["list", "content.posts.list"], {
      SWITCHBOARD_SANDBOX_URL: server.origin,
    });
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain("No base address is set for content");
    expect(server.received.map(({ url }) => url)).toEqual(["/"]);
  });

  const toServer = (server: { baseUrl: string }) => ({
    SWITCHBOARD_BASE_URL_DEPLOY: server.baseUrl,
    SWITCHBOARD_KEY_DEPLOY: "k",
  });
  const projects = (rows: unknown[], next_cursor: string | null) =>
    json({ data: rows, meta: { next_cursor, has_more: next_cursor !== null } });

  it("prints the command that goes on where --all could not", async () => {
    const server = await serve(
      projects([{ id: "proj_1" }], "it's b"),
      json({ message: "No." }, 403),
      projects([{ id: "proj_2" }], null),
    );
    const first = await run(
      ["list", "deploy.projects.list", "--all", "--query", "limit=1"],
      toServer(server),
    );
    expect([first.code, ndjson(first.out)]).toEqual([2, [{ id: "proj_1" }]]);
    const command = /to go on from there: switchboard (.*)/.exec(first.error)?.[1] ?? "";
    expect(command).toBe("list deploy.projects.list --all --query limit=1 --query 'cursor=it'\\''s b'");
    const words = [...command.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
      ([, quoted, plain]) => plain ?? String(quoted).replaceAll("'\\''", "'"),
    );
    expect(ndjson((await run(words, toServer(server))).out)).toEqual([{ id: "proj_2" }]);
    expect(server.received.at(-1)?.url).toBe("/v1/projects?limit=1&cursor=it%27s+b");
  });

  it("prints records with all of their characters, and none that moves a cursor", async () => {
    const name = "a\u009b31m\u202eb\u2028c\u{e0001}\u007f";
    const server = await serve(projects([{ id: "proj_1", name }], null));
    const { out } = await run(["list", "deploy.projects.list"], toServer(server));
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(ndjson(out)).toEqual([{ id: "proj_1", name }]);
  });

  it("says in one line what a service says, without what moves a cursor", async () => {
    const server = await serve(
      json({ error: "x", message: `\u001b[2J\r\nGone\u202e${"!".repeat(9999)}` }, 400),
    );
    const { code, error } = await run(["list", "deploy.projects.list"], toServer(server));
    expect(code).toBe(2);
    expect(error).toMatch(/^switchboard: [^\p{C}]{10,1200}\n$/u);
  });

  it("refuses a record that is nested without end, in one line", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const server = await serve(text(`{"data":[{"id":"proj_1","deep":${deep}}],"meta":{"has_more":false}}`));
    const { code, error } = await run(["list", "deploy.projects.list"], toServer(server));
    expect(code).toBe(2);
    expect(error).toMatch(
      /^switchboard: The reply was not read: It is nested more than 1,000 levels deep[^\n]*\n$/,
    );
  });

  describe("is interrupted at once", () => {
    it.for([
      ["SIGINT", 130],
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ] as const)("while it waits for a reply: %s", async ([signal, expected]) => {
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      const server = await serve(() => resolve());
      const running = start(["list", "deploy.projects.list", "--all"], toServer(server));
      let error = "";
      running.stderr?.on("data", (chunk) => (error += chunk));
      const ended = new Promise((done) => running.on("close", (...all) => done(all)));
      await asked;
      running.kill(signal);
      expect(await ended).toEqual([expected, null]);
      expect(error).toContain("Cancelled");
    });

    it("while nobody reads what it writes", async () => {
      // More than the pipe and this side's buffer hold together.
      const server = await serve(projects([{ id: "proj_1", name: "a".repeat(1_000_000) }], "b"));
      const running = start(["list", "deploy.projects.list", "--all"], toServer(server));
      const ended = new Promise((done) => running.on("exit", (...all) => done(all)));
      await new Promise<void>((begun) => running.stdout?.once("readable", begun));
      running.kill("SIGINT");
      expect(await ended).toEqual([130, null]);
    });
  });

  it.skipIf(process.platform !== "linux")("says that its output cannot be written", async () => {
    const full = openSync("/dev/full", "w");
    try {
      const child = spawn(process.execPath, [join(root, "dist/cli.js"), "help"], {
        stdio: ["ignore", full, "pipe"],
      });
      let error = "";
      child.stderr?.on("data", (chunk) => (error += chunk));
      expect(await new Promise((done) => child.on("close", done))).toBe(2);
      expect(error).toMatch(/^switchboard: The output cannot be written: ENOSPC[^\n]*\n$/);
    } finally {
      closeSync(full);
    }
  });

  it("goes through the proxy that HTTPS_PROXY names, but for what NO_PROXY excepts", async () => {
    const asked: string[] = [];
    const proxy = createServer().on("connect", (request, socket) => {
      asked.push(request.url ?? "");
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
    const { port } = proxy.address() as AddressInfo; // It listens on TCP.
    const env = {
      SWITCHBOARD_BASE_URL_DEPLOY: "https://api.example.invalid/v1",
      SWITCHBOARD_KEY_DEPLOY: "k",
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
    };
    const { code } = await run(["list", "deploy.projects.list"], env);
    expect([code, new Set(asked)]).toEqual([2, new Set(["api.example.invalid:443"])]);
    asked.length = 0;
    await run(["list", "deploy.projects.list"], { ...env, ...toSandbox("deploy") });
    expect(asked).toEqual([]);
    const { error } = await run(["list", "deploy.projects.list"], { ...env, HTTPS_PROXY: "socks5://x" });
    expect(error).toContain("Nothing is sent, because the proxy can't be used");
    proxy.close();
  });

  it("says so and ends with 1 when the list is incomplete", async () => {
    const server = await serve(json({ data: [{ id: "proj_1" }], meta: { has_more: true } }));
    const { code, out, error } = await run(["list", "deploy.projects.list", "--all"], {
      SWITCHBOARD_BASE_URL_DEPLOY: server.baseUrl,
      SWITCHBOARD_KEY_DEPLOY: "k",
    });
    expect(code).toBe(1);
    expect(ndjson(out)).toEqual([{ id: "proj_1" }]);
    expect(error).toContain("incomplete");
  });

  it("ends quietly when the reader of its output ends first", async () => {
    const running = start(
      ["list", "cloud-v1.servers.list", "--all", "--query", "limit=1"],
      toSandbox("cloud-v1"),
    );
    let error = "";
    running.stderr?.on("data", (chunk) => (error += chunk));
    const ended = new Promise((resolve) => running.on("close", resolve));
    running.stdout?.once("data", () => running.stdout?.destroy());
    expect(await ended).toBe(0);
    expect(error).toBe("");
  });
});
