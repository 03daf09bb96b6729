// `switchboard webhook` as a real process, against a real sandbox and real handlers.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { apis } from "../../../shared/apis/index.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { receiversAt } from "../../../shared/sandbox/controls.ts";
import { startSandbox } from "../../../shared/sandbox/server.ts";
import { hmacSha256 } from "../../../shared/traits/signature.ts";
import { freePort } from "../../free-port.ts";
import { json, serve, type Step, text } from "../../shared/http/server.ts";
import { carefulHandler, carelessHandler, handler, handlerSecret } from "../../shared/webhooks/handlers.ts";
import { bytesOf } from "../../shared/webhooks/handles.ts";
import { ended, root, start as startProgram, switchboard } from "./program.ts";

const cli = join(root, "dist/cli.js");
const folder = mkdtempSync(join(tmpdir(), "switchboard-webhook-"));
const transport = createTransport();
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

const order = {
  event: "order.completed",
  id: "evt_1",
  timestamp: "2026-09-01T12:00:00Z",
  data: { order_id: "ord_1", total: 1, status: "fulfilled" },
};
const payload = `${JSON.stringify(order, undefined, 2)}\n`;
const signature = hmacSha256.sign(Buffer.from(payload), handlerSecret, "hex");
const secret = { SWITCHBOARD_WEBHOOK_SECRET_MARKETPLACE: handlerSecret };

beforeAll(async () => {
  sandbox = await startSandbox(apis, { port: 0 });
  const files = {
    "order.webhook.json": payload,
    "tampered.webhook.json": payload.replace("ord_1", "ord_2"),
    "user.membership.webhook.json": JSON.stringify(
      apis.find(({ slug }) => slug === "membership")?.events["user.created"]?.samples[0],
    ),
    "post.content.webhook.json":
      '{"event":"content.published","timestamp":"2026-09-01T12:00:00Z","data":{"type":"post","id":"post_1","action":"published"}}',
    "other.webhook.json": "{}",
    "deep.marketplace.webhook.json": `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    "list.marketplace.webhook.json": `[${payload}]`,
    "order.cloud-v1.webhook.json": payload,
    "other.cloud-v1.webhook.json": "{}",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});
afterAll(async () => {
  await transport.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = startProgram(["webhook", ...args], {
    cwd: folder,
    env: { SWITCHBOARD_SANDBOX_URL: "http://127.0.0.1:1", ...env },
  });
  return { child, end: ended(child) };
}

const run = (args: readonly string[], env?: Record<string, string>) => start(args, env).end;
const withSandbox = () => ({ SWITCHBOARD_SANDBOX_URL: sandbox.directory.url });

const register = (slug: string, url: string | null) =>
  fetch(`${sandbox.directory.url}/_sandbox/webhooks/${slug}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url }),
  });
const registered = async (slug = "marketplace") =>
  (await receiversAt(transport, sandbox.directory.url))?.get(slug);

describe("switchboard webhook verify", () => {
  const verify = (file: string, given: string, more: string[] = [], env: Record<string, string> = secret) =>
    run(["verify", file, "--signature", given, ...more], env);

  it("ends with 0 for the bytes that were signed, and with 1 for any other", async () => {
    const right = await verify("order.webhook.json", signature);
    expect(right).toMatchObject({
      code: 0,
      out: "verified: HMAC-SHA256 over the bytes as they came.\n",
      error: "",
    });
    const wrong = await verify("tampered.webhook.json", signature);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/^wrong signature: .* in hex\.\n$/);
  });

  it("names what would make it match, and never calls that verified", async () => {
    const packed = hmacSha256.sign(Buffer.from(JSON.stringify(order)), handlerSecret, "base64");
    const { code, out } = await verify("order.webhook.json", packed);
    expect(code).toBe(1);
    expect(out).toContain("over the JSON written anew without white space, read as base64");
    expect(out).not.toMatch(/^verified/);
    const sandboxed = { ...withSandbox(), ...secret };
    const bySandbox = hmacSha256.sign(Buffer.from(payload), "sandbox-marketplace-webhook-secret", "hex");
    expect((await verify("order.webhook.json", bySandbox, [], sandboxed)).out).toContain(
      "by the secret of the sandbox",
    );
  });

  it("takes base64 and a prefix when they are named", async () => {
    const base64 = `v1=${hmacSha256.sign(Buffer.from(payload), handlerSecret, "base64")}`;
    const named = ["--encoding", "base64", "--prefix", "v1="];
    expect((await verify("order.webhook.json", base64, named)).code).toBe(0);
  });

  it("chooses no algorithm by itself, and says that a choice is one", async () => {
    const env = { SWITCHBOARD_WEBHOOK_SECRET_MEMBERSHIP: "m" };
    const { code, error } = await verify("user.membership.webhook.json", "00", [], env);
    expect([code, error]).toEqual([
      2,
      "switchboard: The algorithm of membership signatures is not documented. To choose it: --algorithm hmac-sha256\n",
    ]);
    const chosen = ["--algorithm", "hmac-sha256"];
    const signed = (await run(["sign", "user.membership.webhook.json", ...chosen], env)).out.trim();
    const verified = await verify("user.membership.webhook.json", signed, chosen, env);
    expect(verified).toMatchObject({
      code: 0,
      out: expect.stringContaining("a choice: the documents show no algorithm"),
    });
  });

  it("calls what content sends unsigned", async () => {
    const { code, out } = await verify("post.content.webhook.json", signature);
    expect([code, out]).toEqual([1, "unsigned: The documents show no signature of content webhooks.\n"]);
  });
});

