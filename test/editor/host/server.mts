import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type ServerOptions, ServerProcess } from "./server-process.mts";

export interface EditorServer extends AsyncDisposable {
  /** Settles with the exit code when the server ends by itself or is disposed. */
  exited: Promise<number | null>;
  /** All that the server has printed so far. */
  output(): string;
  /** The address at which a browser gets the workbench. */
  workbenchUrl(workbench: Workbench): string;
}

export interface Workbench {
  /** A folder or a `.code-workspace` file; without it the window is empty. */
  workspace?: string | undefined;
  extensionDevelopmentPaths: readonly string[];
  extensionTestsPath?: string | undefined;
}

/** Starts VS Code's server on a free port of the loopback interface, behind a connection token. */
export async function startServer(options: ServerOptions, args: string[] = []): Promise<EditorServer> {
  const token = connectionToken(options.dataDir);
  const address = ["--host", "127.0.0.1", "--port", "0", "--connection-token-file", token.file];
  const server = new ServerProcess(options, [...address, "--disable-workspace-trust", ...args]);
  try {
    const port = await server.printed(/Extension host agent listening on (\d+)/);
    return {
      exited: server.exited,
      output: () => server.output,
      workbenchUrl: (workbench) => workbenchUrl(workbench, `127.0.0.1:${port}`, token.value),
      [Symbol.asyncDispose]: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Installs a VSIX for the servers that use the same data folder. */
export async function installExtension(options: ServerOptions, vsix: string): Promise<void> {
  const installer = new ServerProcess(options, ["--install-extension", resolve(vsix), "--force"]);
  const code = await installer.exited;
  if (code !== 0) throw new Error(`Installing ${vsix} ended with code ${code}\n${installer.output}`);
}

/** Without a token any process or web page that finds the port could reach the server, and through it a shell. */
function connectionToken(dataDir: string): { file: string; value: string } {
  const file = join(dataDir, "connection-token");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  }
  return { file, value: readFileSync(file, "utf8") };
}

/** Extensions under development are named in the `payload`, so that the address alone loads them. */
function workbenchUrl(workbench: Workbench, authority: string, token: string): string {
  const remote = (path: string) => `vscode-remote://${authority}${pathToFileURL(path).pathname}`;
  const payload = workbench.extensionDevelopmentPaths.map((path) => [
    "extensionDevelopmentPath",
    remote(path),
  ]);
  if (workbench.extensionTestsPath)
    payload.push(["extensionTestsPath", remote(workbench.extensionTestsPath)]);

  const query = new URLSearchParams({ tkn: token, payload: JSON.stringify(payload) });
  const { workspace } = workbench;
  if (workspace === undefined) query.set("ew", "true");
  else query.set(workspace.endsWith(".code-workspace") ? "workspace" : "folder", resolve(workspace));
  return `http://${authority}/?${query}`;
}
