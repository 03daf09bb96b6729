import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { redirectPorts } from "./port-redirect.mts";
import { type ServerOptions, ServerProcess } from "./server-process.mts";

export interface EditorServer extends AsyncDisposable {
  /** Settles with the exit code when the server ends by itself or is disposed. */
  exited: Promise<number | null>;
  /** All that the server has printed so far. */
  output: () => string;
  /** Where a browser gets the workbench for a folder or a `.code-workspace` file, or without one an empty window. */
  workbenchUrl: (workspace: string | undefined) => string;
  /** How the workbench names a file of this machine. */
  uri: (path: string) => RemoteUri;
}

export interface RemoteUri {
  scheme: "vscode-remote";
  authority: string;
  path: string;
}

/** Starts VS Code's server on a free port of the loopback interface, behind a connection token. */
export async function startServer(options: ServerOptions): Promise<EditorServer> {
  const token = connectionToken(options.dataDir);
  const address = ["--host", "127.0.0.1", "--port", "0", "--connection-token-file", token.file];
  const ports = await redirectPorts();
  const env = { ...options.env, VSCODE_PROXY_URI: ports.template };
  const server = new ServerProcess({ ...options, env }, [
    ...address,
    ...(options.untrusted ? [] : ["--disable-workspace-trust"]),
  ]);
  const stop = async () => {
    await server.stop();
    await ports[Symbol.asyncDispose]();
  };
  try {
    const port = await server.printed(/Extension host agent listening on (\d+)/);
    const authority = `127.0.0.1:${port}`;
    return {
      exited: server.exited,
      output: () => server.output,
      workbenchUrl: (workspace) => `http://${authority}/?${workbenchQuery(workspace, token.value)}`,
      uri: (path) => ({ scheme: "vscode-remote", authority, path: decodeURI(pathToFileURL(path).pathname) }),
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
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

function workbenchQuery(workspace: string | undefined, token: string): string {
  const query = new URLSearchParams({ tkn: token });
  if (workspace === undefined) query.set("ew", "true");
  else query.set(workspace.endsWith(".code-workspace") ? "workspace" : "folder", resolve(workspace));
  return query.toString();
}
