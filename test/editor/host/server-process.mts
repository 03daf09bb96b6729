import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const START_TIMEOUT = 60_000;
const STOP_TIMEOUT = 3_000;
/** A detached child leads a process group, and signals can be sent to the group. */
const hasGroups = process.platform !== "win32";

export interface ServerOptions {
  /** The folder that `ensureHost` returned. */
  serverRoot: string;
  /** Settings, installed extensions, logs and the connection token live here. */
  dataDir: string;
  /** Whether folders are opened without trust. */
  untrusted?: boolean | undefined;
  /** For the server and the extension host. */
  env?: NodeJS.ProcessEnv | undefined;
}

/** VS Code's server as a child process, which never outlives this one. */
export class ServerProcess {
  readonly exited: Promise<number | null>;
  output = "";
  readonly #child;

  constructor({ serverRoot, dataDir, env }: ServerOptions, args: string[]) {
    const main = join(serverRoot, "out/server-main.js");
    this.#child = spawn(
      process.execPath,
      [main, "--server-data-dir", dataDir, "--accept-server-license-terms", "--disable-telemetry", ...args],
      // Without an extension gallery of its own the server would ask a public one.
      {
        env: { ...inheritedEnv(), EXTENSIONS_GALLERY: "{}", ...env },
        stdio: ["ignore", "pipe", "pipe"],
        detached: hasGroups,
      },
    );
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
      });
    }
    const killWithParent = () => this.#signal("SIGKILL");
    process.once("exit", killWithParent);
    this.exited = new Promise((settle, fail) => {
      this.#child.once("error", fail);
      this.#child.once("close", (code) => {
        process.off("exit", killWithParent);
        settle(code);
      });
    });
  }

  /** Waits for a line of output and returns the pattern's first group. */
  async printed(pattern: RegExp): Promise<string> {
    const found = new Promise<string>((settle) => {
      this.#child.stdout.on("data", () => {
        const group = pattern.exec(this.output)?.[1];
        if (group !== undefined) settle(group);
      });
    });
    const failed = async (why: Promise<string>): Promise<never> => {
      throw new Error(`VS Code's server ${await why}\n${this.output}`);
    };
    return Promise.race([
      found,
      failed(this.exited.then((code) => `ended with code ${code}`)),
      failed(delay(START_TIMEOUT, "did not start", { ref: false })),
    ]);
  }

  async stop(): Promise<void> {
    this.#signal("SIGTERM");
    const patience = setTimeout(() => this.#signal("SIGKILL"), STOP_TIMEOUT);
    await this.exited;
    clearTimeout(patience);
  }

  /** Reaches the extension hosts and what they started too, which would otherwise linger for seconds. */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    try {
      if (hasGroups && pid !== undefined) process.kill(-pid, signal);
      else this.#child.kill(signal);
    } catch {
      // The whole group has ended already.
    }
  }
}

/** Leaves out what would change how the server's own Node starts, or tie it to a VS Code around this process. */
function inheritedEnv(): NodeJS.ProcessEnv {
  const foreign = /^(NODE_OPTIONS|NODE_ENV|ELECTRON_.*|VITEST.*|VSCODE_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
