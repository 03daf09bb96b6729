import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTransport } from "../../../shared/http/transport.ts";
import { byMethod, call, failure } from "./calls.ts";
import { testClock } from "./clock.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

describe.skipIf(!hasOpenssl)("a server whose certificate", () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-tls-"));
  const closers: (() => void)[] = [() => rmSync(folder, { recursive: true })];
  afterAll(() => closers.forEach((close) => close()));

  /** A certificate that signs itself, for one address. */
  function certificate(name: string, subjectAltName: string, days = "2") {
    const [keyFile, file] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
    const what = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=${subjectAltName}`, "-days", days];
    const how = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    execFileSync("openssl", [...how, "-keyout", keyFile, "-out", file, ...what], { stdio: "ignore" });
    return { key: readFileSync(keyFile, "utf8"), cert: readFileSync(file, "utf8") };
  }

  /** One that signs itself and ended years ago. */
  function expiredCertificate() {
    const at = (name: string) => join(folder, `expired${name}`);
    const run = (...all: string[]) => execFileSync("openssl", all, { stdio: "ignore", cwd: folder });
    const what = ["-subj", "/CN=expired", "-addext", "subjectAltName=IP:127.0.0.1"];
    const how = ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    run(...how, "-keyout", at(".key"), "-out", at(".csr"), ...what);
    writeFileSync(at(".index"), "");
    writeFileSync(
      at(".cnf"),
      `[ca]\ndefault_ca = own\n[own]\ndatabase = ${at(".index")}\nnew_certs_dir = ${folder}\nrand_serial = yes\npolicy = any\ndefault_md = sha256\ncopy_extensions = copy\n[any]\ncommonName = supplied\n`,
    );
    const when = ["-startdate", "20200101000000Z", "-enddate", "20210101000000Z"];
    const from = ["-config", at(".cnf"), "-keyfile", at(".key"), "-in", at(".csr"), "-out", at(".pem")];
    run("ca", "-batch", "-notext", "-selfsign", ...from, ...when);
    return { key: readFileSync(at(".key"), "utf8"), cert: readFileSync(at(".pem"), "utf8") };
  }

  async function serveTls(pair: { key: string; cert: string }) {
    const received: string[] = [];
    const server = createServer(pair, (request, response) => {
      received.push(request.url ?? "");
      response.end('{"active_users":1}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(
      () => server.close(),
      () => server.closeAllConnections(),
    );
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    return { baseUrl: `https://127.0.0.1:${port}/v1`, received };
  }

  let own: { key: string; cert: string };
  let other: { key: string; cert: string };
  beforeAll(() => {
    own = certificate("own", "IP:127.0.0.1");
    other = certificate("other", "DNS:elsewhere.example");
  });

  it.for(Object.entries(byMethod))("signs itself gets no %s and no second try", async ([, id]) => {
    const { baseUrl, received } = await serveTls(own);
    const clock = testClock();
    const error = await failure(call(id, baseUrl, { clock }));
    expect(error).toMatchObject({ kind: "unreachable", outcome: "not-sent", attempts: 1 });
    expect(error.message).toContain("certificate");
    expect([clock.waits, received]).toEqual([[], []]);
  });

  it("is for another host gets nothing, though its authority is trusted", async () => {
    const { baseUrl, received } = await serveTls(other);
    const error = await failure(call(byMethod.GET, baseUrl, { tls: { certificates: [other.cert] } }));
    expect(error).toMatchObject({ kind: "unreachable", outcome: "not-sent", attempts: 1 });
    expect(received).toEqual([]);
  });

  it("has expired gets nothing, though it was trusted", async () => {
    const pair = expiredCertificate();
    const { baseUrl, received } = await serveTls(pair);
    for (const id of Object.values(byMethod)) {
      const error = await failure(call(id, baseUrl, { tls: { certificates: [pair.cert] } }));
      expect(error).toMatchObject({ kind: "unreachable", outcome: "not-sent", attempts: 1 });
      expect(error.message).toMatch(/certificate of .* is not trusted \(certificate has expired\)/);
    }
    expect(received).toEqual([]);
  });

  it("has an authority that was added is trusted", async () => {
    const { baseUrl } = await serveTls(own);
    const reply = await call(byMethod.GET, baseUrl, { tls: { certificates: [own.cert] } });
    expect(reply.body).toEqual({ active_users: 1 });
  });

  it("is seen only after the abort gets no request any more", async () => {
    const { baseUrl, received } = await serveTls(own);
    // Between the two: lets nothing through until it is told to.
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const gate = createTcpServer((socket) => {
      const onward = connect(Number(new URL(baseUrl).port), "127.0.0.1");
      void opened.then(() => socket.pipe(onward).pipe(socket));
      socket.on("error", () => onward.destroy());
      onward.on("error", () => socket.destroy());
    });
    await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
    closers.push(() => gate.close());
    const { port } = gate.address() as AddressInfo; // It listens on TCP.
    const transport = createTransport({ certificates: [own.cert] });
    closers.push(() => void transport.close());
    const send = (path: string, signal: AbortSignal) =>
      transport.exchange(
        { method: "GET", url: new URL(path, `https://127.0.0.1:${port}`), headers: {} },
        signal,
      );

    const aborter = new AbortController();
    const aborted = send("/aborted", aborter.signal);
    aborter.abort();
    await expect(aborted).rejects.toMatchObject({ stage: "connect" });
    open();
    expect((await send("/next", new AbortController().signal)).status).toBe(200);
    expect(received).toEqual(["/next"]);
  });

  it("signs itself is refused, whatever the environment says", async () => {
    const { baseUrl, received } = await serveTls(own);
    const program = `
      const { createTransport } = await import("./shared/http/transport.ts");
      const request = { method: "GET", url: new URL(process.env.ADDRESS), headers: {} };
      await createTransport().exchange(request, new AbortController().signal).catch(({ stage }) => console.log(stage));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--no-warnings", "--input-type=module", "--eval", program],
      {
        cwd: join(import.meta.dirname, "../../.."),
        env: { ADDRESS: baseUrl, NODE_TLS_REJECT_UNAUTHORIZED: "0" },
      },
    );
    expect([stdout, received]).toEqual(["certificate\n", []]);
  });

  it("is not the matter where no secure connection can be agreed on", async () => {
    const { baseUrl } = await serveTls(own);
    const plain = createTcpServer(
      (socket) => void socket.on("error", () => {}).end("HTTP/1.1 200 OK\r\n\r\n"),
    );
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const old = createServer({ ...own, maxVersion: "TLSv1.1", minVersion: "TLSv1" });
    await new Promise<void>((resolve) => old.listen(0, "127.0.0.1", resolve));
    closers.push(
      () => plain.close(),
      () => old.close(),
    );
    for (const server of [plain, old]) {
      const { port } = server.address() as AddressInfo; // Both listen on TCP.
      const error = await failure(call(byMethod.POST, baseUrl.replace(/:\d+/, `:${port}`)));
      expect(error).toMatchObject({ kind: "unreachable", outcome: "not-sent", attempts: 1 });
      expect(error.message).toContain("No secure connection");
      expect(error.message).not.toContain("certificate of");
    }
  });

  it("has an authority that Node trusts is trusted beside those that were added", async () => {
    const { baseUrl } = await serveTls(own);
    const program = `
      const { createTransport } = await import("./shared/http/transport.ts");
      const transport = createTransport({ certificates: [process.env.OTHER] });
      const request = { method: "GET", url: new URL(process.env.ADDRESS), headers: {} };
      console.log((await transport.exchange(request, new AbortController().signal)).status);`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--no-warnings", "--input-type=module", "--eval", program],
      {
        cwd: join(import.meta.dirname, "../../.."),
        env: { OTHER: other.cert, ADDRESS: baseUrl, NODE_EXTRA_CA_CERTS: join(folder, "own.pem") },
      },
    );
    expect(stdout).toBe("200\n");
  });
});