it("a program that looks like the sandbox has no secret that verifies, and no say in where events go", async () => {
  const pretender = await serve((...all) => {
    const directory = JSON.parse(
      JSON.stringify(sandbox.directory).replaceAll(sandbox.directory.url, pretender.origin),
    );
    directory.url = "https://elsewhere.example";
    directory.apis.marketplace.webhooks.secret = handlerSecret;
    directory.apis.membership.webhooks.secret = 7;
    json(directory)(...all);
  });
  const env = { SWITCHBOARD_SANDBOX_URL: pretender.origin };
  const { code, error } = await run(["verify", "order.webhook.json", "--signature", signature], env);
  expect([code, error]).toEqual([2, expect.stringContaining("No webhook secret is set for marketplace")]);
  await run(["trigger", "order.completed"], env);
  expect(pretender.received.at(-1)?.url).toBe("/_sandbox/events/marketplace/order.completed");
});

it.for<[what: string, step: Step]>([
  ["no JSON", text("<html>")],
  ["another status", json({ message: "No such event." }, 404)],
  ["no object", json([])],
])("a sandbox that answers with %s is said to have delivered nothing", async ([, step]) => {
  const odd = await serve(
    (...all) =>
      json(JSON.parse(JSON.stringify(sandbox.directory).replaceAll(sandbox.directory.url, odd.origin)))(
        ...all,
      ),
    step,
  );
  const { code, error } = await run(["trigger", "order.completed"], { SWITCHBOARD_SANDBOX_URL: odd.origin });
  expect([code, error]).toEqual([2, expect.stringMatching(/did not deliver order\.completed[^\n]*\n$/)]);
});

it("an event that is triggered and called off may still be delivered", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const url = await handler(() => {
    resolve();
    return new Promise(() => {});
  });
  await register("marketplace", url);
  const { child, end } = start(["trigger", "order.completed"], withSandbox());
  await asked;
  child.kill("SIGINT");
  expect(await end).toEqual({
    code: 130,
    out: "",
    error: "switchboard: Interrupted. Whether the sandbox delivers order.completed is not known.\n",
  });
  await register("marketplace", null);
});

describe("switchboard webhook sign", () => {
  it("says that the API in the file's name sends no webhooks, and whose event is in it", async () => {
    const said = "is by its name of cloud-v1, which sends no webhooks.";
    expect(await run(["sign", "order.cloud-v1.webhook.json"], secret)).toMatchObject({
      code: 2,
      error: `switchboard: order.cloud-v1.webhook.json ${said} Its event is one of marketplace: give --api marketplace.\n`,
    });
    expect(await run(["sign", "other.cloud-v1.webhook.json"], secret)).toMatchObject({
      code: 2,
      error: `switchboard: other.cloud-v1.webhook.json ${said}\n`,
    });
    const named = ["sign", "order.cloud-v1.webhook.json", "--api", "marketplace"];
    expect(await run(named, secret)).toMatchObject({ code: 0, out: `${signature}\n` });
  });

  it("prints the signature alone, with the sandbox's secret where there is no other", async () => {
    expect(await run(["sign", "order.webhook.json"], secret)).toMatchObject({
      code: 0,
      out: `${signature}\n`,
    });
    const { out } = await run(["sign", "order.webhook.json"], withSandbox());
    expect(out.trim()).toBe(
      hmacSha256.sign(Buffer.from(payload), "sandbox-marketplace-webhook-secret", "hex"),
    );
  });
});

