/** The sandbox that run.mts has started. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import type { SandboxDirectory } from "../../../shared/sandbox/directory.ts";

export const sandboxUrl = process.env.SWITCHBOARD_SANDBOX_URL ?? "http://127.0.0.1:4080";

export async function sandboxDirectory(): Promise<SandboxDirectory> {
  const reply = await fetch(sandboxUrl);
  return (await reply.json()) as SandboxDirectory; // It is ours.
}

/** The sandbox as at its start, and nothing told of what was before. */
export async function startOver(): Promise<void> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/reset`, { method: "POST" });
  if (!reply.ok) throw new Error(await reply.text());
  await vscode.commands.executeCommand("notifications.clearAll");
  await vscode.commands.executeCommand("switchboard.refresh");
}

/** Lets all requests to an API fail, or take so many milliseconds: who asks in the background takes none away. */
export async function whileFailing(
  slug: string,
  failure: { status?: number; delay?: number },
  use: () => Promise<void>,
): Promise<void> {
  const failures = `${sandboxUrl}/_sandbox/failures/${slug}`;
  const order = async (init: RequestInit) => {
    const reply = await fetch(failures, init);
    if (!reply.ok) throw new Error(await reply.text());
  };
  await order({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...failure, times: 100 }),
  });
  try {
    await use();
  } finally {
    await order({ method: "DELETE" });
  }
}

/** Another sandbox than that of the settings, for an environment of accounts. */
export async function startSecondSandbox(): Promise<{ directory: SandboxDirectory; stop(): void }> {
  const extension = vscode.extensions.getExtension("switchboard.switchboard");
  const child = spawn(
    process.execPath,
    [join(extension?.extensionPath ?? "", "dist/cli.js"), "sandbox", "--json", "--port", "0"],
    { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = await once(createInterface(child.stdout), "line");
  return { directory: JSON.parse(String(line)) as SandboxDirectory, stop: () => void child.kill() }; // It is ours.
}

/** A port on which a program listens that is no sandbox. */
export async function takenPort(): Promise<{ server: Server; port: number }> {
  const server = createServer((_, reply) => reply.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : 0 };
}
