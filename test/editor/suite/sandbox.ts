/** The sandbox that run.mts has started. */
import { createServer, type Server } from "node:http";
import type { SandboxDirectory } from "../../../shared/sandbox/directory.ts";

export const sandboxUrl = process.env.SWITCHBOARD_SANDBOX_URL ?? "http://127.0.0.1:4080";

export async function sandboxDirectory(): Promise<SandboxDirectory> {
  const reply = await fetch(sandboxUrl);
  return (await reply.json()) as SandboxDirectory; // It is ours.
}

/** Makes the next requests to an API fail. */
export const failNext = (slug: string, status: number, times: number) => plan(slug, { status, times });

/** Makes the next request to an API take so many milliseconds. */
export const delayNext = (slug: string, delay: number) => plan(slug, { delay, times: 1 });

async function plan(
  slug: string,
  failure: { status?: number; delay?: number; times: number },
): Promise<void> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/failures/${slug}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(failure),
  });
  if (!reply.ok) throw new Error(await reply.text());
}

/** A port that nobody uses. */
export async function freePort(): Promise<number> {
  const { server, port } = await takenPort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A port on which a program listens that is no sandbox. */
export async function takenPort(): Promise<{ server: Server; port: number }> {
  const server = createServer((_, reply) => reply.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : 0 };
}