describe.runIf(process.platform === "linux")("a secret that was set in the editor", () => {
  it("is found in the keychain, of the environment that is named first", () => {
    const home = mkdtempSync(join(folder, "home-"));
    const account = "live marketplace webhook secret";
    const keep = `require("keytar").setPassword("switchboard", ${JSON.stringify(account)}, ${JSON.stringify(JSON.stringify({ value: handlerSecret }))})`;
    const file = join(folder, "order.webhook.json");
    const script = `echo -n x | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
"$0" -e "$1" && "$0" "$2" webhook sign "$3" --environment live && "$0" "$2" webhook sign "$3" --environment test`;
    const session = ["--", "sh", "-c", script, process.execPath, keep, cli, file];
    const { DBUS_SESSION_BUS_ADDRESS: _, DISPLAY: __, ...inherited } = process.env;
    const { stdout, stderr, status } = spawnSync("dbus-run-session", session, {
      cwd: join(import.meta.dirname, "../../.."),
      env: {
        ...inherited,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        XDG_DATA_HOME: join(home, "data"),
        SWITCHBOARD_SANDBOX_URL: "http://127.0.0.1:1",
      },
      encoding: "utf8",
      timeout: 110_000, // As nothing else can end a test that blocks.
    });
    expect(stdout).toBe(`${signature}\n`);
    expect(stderr).toContain("No webhook secret is set for marketplace.");
    expect(status).toBe(2);
  });
});

describe.runIf(process.platform === "linux")("a folder of outdated keys that cannot be read", () => {
  const unreadable = { XDG_DATA_HOME: join(folder, "order.webhook.json") };

  it("ends no command that has its secret from elsewhere", async () => {
    const sign = ["sign", "order.webhook.json"];
    expect(await run(sign, { ...secret, ...unreadable })).toMatchObject({ code: 0, out: `${signature}\n` });
    expect(await run(sign, { ...withSandbox(), ...unreadable })).toMatchObject({ code: 0, error: "" });
    const { child, end } = start(["listen"], unreadable);
    child.stdout.once("data", () => child.kill("SIGINT"));
    expect(await end).toMatchObject({ code: 0, error: expect.stringContaining("cannot be read: ENOTDIR") });
  });

  it.for([
    [["webhook", "sign", "order.webhook.json"], "SWITCHBOARD_WEBHOOK_SECRET_MARKETPLACE"],
    [
      ["list", "content.posts.list", "--base-url", "content=https://127.0.0.1:1/v1"],
      "SWITCHBOARD_KEY_CONTENT",
    ],
  ] as const)("is told in one line with what to do: %j", async ([args, variable]) => {
    const env = { SWITCHBOARD_SANDBOX_URL: "http://127.0.0.1:1", ...unreadable };
    const { code, error } = await switchboard(args, { cwd: folder, env });
    expect(code).toBe(2);
    expect(error).toMatch(/^switchboard: What was set in the editor cannot be read: ENOTDIR: [^\n]*\n$/);
    expect(error).toContain(`To do without it, set ${variable}.`);
  });
});

