/** Whole servers over stdio: a real process each, with the same client and the same document. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { orders, placeToType, root, schema, sizes } from "./documents.ts";
import { digits, ms, type Row, type Sample, summarise, times } from "./measure.ts";

const bench = import.meta.dirname;
const uri = "file:///bench/orders.marketplace.webhook.json";

const servers = {
  ours: [join(root, "dist", "server.js")],
  "VS Code's": [join(bench, "node_modules/vscode-langservers-extracted/bin/vscode-json-language-server")],
  empty: [join(bench, "empty-server.mjs")],
} as const;
type Name = keyof typeof servers;

class Server {
  readonly process: ChildProcess;
  readonly connection: ProtocolConnection;
  #version = 1;
  #resultId: string | undefined;

  constructor(program: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    const stdio = ["pipe", "pipe", "ignore"] as const;
    this.process = spawn(process.execPath, [...program, "--stdio"], { stdio: [...stdio], env });
    const { stdin, stdout } = this.process;
    if (!stdin || !stdout) throw new Error("No pipes");
    this.connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.connection.onRequest("client/registerCapability", () => null);
    this.connection.onRequest("workspace/configuration", () => [null]);
    this.connection.listen();
  }

  async start(): Promise<void> {
    await this.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: { textDocument: { diagnostic: { dynamicRegistration: false } } },
    });
    await this.connection.sendNotification("initialized", {});
    const json = { validate: { enable: true }, schemas: [{ fileMatch: ["*.webhook.json"], schema }] };
    await this.connection.sendNotification("workspace/didChangeConfiguration", { settings: { json } });
  }

  async open(text: string): Promise<void> {
    const textDocument = { uri, languageId: "json", version: this.#version, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
  }

  async pull(): Promise<unknown> {
    const report: { resultId?: string } = await this.connection.sendRequest("textDocument/diagnostic", {
      textDocument: { uri },
      ...(this.#resultId !== undefined && { previousResultId: this.#resultId }),
    });
    this.#resultId = report.resultId;
    return report;
  }

  async type(line: number, character: number, text: string, length = 0): Promise<void> {
    const range = { start: { line, character }, end: { line, character: character + length } };
    const textDocument = { uri, version: ++this.#version };
    const contentChanges = [{ range, text }];
    await this.connection.sendNotification("textDocument/didChange", { textDocument, contentChanges });
  }

  complete(line: number, character: number): Promise<unknown> {
    return this.connection.sendRequest("textDocument/completion", {
      textDocument: { uri },
      position: { line, character },
    });
  }

  /** As an editor that takes its time. */
  async shutDown(): Promise<void> {
    await this.connection.sendRequest("shutdown");
    await Promise.all([once(this.process, "exit"), this.connection.sendNotification("exit")]);
    this.connection.dispose();
  }

  stop(): void {
    this.connection.dispose();
    this.process.kill();
  }
}

async function withServers<T>(run: (all: Record<Name, Server>) => Promise<T>): Promise<T> {
  const all = Object.fromEntries(
    Object.entries(servers).map(([name, program]) => [name, new Server(program)]),
  ) as Record<Name, Server>; // Made of the same names.
  try {
    for (const server of Object.values(all)) await server.start();
    return await run(all);
  } finally {
    for (const server of Object.values(all)) server.stop();
  }
}

const aims: Record<string, { theirs: string; empty: string; completion: string }> = {
  "1 KB": { theirs: "1", empty: "1.2", completion: "1" },
  "100 KB": { theirs: "6", empty: "1.5", completion: "" },
  "1 MB": { theirs: "45", empty: "2", completion: "30" },
  "10 MB": { theirs: "120", empty: "3", completion: "150" },
};

