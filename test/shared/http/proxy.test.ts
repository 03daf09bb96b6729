import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TransportOptions } from "../../../shared/http/transport.ts";
import { byMethod, call, failure, key } from "./calls.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

describe.skipIf(!hasOpenssl)("through a proxy", () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-proxy-"));
  const closers: (() => void)[] = [() => rmSync(folder, { recursive: true })];
  afterAll(() => closers.forEach((close) => close()));
  let pair: { key: string; cert: string };
  beforeAll(() => {
    const [keyFile, file] = [join(folder, "own.key"), join(folder, "own.pem")];
    const names = "subjectAltName=DNS:api.example.test,DNS:localhost";
    const how = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const what = ["-subj", "/CN=own", "-addext", names, "-days", "2"];
    execFileSync("openssl", [...how, "-keyout", keyFile, "-out", file, ...what], { stdio: "ignore" });
    pair = { key: readFileSync(keyFile, "utf8"), cert: readFileSync(file, "utf8") };
  });

  /** An API behind TLS, and a proxy to which every name leads there. */
  async function setUp(refusal?: number) {
    const authorizations: (string | undefined)[] = [];
    const server = createServer(pair, (request, response) => {
      authorizations.push(request.headers.authorization);
      response.end('{"active_users":1}');
    });
    const asked: { path: string | undefined; headers: string }[] = [];
    const gate = createHttpServer((_, response) => response.writeHead(500).end());
    gate.on("connect", (request, socket) => {
      asked.push({ path: request.url, headers: JSON.stringify(request.headers) });
      if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
      const onward = connect(portOf(server), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        socket.pipe(onward).pipe(socket);
      });
      socket.on("error", () => onward.destroy());
      onward.on("error", () => socket.destroy());
      closers.push(() => socket.destroy());
    });
    for (const each of [server, gate]) {
      each.listen(0, "127.0.0.1");
      await once(each, "listening");
      closers.push(
        () => each.close(),
        () => each.closeAllConnections(),
      );
    }
    const tls = (except: string[] = [], user = ""): TransportOptions => ({
      certificates: [pair.cert],
      proxy: { address: `http://${user}127.0.0.1:${portOf(gate)}`, except },
    });
    return { authorizations, asked, tls, port: portOf(server) };
  }

  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port; // They listen on TCP.

  it("a request is tunnelled, so that the proxy sees no key", async () => {
    const { asked, authorizations, tls } = await setUp();
    const reply = await call(byMethod.GET, "https://api.example.test/v1", { tls: tls([], "me:secret@") });
    expect(reply.body).toEqual({ active_users: 1 });
    expect(authorizations).toEqual([`Bearer ${key}`]);
    expect(asked.map(({ path }) => path)).toEqual(["api.example.test:443"]);
    expect(asked[0]?.headers).toContain(`Basic ${Buffer.from("me:secret").toString("base64")}`);
    expect(asked[0]?.headers).not.toContain(key);
  });

  it("a certificate is checked all the same", async () => {
    const { authorizations, tls } = await setUp();
    const { proxy } = tls();
    for (const [host, options] of [
      ["other", tls()],
      ["api", proxy ? { proxy } : {}],
    ] as const)
      expect(
        await failure(call(byMethod.GET, `https://${host}.example.test/v1`, { tls: options })),
      ).toMatchObject({ kind: "unreachable", outcome: "not-sent", attempts: 1 });
    expect(authorizations).toEqual([]);
  });

  it("nothing is sent that the proxy refuses", async () => {
    const { authorizations, asked, tls } = await setUp(407);
    const error = await failure(call(byMethod.POST, "https://api.example.test/v1", { tls: tls() }));
    expect(error).toMatchObject({ kind: "unreachable", outcome: "not-sent" });
    expect(error.message).toContain("407");
    expect([authorizations.length, asked.length > 0]).toEqual([0, true]);
  });

  it("that can't be used nothing is sent, and nothing around it", async () => {
    const { authorizations, port } = await setUp();
    for (const address of ["socks5://127.0.0.1:1", "proxy"]) {
      const tls = { certificates: [pair.cert], proxy: { address, except: [] } };
      await expect(call(byMethod.GET, "https://api.example.test/v1", { tls })).rejects.toThrow(/http\.proxy/);
      await call(byMethod.GET, `https://localhost:${port}/v1`, { tls });
    }
    expect(authorizations).toHaveLength(2);
  });

  it("nothing goes that is for this machine, or excepted", async () => {
    const { asked, authorizations, tls, port } = await setUp();
    await call(byMethod.GET, `https://localhost:${port}/v1`, { tls: tls() });
    expect(authorizations).toHaveLength(1);
    await failure(call(byMethod.GET, "https://api.example.test/v1", { tls: tls(["example.test"]) }));
    expect(asked).toEqual([]);
  });
});