describe("switchboard webhook send", () => {
  it("sends the file's bytes, signed, and says how the handler answered", async () => {
    const came: { body: string | undefined; headers: Record<string, unknown> }[] = [];
    const url = await handler(async (request, response) => {
      came.push({ body: (await bytesOf(request))?.toString(), headers: request.headers });
      response.setHeader("x", "1");
      return came.length === 1 ? 202 : 400;
    });
    const first = await run(["send", "order.webhook.json", url], secret);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^202 in \d+ ms\n$/);
    expect(came).toMatchObject([
      { body: payload, headers: { "x-service-signature": signature, "content-type": "application/json" } },
    ]);
    expect((await run(["send", "order.webhook.json", url], secret)).code).toBe(1);
    await run(["send", "post.content.webhook.json", url]);
    expect(came[2]?.headers).not.toHaveProperty("x-service-signature");
  });

  it("says that nobody listens", async () => {
    const { code, out } = await run(["send", "order.webhook.json", "http://127.0.0.1:1/"], secret);
    expect(code).toBe(1);
    expect(out).toMatch(/^not reached: .*ECONNREFUSED/);
  });

  it("prints of an answer nothing that moves a cursor", async () => {
    const url = await handler(
      (_, response) => new Promise(() => void response.writeHead(200).end("\u001b[2Ja\u202eb\u009b31m")),
    );
    const { out } = await run(["send", "order.webhook.json", url], secret);
    expect(out.replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  });

  it("prints nothing of an answer that a build server takes for a command", async () => {
    const url = await handler(
      (_, response) =>
        new Promise(() => void response.writeHead(200).end("::error::##[error]##vso[task]pwn")),
    );
    const { out } = await run(["send", "order.webhook.json", url], secret);
    expect(out).toContain("pwn");
    expect(out).not.toMatch(/^\s*::|##\w*\[/m);
  });

  it("tells a careful handler from a careless one", async () => {
    const careful = await run(["send", "order.webhook.json", await carefulHandler(), "--variations"], secret);
    expect(careful).toMatchObject({ code: 0, error: "" });
    expect(careful.out).toContain("12 variations: 12 careful.");
    const careless = await run(
      ["send", "order.webhook.json", await carelessHandler(), "--variations"],
      secret,
    );
    expect(careless.code).toBe(1);
    expect(careless.out).toContain("12 variations: 2 careful, 10 careless.");
    expect(careless.out).toMatch(/✗ tampered body .*\n +A careful handler refuses with a 4xx\.\n/);
  });

  it("writes the variations as JUnit, with what has no sense for the API as skipped", async () => {
    const url = await handler(async () => 204);
    const { code, out } = await run([
      "send",
      "post.content.webhook.json",
      url,
      "--variations",
      "--format",
      "junit",
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites .*tests="12" failures="3" errors="0" skipped="3">/,
    );
    expect(out).toContain('<skipped message="The documents show no signature of content webhooks."/>');
    expect(out).toMatch(/<failure message="Answered with 204 in \d+ ms">A careful handler refuses/);
  });

  it("cannot run variations where nobody listens", async () => {
    const to = ["send", "order.webhook.json", "http://127.0.0.1:1/", "--variations"];
    const { code, out, error } = await run([...to, "--format", "junit"], secret);
    expect([code, error]).toEqual([
      2,
      expect.stringMatching(/^switchboard: The handler was not reached: .*\n$/),
    ]);
    expect(out).toMatch(/<testsuites .*tests="12" failures="0" errors="12" skipped="0">/);
    expect(out.match(/<error message="The handler was not reached: /g)).toHaveLength(12);
    expect(await run(to, secret)).toMatchObject({
      code: 2,
      out: "order.webhook.json to http://127.0.0.1:1/\n",
    });
  });

  it("ends with 130 at Ctrl-C", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const url = await handler(() => {
      resolve();
      return new Promise(() => {});
    });
    const { child, end } = start(["send", "order.webhook.json", url, "--variations"], secret);
    await asked;
    child.kill("SIGINT");
    const { code, error } = await end;
    expect(code).toBe(130);
    expect(error).toContain("Interrupted.");
  });
});

/** What it has printed since, a line at a time. */
function linesOf({ stdout }: ReturnType<typeof startProgram>) {
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  return async () => JSON.parse((await lines.next()).value ?? "null");
}

describe("switchboard webhook listen", () => {
  it("takes what the sandbox sends, says that it is verified, and passes it on", async () => {
    const came: (string | undefined)[] = [];
    const url = await handler(async (request) => {
      came.push((await bytesOf(request))?.toString("base64"));
      return 202;
    });
    const { child, end } = start(["listen", "--format", "ndjson", "--forward", url], withSandbox());
    const next = linesOf(child);
    const begun = await next();
    expect(begun).toMatchObject({ kind: "listening", sandbox: sandbox.directory.url });
    expect(Object.keys(begun.addresses)).toEqual(["content", "marketplace", "membership", "social"]);

    for (const [event, api, verdict] of [
      ["order.completed", "marketplace", "verified"],
      ["membership.user.created", "membership", "verified"],
      ["content.published", "content", "unsigned"],
    ]) {
      const triggered = run(["trigger", event ?? ""], withSandbox());
      const delivery = await next();
      expect(delivery).toMatchObject({ kind: "delivery", api, verdict, replay: false });
      expect(delivery).not.toHaveProperty("stale");
      expect(await next()).toMatchObject({ kind: "answer", number: delivery.number, status: 202 });
      expect(came.at(-1)).toBe(delivery.body);
      expect(await triggered).toMatchObject({ code: 0, out: expect.stringContaining("answered with 204") });
    }

    const address = begun.addresses.marketplace;
    const headers = { "content-type": "application/json" };
    const wrong = { ...headers, "x-service-signature": "ab" };
    await fetch(address, { method: "POST", headers: wrong, body: payload });
    expect(await next()).toMatchObject({
      verdict: "wrong",
      hint: expect.stringContaining("no digest of 32 bytes"),
      body: Buffer.from(payload).toString("base64"),
    });
    expect((await fetch(address)).status).toBe(405);

    child.kill("SIGINT");
    expect(await end).toMatchObject({ code: 0, error: "" });
    const failing = await handler(async () => 503);
    await register("membership", failing);
    expect(await run(["trigger", "user.deleted", "--record", "usr_9"], withSandbox())).toMatchObject({
      code: 1,
      out: "membership user.deleted: answered with 503, and sent again after 1, 5 and 25 seconds\n",
    });
    expect(await run(["trigger", "user.deleted", "--record", "mem_9"], withSandbox())).toMatchObject({
      code: 2,
      error: expect.stringContaining('user.deleted about "mem_9"'),
    });
    await fetch(`${sandbox.directory.url}/_sandbox/reset`, { method: "POST" });
    // The sandbox knows that nobody listens any more.
    expect(await run(["trigger", "order.completed"], withSandbox())).toMatchObject({
      code: 1,
      error: expect.stringContaining("reached nobody"),
    });
  });

  it("says in lines for people what came, without what moves a cursor", async () => {
    const { child, end } = start(["listen", "--forward", "http://127.0.0.1:1/"], secret);
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    const address = async () => /(http\S+\/marketplace)\n/.exec(out)?.[1];
    await expect.poll(address).toBeTruthy();
    const body = payload.replace("order.completed", "\\u001b[2Jorder\\u202e");
    const headers = { "content-type": "application/json", "x-service-signature": signature };
    await fetch((await address()) ?? "", { method: "POST", headers, body: payload });
    await fetch((await address()) ?? "", { method: "POST", headers, body });
    await expect.poll(() => out).toMatch(/#2 → not reached: .*, again in 1 s\n/);
    child.kill("SIGTERM");
    await end;
    expect(out).toMatch(
      /#1 {2}\d\d:\d\d:\d\d {2}marketplace {2}order\.completed {2}ord_1 {2}verified {2}dated [\w ]+\n/,
    );
    expect(out).toMatch(/#2 {2}\S+ {2}marketplace .*wrong signature/);
    expect(out.replaceAll("\n", "")).not.toMatch(/\p{C}/u);
    expect(out).not.toContain(handlerSecret);
  });

  it("goes on while a handler is down, and ends when it is told", async () => {
    const { child, end } = start(
      ["listen", "--format", "ndjson", "--forward", "http://127.0.0.1:1/"],
      secret,
    );
    const next = linesOf(child);
    const { addresses } = await next();
    const headers = { "content-type": "application/json" };
    for (let count = 1; count <= 3; count++) {
      const reply = await fetch(addresses.content, { method: "POST", headers, body: "{}" });
      expect(reply.status).toBe(204);
      expect(await next()).toMatchObject({ kind: "delivery", number: count });
      expect(await next()).toMatchObject({ kind: "answer", again: 1000 });
    }
    child.kill("SIGINT");
    expect(await end).toMatchObject({
      code: 0,
      error: "switchboard: 3 deliveries that wait are passed on no more.\n",
    });
  });

  it("says that it does not know of the delivery that is under way when it is told to end", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const url = await handler(() => {
      resolve();
      return new Promise(() => {});
    });
    const { child, end } = start(["listen", "--format", "ndjson", "--forward", url], secret);
    const { addresses } = await linesOf(child)();
    const headers = { "content-type": "application/json" };
    for (let count = 1; count <= 2; count++)
      await fetch(addresses.content, { method: "POST", headers, body: "{}" });
    await asked;
    child.kill("SIGINT");
    expect(await end).toMatchObject({
      code: 0,
      error:
        "switchboard: 1 delivery that waits is passed on no more. What the handler made of the delivery under way is not known.\n",
    });
  });

  it("leaves the sandbox when nobody reads what it prints, or its terminal is closed", async () => {
    for (const ends of [
      async (child: ReturnType<typeof startProgram>) => {
        child.stdout.destroy();
        await run(["trigger", "order.completed"], withSandbox());
      },
      async (child: ReturnType<typeof startProgram>) => void child.kill("SIGHUP"),
    ]) {
      const { child, end } = start(["listen"], withSandbox());
      await expect.poll(() => registered()).toBeTruthy();
      await ends(child);
      expect(await end).toMatchObject({ code: 0, error: "" });
      expect(await registered()).toBeUndefined();
    }
  });
});

describe("the sandbox", () => {
  it("sends to the listener that was started last, until that ends", async () => {
    const { child, end } = start(["listen", "--format", "ndjson"], withSandbox());
    const { addresses } = await linesOf(child)();
    expect(await registered()).toBe(addresses.marketplace);
    const later = await handler(async () => 204);
    await register("marketplace", later);
    child.kill("SIGINT");
    await end;
    expect(await registered()).toBe(later);
    expect(await registered("membership")).toBeUndefined();
    await register("marketplace", null);
  });

  it("sends elsewhere once another listens, which is said, and again to the first when that was killed", async () => {
    const one = start(["listen", "--format", "ndjson"], withSandbox());
    const next = linesOf(one.child);
    const { addresses } = await next();
    const two = start(["listen"], withSandbox());
    let out = "";
    two.child.stdout.on("data", (chunk) => (out += chunk));
    const { url } = sandbox.directory;
    expect(await next()).toEqual({ kind: "sandbox", sandbox: url, state: "elsewhere" });
    await expect.poll(() => out).toContain(`The sandbox at ${url} sends its webhooks there.\n`);
    two.child.kill("SIGKILL");
    expect(await next()).toEqual({ kind: "sandbox", sandbox: url, state: "here" });
    expect(await registered()).toBe(addresses.marketplace);

    const three = start(["listen"], withSandbox());
    let said = "";
    three.child.stdout.on("data", (chunk) => (said += chunk));
    expect(await next()).toMatchObject({ state: "elsewhere" });
    for (const slug of Object.keys(addresses)) await register(slug, await handler(async () => 204));
    await expect.poll(() => said).toContain(`The sandbox at ${url} sends its webhooks elsewhere.\n`);
    for (const slug of Object.keys(addresses)) await register(slug, null);
    for (const { child, end } of [one, three]) {
      child.kill("SIGINT");
      expect((await end).code).toBe(0);
    }
  });

  it("sends on to a listener while another fails to start", async () => {
    await register("marketplace", "http://127.0.0.1:1/marketplace");
    const port = await freePort();
    const back = ["--port", String(port), "--forward", `http://127.0.0.1:${port}/`];
    const { code, error } = await run(["listen", ...back], withSandbox());
    expect([code, error]).toEqual([2, "switchboard: --forward leads back to the receiver itself.\n"]);
    expect(await registered()).toBe("http://127.0.0.1:1/marketplace");
    await register("marketplace", null);
  });

  it("sends to a listener that was there before it, with signatures that are verified", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { child, end } = start(["listen"], { SWITCHBOARD_SANDBOX_URL: url });
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    await expect.poll(() => out).toContain(`No sandbox runs at ${url}. One that starts later is found.\n`);
    const later = await startSandbox(apis, { port });
    onTestFinished(() => later.close());
    await expect.poll(() => out).toContain(`The sandbox at ${url} sends its webhooks there.\n`);
    const { code } = await run(["trigger", "order.completed"], { SWITCHBOARD_SANDBOX_URL: url });
    expect(code).toBe(0);
    await expect.poll(() => out).toMatch(/#1 .* verified\n/);
    child.kill("SIGINT");
    expect((await end).code).toBe(0);
  });

  it("is not said to send where it has not taken the addresses", async () => {
    const refusing = await serve((request, response, received) =>
      json(
        JSON.parse(JSON.stringify(sandbox.directory).replaceAll(sandbox.directory.url, refusing.origin)),
        request.method === "PUT" ? 400 : 200,
      )(request, response, received),
    );
    const { child, end } = start(["listen"], { SWITCHBOARD_SANDBOX_URL: refusing.origin });
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    await expect.poll(() => out).toContain("sends its webhooks elsewhere.\n");
    child.kill("SIGINT");
    await end;
    expect(out).not.toContain("sends its webhooks there");
  });
});

describe("what cannot run ends with 2 and one line that names the remedy:", () => {
  const misuse: [args: string[], error: RegExp, env?: Record<string, string>][] = [
    [[], /There is no command "webhook"\. The commands are webhook listen, .*webhook verify/],
    [["constructor"], /There is no command "webhook constructor"/],
    [["verify"], /Name one file and its signature\. Usage: switchboard webhook verify/],
    [["verify", "order.webhook.json", "--signature", "a"], /Set SWITCHBOARD_WEBHOOK_SECRET_MARKETPLACE/],
    [["verify", "gone.webhook.json", "--signature", "a"], /There is no file "gone\.webhook\.json"/],
    [["verify", ".", "--signature", "a"], /cannot be read/],
    [["sign", "other.webhook.json"], /Give --api NAME/],
    [["sign", "other.webhook.json", "--api", "deploy"], /no API that sends webhooks.*marketplace/],
    [["sign", "post.content.webhook.json"], /Nothing can be signed for content/],
    [["sign", "order.webhook.json", "--encoding", "utf8"], /--encoding takes hex or base64/],
    [["sign", "order.webhook.json", "--algorithm", "md5"], /--algorithm takes hmac-sha256/],
    [
      ["sign", "order.webhook.json", "--environment", "live"],
      /No webhook secret is set for marketplace\. Set \w+, or set it in the editor for the environment "live"\.$/,
    ],
    [["sign", "order.webhook.json", "--prefix", "v1\r\nx: "], /--prefix takes what a header can hold/],
    [["send", "order.webhook.json", "http://127.0.0.1:1/", "--prefix", "€"], /--prefix takes what/, secret],
    [["listen", "--forward", "http://user:pw1@127.0.0.1/"], /: A handler's address may hold no user name/],
    [["send", "order.webhook.json", "http://user:pw1@127.0.0.1/"], /: A handler's address may hold no user/],
    [["send", "order.webhook.json", "user:pw1@127.0.0.1"], /: A handler's address may hold no user name/],
    [
      ["send", "deep.marketplace.webhook.json", "http://127.0.0.1:1/", "--variations"],
      /no payload to vary: It is nested too deep/,
      secret,
    ],
    [
      ["trigger", "order.completed"],
      /SWITCHBOARD_SANDBOX_URL holds no address of a sandbox\. Set it like http:\/\/127\.0\.0\.1:4080\./,
      { SWITCHBOARD_SANDBOX_URL: "http://user:pw1@127.0.0.1:4080" },
    ],
    [["send", "order.webhook.json", "127.0.0.1:3000"], /is no address such as/, secret],
    [["send", "order.webhook.json", "https://hooks.example.com/"], /Give --yes to send there/, secret],
    [
      ["send", "order.webhook.json", "http://127.0.0.1:1/", "--format", "tap"],
      /The formats are pretty, junit/,
    ],
    [["send", "order.webhook.json", "http://127.0.0.1:1/", "--format", "junit"], /is for --variations/],
    [
      ["send", "list.marketplace.webhook.json", "http://127.0.0.1:1/", "--variations"],
      /no payload to vary: A delivery is one JSON object/,
      secret,
    ],
    [["listen", "--forward", "https://hooks.example.com/"], /--forward takes an address of this machine/],
    [["listen", "--format", "tap"], /The formats are pretty, ndjson/],
    [["listen", "--port", "70000"], /--port takes a whole number/],
    [["trigger", "order.gone"], /no documented event "order\.gone"/],
    [["trigger", "order.completed"], /Start it: switchboard sandbox/],
  ];
  it.for(misuse)("%j", async ([args, message, env]) => {
    const { code, error, out } = await run(args, env);
    expect(error.trimEnd()).toMatch(message);
    expect(error).not.toContain("pw1");
    expect(error.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
    expect(out).toBe("");
  });

  it("a port that is taken", async () => {
    const { port } = new URL(sandbox.directory.url);
    const { code, error } = await run(["listen", "--port", port]);
    expect([code, error]).toEqual([2, expect.stringContaining(`Port ${port} is in use`)]);
  });

  it("and help is given of one command, and of all", async () => {
    const one = await run(["listen", "--help"]);
    expect(one).toMatchObject({ code: 0, out: expect.stringMatching(/^switchboard webhook listen \[/) });
    const all = await run(["--help"]);
    expect(all.out.match(/^ {2}switchboard webhook /gm)).toHaveLength(5);
  });
});
