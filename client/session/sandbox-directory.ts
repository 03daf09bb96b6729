import type { Transport } from "../../shared/http/transport.ts";
import { findSandbox, type SandboxDirectory } from "../../shared/sandbox/directory.ts";
import { Obstacle } from "./obstacle.ts";

/** Throws an Obstacle when no sandbox answers at the address. */
export async function readSandboxDirectory(transport: Transport, address: string): Promise<SandboxDirectory> {
  const found = await findSandbox(transport, address);
  if (found === "down")
    throw new Obstacle("sandbox-down", `The local sandbox is not running at ${address}. Start it.`);
  if (found === "foreign")
    throw new Obstacle(
      "not-a-sandbox",
      `Another program answers at ${address}. Stop it, or set another address for the sandbox.`,
    );
  return found;
}
