import { baseAddress } from "../../shared/http/address.ts";
import type { Transport } from "../../shared/http/transport.ts";
import { findSandbox, type SandboxDirectory } from "../../shared/sandbox/directory.ts";
import { Obstacle } from "./obstacle.ts";

/** Throws an Obstacle when no sandbox answers at the address. */
export async function readSandboxDirectory(transport: Transport, address: string): Promise<SandboxDirectory> {
  const found = await findSandbox(transport, sandboxAddress(address).href);
  if (found === "down")
    throw new Obstacle("sandbox-down", `The local sandbox is not running at ${address}. Start it.`);
  if (found === "foreign")
    throw new Obstacle(
      "not-a-sandbox",
      `Another program answers at ${address}. Stop it, or set another address for the sandbox.`,
    );
  return found;
}

/** The address that is set, as one of the web. Throws an Obstacle where it is none. */
export function sandboxAddress(text: string): URL {
  try {
    return baseAddress(text);
  } catch {
    throw new Obstacle(
      "not-a-sandbox",
      `The sandbox cannot be at ${JSON.stringify(text)}. Set an address like http://127.0.0.1:4080.`,
    );
  }
}
