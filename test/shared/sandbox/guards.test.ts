// What reaches the sandbox's port need not be our client.
import { request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { openConnection } from "../http/connection.ts";
import { type RunningSandbox, sandbox } from "./running.ts";

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  chunked?: boolean;
}

const send = ({ url }: RunningSandbox, { method = "GET", path = "/", headers = {}, body, chunked }: Sent) =>
  new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const length =
      body !== undefined && !chunked ? { "content-length": String(Buffer.byteLength(body)) } : {};
    const sending = request(
      new URL(path, url),
      { method, headers: { ...length, ...headers } },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        textOf(response).then((text) => resolve({ status, text, headers }), reject);
      },
    );
    sending.on("error", reject);
    sending.end(body);
  });

const authorized = (box: RunningSandbox, slug: string) => ({
  authorization: `Bearer ${box.directory.apis[slug]?.credentials.key}`,
  "content-type": "application/json",
});
const port = (box: RunningSandbox) => new URL(box.url).port;

describe("the sandbox", () => {
  it("answers under the names of this machine", async () => {
    const box = await sandbox();
    for (const host of ["127.0.0.1", "localhost", "[::1]"])
      expect((await send(box, { headers: { host: `${host}:${port(box)}` } })).status).toBe(200);
  });

  it.for([
    "evil.example",
    "evil.example:80",
    "127.0.0.1.evil.example:4080",
    "127.0.0.1",
    "localhost:4080@evil.example",
  ])("does not answer under the name %j", async (host) => {
    const box = await sandbox();
    for (const path of ["/", "/admin/v1/users", "/_sandbox/deliveries/content"])
      expect((await send(box, { path, headers: { host } })).status).toBeOneOf([400, 403]);
  });

  it("does not answer a web page of another origin, and names no origin that may read", async () => {
    const box = await sandbox();
    for (const origin of [
      "https://evil.example",
      "null",
      `http://localhost:${port(box)}`,
      "http://127.0.0.1",
    ]) {
      const reply = await send(box, { headers: { origin } });
      expect(reply.status).toBe(403);
      expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
    expect((await send(box, { headers: { origin: box.url } })).status).toBe(200);
    expect(
      (
        await send(box, {
          method: "OPTIONS",
          path: "/admin/v1/users",
          headers: { origin: "https://evil.example" },
        })
      ).status,
    ).toBe(403);
  });

  it.for([false, true])("refuses a body of more than 1 MiB, in chunks: %s", async (chunked) => {
    const box = await sandbox();
    const headers = authorized(box, "content");
    const fits = JSON.stringify({ title: "a", content: "a".repeat(1024 * 1024 - 40) });
    const route = { method: "POST", path: "/content/v1/content/posts", headers, chunked };
    expect((await send(box, { ...route, body: fits })).status).toBe(201);
    const reply = await send(box, { ...route, body: fits + " ".repeat(60) }).catch(
      (error: NodeJS.ErrnoException) => ({ status: error.code }),
    );
    // It need not read on, so the connection may also just end.
    expect(reply.status).toBeOneOf([413, "EPIPE", "ECONNRESET"]);
  });

  it("says that it ends the connection of a body that it does not read", async () => {
    const box = await sandbox();
    const { authorization } = authorized(box, "content");
    const head = `POST /content/v1/content/posts HTTP/1.1\r\nhost: ${new URL(box.url).host}\r\nauthorization: ${authorization}\r\n`;
    const begun = `${head}content-type: application/json\r\ncontent-length: ${2 * 1024 * 1024}\r\n\r\n${"a".repeat(100_000)}`;
    const said = await textOf(await openConnection(box.url, begun));
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).toMatch(/\r\nconnection: close\r\n/i);
    expect((await send(box, {})).headers).toMatchObject({ connection: "keep-alive" });
  });

  const bodies: [what: string, body: string | Uint8Array][] = [
    ["control characters", '{"title":"a\u0001b","content":""}'],
    ["NUL", '{"title":"a\u0000","content":""}'],
    ["no JSON", "title=a"],
    ["an array", "[]"],
    ["a text", '"a"'],
    ["null", "null"],
    ["a trailing comma", '{"title":"a","content":"",}'],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ["nothing", ""],
  ];
  it.for(bodies)("answers a body with %s by the API's 400", async ([, body]) => {
    const box = await sandbox();
    const reply = await send(box, {
      method: "POST",
      path: "/admin/v1/users",
      headers: authorized(box, "admin"),
      body,
    });
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  });

  it("takes __proto__ and constructor for data", async () => {
    const box = await sandbox();
    const body =
      '{"name":"Al","email":"al@example.com","__proto__":{"role":"admin"},"constructor":{"prototype":{"polluted":1}}}';
    const reply = await send(box, {
      method: "POST",
      path: "/admin/v1/users",
      headers: authorized(box, "admin"),
      body,
    });
    expect(JSON.parse(reply.text)).toMatchObject({ role: "viewer" });
    const settings = await send(box, {
      method: "PUT",
      path: "/admin/v1/settings",
      headers: authorized(box, "admin"),
      body,
    });
    expect(settings.status).toBe(200);
    expect("polluted" in {}).toBe(false);
  });

  it("leaves undocumented properties aside, as warnings are no errors", async () => {
    const box = await sandbox();
    const body = '{"name":"Al","email":"al@example.com","nickname":"A"}';
    const reply = await send(box, {
      method: "POST",
      path: "/admin/v1/users",
      headers: authorized(box, "admin"),
      body,
    });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).not.toHaveProperty("nickname");
  });

  it.for([
    "/",
    "/admin",
    "/admin/v2/users",
    "/nobody/v1",
    "/admin/v1/../../content/v1/content/posts",
    "/%2e%2e/etc/passwd",
    "/admin/v1/%E0%A4%A",
  ])("does not break at the address %s", async (path) => {
    const box = await sandbox();
    expect((await send(box, { path })).status).toBeLessThan(500);
  });

  it("does not take another way of writing the key", async () => {
    const box = await sandbox();
    const key = box.directory.apis.admin?.credentials.key ?? "";
    for (const authorization of [
      key,
      `Basic ${key}`,
      `bearer ${key}`,
      `Bearer  ${key}`,
      `Bearer ${key} x`,
      "Bearer",
      "Bearer ",
    ])
      expect((await send(box, { path: "/admin/v1/users", headers: { authorization } })).status).toBe(401);
  });
});

it("a port that is taken is told", async () => {
  const box = await sandbox();
  await expect(sandbox({ port: Number(port(box)) })).rejects.toMatchObject({ code: "EADDRINUSE" });
});
