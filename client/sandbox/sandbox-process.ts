/** The local sandbox as a child of the extension host. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import * as vscode from "vscode";
import { sandboxAddress } from "../session/sandbox-directory.ts";
import { isLoopback } from "../../shared/http/loopback.ts";
import { findSandbox } from "../../shared/sandbox/directory.ts";
import { askSandboxAddress } from "../environments/base-address.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showingWork, showWarning } from "../text/notifications.ts";

const patience = 15_000;

export class SandboxProcess implements vscode.Disposable {
  readonly #session: Session;
  #child: ChildProcess | undefined;

  constructor(session: Session) {
    this.#session = session;
    void vscode.commands.executeCommand("setContext", "switchboard.sandboxStarted", false);
  }

  async start(): Promise<void> {
    const session = this.#session;
    const { hostname, port, origin } = sandboxAddress(session.settings.sandboxUrl);
    if (!isLoopback(hostname) || port === "")
      throw new Error(
        `The sandbox can't be started at ${origin}: set switchboard.sandbox.url to http://127.0.0.1:PORT.`,
      );
    if (this.#child) return session.changed();
    if (await isTaken(Number(port))) {
      session.changed();
      if (typeof (await findSandbox(await session.transport(), session.settings.sandboxUrl)) === "object")
        return showBriefly("beaker", "A sandbox that something else has started is running.");
      return showWarning(`Port ${port} is taken by another program. Set another port for the sandbox.`, {
        title: "Set Sandbox Address…",
        apply: () => askSandboxAddress(session),
      });
    }
    await showingWork("Starting the sandbox", () => this.#spawn(port));
    session.changed();
  }

  stop(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill();
  }

  dispose(): void {
    this.stop();
  }

  /** Resolves when the sandbox has said that it listens. */
  async #spawn(port: string): Promise<void> {
    const script = this.#session.context.asAbsolutePath("dist/cli.js");
    const child = spawn(process.execPath, [script, "sandbox", "--json", "--port", port], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
      // Over the channel the child learns when the extension host was killed.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    }) as ChildProcessByStdio<null, Readable, Readable>; // Node's types don't know this combination.
    this.#child = child;
    child.once("error", (error) => this.#session.log.error(`Sandbox: ${error.message}`));
    child.once("exit", () => this.#ended(child));
    const complaint = text(child.stderr);
    const started = await Promise.race([
      once(createInterface(child.stdout), "line", { signal: AbortSignal.timeout(patience) }),
      once(child, "exit").then(() => undefined),
    ]).catch(() => undefined);
    if (started) return void vscode.commands.executeCommand("setContext", "switchboard.sandboxStarted", true);
    child.kill();
    const [reason = "it gave no answer"] = (await complaint).trim().split("\n");
    throw new Error(`The sandbox did not start: ${reason}`);
  }

  #ended(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    void vscode.commands.executeCommand("setContext", "switchboard.sandboxStarted", false);
    this.#session.changed();
  }
}

/** Whether some program listens on the port. */
async function isTaken(port: number): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  const taken = await once(socket, "connect", { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );
  socket.destroy();
  return taken;
}
