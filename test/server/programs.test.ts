// The two programs of the package, as a person starts them by hand.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createProtocolConnection,
  InitializeRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { version } from "../../package.json";

const dist = join(import.meta.dirname, "../../dist");

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, program), ...args], {
    encoding: "utf8",
    input: "",
  });
  return { code: status, out: stdout, error: stderr };
}

describe.for(["cli.js", "server.js"])("%s", (program) => {
  it("says its version", () => {
    expect(run(program, "--version")).toEqual({ code: 0, out: `${version}\n`, error: "" });
  });

  it("explains itself", () => {
    const { code, out, error } = run(program, "--help");
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain(
      program === "cli.js" ? "switchboard validate" : "switchboard-language-server --stdio",
    );
  });
});

it("the language server that is told no way to speak names one", () => {
  expect(run("server.js")).toEqual({
    code: 2,
    out: "",
    error: "switchboard-language-server: say how to speak with it: switchboard-language-server --stdio\n",
  });
});

it.each([
  [["--socket=1"], "nobody listens at port 1 of this machine"],
  [["--socket", "abc"], "--socket takes the port"],
  [["--socket"], "--socket takes the port"],
  [["--pipe=/nowhere/at-all"], "nobody listens at the pipe /nowhere/at-all"],
  [["--pipe"], "--pipe takes the name"],
  [["--node-ipc"], "others use --stdio"],
])("the language server says why it cannot speak by %j", (args, words) => {
  const { code, out, error } = run("server.js", ...args);
  expect([code, out, error.split("\n").length]).toEqual([2, "", 2]);
  expect(error).toContain(words);
});

it.each([
  ["--socket", 0],
  ["--pipe", join(tmpdir(), `switchboard-${process.pid}.pipe`)],
])("the language server speaks by %s", async (option, place) => {
  const editor = createServer();
  const came = once(editor, "connection") as Promise<[Socket]>; // What a server's event gives.
  editor.listen(place);
  await once(editor, "listening");
  const address = editor.address();
  const named = typeof address === "object" && address ? String(address.port) : String(place);
  const server = spawn(process.execPath, [join(dist, "server.js"), option, named]);
  const ended = once(server, "exit");
  const [socket] = await came;
  const connection = createProtocolConnection(
    new StreamMessageReader(socket),
    new StreamMessageWriter(socket),
  );
  connection.listen();
  const { serverInfo } = await connection.sendRequest(InitializeRequest.type, {
    processId: null,
    rootUri: null,
    capabilities: {},
  });
  expect(serverInfo?.name).toBe("switchboard-language-server");
  connection.dispose();
  socket.destroy();
  editor.close();
  await ended;
});

it.each(["cli.js", "server.js"])("%s names the version that an older Node lacks", (program) => {
  const older = join(mkdtempSync(join(tmpdir(), "switchboard-node-")), "older.cjs");
  writeFileSync(older, 'Object.defineProperty(process.versions, "node", { value: "20.19.0" });');
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--require", older, join(dist, program), "--version"],
    { encoding: "utf8" },
  );
  rmSync(dirname(older), { recursive: true });
  expect([status, stderr]).toEqual([2, "Switchboard needs Node 22.15 or later; this is Node 20.19.0.\n"]);
});

it("the language server keeps what V8 made of it, though its editor kills it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-cache-"));
  const server = spawn(process.execPath, [join(dist, "server.js"), "--stdio"], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: folder },
  });
  const kept = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  await expect.poll(kept).not.toEqual([]);
  server.kill("SIGKILL");
  await once(server, "exit");
  rmSync(folder, { recursive: true });
});
