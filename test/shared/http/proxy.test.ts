import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTransport, type TransportOptions } from "../../../shared/http/transport.ts";
import { freePort } from "../../free-port.ts";
import { byMethod, call, failure, key } from "./calls.ts";
import { lookUpNoNames } from "./names.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

lookUpNoNames();

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

  it("that cannot be reached is named, without its password", async () => {
    const { authorizations, tls } = await setUp();
    const port = await freePort();
    const proxy = { address: `http://me:secret@127.0.0.1:${port}`, except: [] };
    const error = await failure(
      call(byMethod.GET, "https://api.example.test/v1", { tls: { ...tls(), proxy } }),
    );
    expect(error).toMatchObject({ kind: "unreachable", outcome: "not-sent" });
    expect(error.message).toMatch(
      new RegExp(
        `^Could not reach api\\.example\\.test \\(the proxy 127\\.0\\.0\\.1:${port} cannot be reached: `,
      ),
    );
    expect(error.message).not.toContain("secret");
    expect(authorizations).toEqual([]);
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
      const error = await failure(call(byMethod.GET, "https://api.example.test/v1", { tls }));
      expect(error).toMatchObject({ kind: "unreachable", outcome: "not-sent", attempts: 1 });
      expect(error.message).toMatch(/http\.proxy.*GET \/dashboard\/metrics$/);
      await call(byMethod.GET, `https://localhost:${port}/v1`, { tls });
    }
    expect(authorizations).toHaveLength(2);
  });
});

describe("a request", () => {
  /** A proxy that is asked, and refuses. */
  const gate = createHttpServer((_, response) => response.writeHead(500).end());
  const asked: (string | undefined)[] = [];
  beforeAll(async () => {
    gate.on("connect", (request, socket) => {
      asked.push(request.url);
      socket.end("HTTP/1.1 502 No\r\n\r\n");
    });
    gate.listen(0, "127.0.0.1");
    await once(gate, "listening");
  });
  afterAll(() => {
    gate.close();
    gate.closeAllConnections();
  });

  /** What the proxy was asked for. */
  async function through(address: string, ...except: string[]) {
    asked.length = 0;
    const { port } = gate.address() as AddressInfo; // It listens on TCP.
    const transport = createTransport({ proxy: { address: `http://127.0.0.1:${port}`, except } });
    const request = { method: "GET", url: new URL(address), headers: {} } as const;
    await expect(transport.exchange(request, new AbortController().signal)).rejects.toThrow();
    await transport.close();
    return [...asked];
  }

  it.for(["", ",example.org,ple.com", "api.example.com:8443", "evil.api.example.com"])(
    "goes through the proxy unless its host is excepted: %j",
    async (except) => {
      const list = except.split(",");
      expect(await through("https://api.example.com/v1", ...list)).toEqual(["api.example.com:443"]);
      expect(await through("http://api.example.com/v1", ...list)).toEqual(["api.example.com:80"]);
    },
  );

  it.for([
    "api.example.com",
    "example.com",
    ".Example.com",
    "*.example.com",
    "example.com:443",
    "*",
    "example.org, * ",
    "example.org, api.example.com ",
    "example.org,,api.example.com",
  ])("goes around it when its host is excepted: %j", async (except) => {
    expect(await through("https://api.example.com/v1", ...except.split(","))).toEqual([]);
  });

  it("goes around it for the excepted port only", async () => {
    expect(await through("https://api.example.com:8443/v1", "example.com:443")).toEqual([
      "api.example.com:8443",
    ]);
    expect(await through("https://api.example.com:8443/v1", "example.com:8443")).toEqual([]);
    // An address of this machine that is not taken for one.
    expect(await through("http://[::ffff:7f00:1]:1/v1", "[::ffff:7f00:1]:1")).toEqual([]);
  });

  it.for(["127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "api.localhost", "[::1]", "0x7f.1"])(
    "to this machine never goes through it: %s",
    async (host) => {
      expect(await through(`https://${host}:1/v1`)).toEqual([]);
    },
  );

  it.for(["127.0.0.1.example.com", "localhost.example.com", "notlocalhost", "10.0.0.1"])(
    "to what only looks like this machine goes through it: %s",
    async (host) => {
      expect(await through(`https://${host}/v1`)).toEqual([`${host}:443`]);
    },
  );

  it("heeds no variable of the environment beside what it is given", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("NO_PROXY", "*");
    vi.stubEnv("https_proxy", "http://127.0.0.1:1");
    expect(await through("https://api.example.com/v1")).toEqual(["api.example.com:443"]);
  });
});

describe("a proxy that can't be used", () => {
  const send = async (address: string, ...except: string[]) => {
    const transport = createTransport({ proxy: { address: "socks5://127.0.0.1:1", except } });
    const request = { method: "GET", url: new URL(address), headers: {} } as const;
    try {
      return await transport.exchange(request, new AbortController().signal);
    } finally {
      await transport.close();
    }
  };

  it.for([[], ["example.com"], ["example.org"]])(
    "sends nothing, whatever is excepted: %j",
    async (except) => {
      await expect(send("https://api.example.com/v1", ...except)).rejects.toThrow(/http\.proxy/);
    },
  );

  it("is not in the way when every host is excepted, nor of this machine", async () => {
    await expect(send("https://api.example.com/v1", "*")).rejects.toThrow("no such name");
    await expect(send("http://127.0.0.1:1/")).rejects.toThrow("ECONNREFUSED");
  });
});