export async function keystrokesOverStdio(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, length } of sizes) {
    const text = orders(length);
    const at = placeToType(text, 0.5);
    const before = text.slice(0, at);
    const line = before.split("\n").length - 1;
    const character = at - before.lastIndexOf("\n") - 1;
    await withServers(async (all) => {
      for (const server of Object.values(all)) {
        await server.open(text);
        await server.pull();
      }
      const opened = memories(all);
      // With those that warm up, and those before completions, 30 keystrokes in the largest.
      const turns = length > 5e6 ? 11 : length > 5e4 ? 60 : 200;
      const diagnostics = await inTurn(all, turns, async (server, turn) => {
        await (turn % 2 === 0 ? server.type(line, character, "x") : server.type(line, character, "", 1));
        await server.pull();
      });
      const completions = await inTurn(all, turns === 60 ? 24 : turns, async (server, turn) => {
        await (turn % 2 === 0 ? server.type(line, character, "x") : server.type(line, character, "", 1));
        await server.complete(line, character);
      });
      const typed = memories(all);
      const aim = aims[name];
      const { ours, empty } = diagnostics;
      const theirs = diagnostics["VS Code's"];
      rows.push(
        row(
          `didChange → diagnostics, ${name}: VS Code's JSON server (pull) ÷ ours`,
          theirs,
          ours,
          aim?.theirs,
        ),
        row(`didChange → diagnostics, ${name}: ours ÷ an empty server`, ours, empty, aim?.empty),
        row(
          `didChange → completion, ${name}: VS Code's ÷ ours`,
          completions["VS Code's"],
          completions.ours,
          aim?.completion,
        ),
      );
      if (length > 5e6)
        rows.push(memory("just opened", opened, "0.45"), memory("after 30 keystrokes", typed, "0.2"));
    });
  }
  return rows;
}

async function inTurn(
  all: Record<Name, Server>,
  turns: number,
  run: (server: Server, turn: number) => Promise<void>,
): Promise<Record<Name, Sample>> {
  const taken: Record<Name, number[]> = { ours: [], "VS Code's": [], empty: [] };
  for (let turn = 0; turn < turns + 4; turn++) {
    for (const name of Object.keys(all) as Name[]) {
      const start = performance.now();
      await run(all[name], turn);
      if (turn >= 4) taken[name].push(performance.now() - start);
    }
  }
  return {
    ours: summarise(taken.ours),
    "VS Code's": summarise(taken["VS Code's"]),
    empty: summarise(taken.empty),
  };
}

const memories = (all: Record<Name, Server>) => ({
  ours: memoryOf(all.ours.process),
  theirs: memoryOf(all["VS Code's"].process),
});

const memory = (when: string, { ours, theirs }: ReturnType<typeof memories>, target: string): Row => ({
  what: `memory with 10 MB, ${when}: ours ÷ VS Code's`,
  ratio: times(ours / theirs),
  target,
  detail: `${ours.toFixed(0)} MB ÷ ${theirs.toFixed(0)} MB`,
});

/** Resident megabytes. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
  }
}

/** From the start of the process to the first diagnostics. Both are bundled, and find what V8 made of them before. */
export async function coldStart(bundled: string): Promise<Row[]> {
  const programs: Record<"ours" | "theirs" | "bare", readonly string[]> = {
    ours: servers.ours,
    theirs: [bundled],
    bare: ["-e", "0"],
  };
  const cache = mkdtempSync(join(tmpdir(), "switchboard-bench-"));
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const started = async (program: readonly string[]) => {
    const server = new Server(program, env);
    await server.start();
    await server.open(orders(1024));
    await server.pull();
    return server;
  };
  // Node writes it at an orderly end.
  for (const name of ["ours", "theirs"] as const) await (await started(programs[name])).shutDown();
  const taken = { ours: [] as number[], theirs: [] as number[], bare: [] as number[] };
  for (let turn = 0; turn < 17; turn++) {
    for (const name of ["ours", "theirs", "bare"] as const) {
      const start = performance.now();
      if (name === "bare") execFileSync(process.execPath, [...programs.bare]);
      else (await started(programs[name])).stop();
      if (turn >= 2) taken[name].push(performance.now() - start);
    }
  }
  rmSync(cache, { recursive: true });
  const [ours, theirs, bare] = [summarise(taken.ours), summarise(taken.theirs), summarise(taken.bare)];
  return [
    {
      ...row("cold start to the first diagnostics: ours ÷ VS Code's, both bundled", ours, theirs, "0.7"),
      detail: `${ms(ours)} ÷ ${ms(theirs)}; bare Node ${digits(bare.median)} ms`,
    },
  ];
}

const row = (what: string, above: Sample, below: Sample, target = ""): Row => ({
  what,
  ratio: times(above.median / below.median),
  target,
  detail: `${ms(above)} ÷ ${ms(below)}`,
});
