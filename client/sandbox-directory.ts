/** What the running sandbox says of itself: addresses, keys and routes. */
import type { SandboxDirectory } from "../shared/sandbox/server.ts";
import { baseAddress } from "../shared/http/address.ts";
import type { Transport } from "../shared/http/transport.ts";
import { isRow } from "../shared/traits/values.ts";
import { Obstacle } from "./obstacle.ts";

const patience = 3000;

/** Throws an Obstacle when no sandbox answers at the address. */
export async function readSandboxDirectory(transport: Transport, address: string): Promise<SandboxDirectory> {
  const url = baseAddress(address);
  const reply = await transport
    .exchange({ method: "GET", url, headers: { accept: "application/json" } }, AbortSignal.timeout(patience))
    .catch(() => {
      throw new Obstacle("sandbox-down", `The local sandbox is not running at ${url.origin}. Start it.`);
    });
  const directory = parse(reply.body);
  if (reply.status !== 200 || !directory)
    throw new Obstacle(
      "sandbox-down",
      `Another program answers at ${url.origin}. Stop it, or set another address for the sandbox.`,
    );
  return directory;
}

function parse(body: Uint8Array): SandboxDirectory | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
  const isDirectory =
    isRow(value) &&
    isRow(value.routes) &&
    isRow(value.apis) &&
    Object.values(value.apis).every(
      (entry) => isRow(entry) && typeof entry.baseUrl === "string" && isRow(entry.credentials),
    );
  // Whatever else it holds is checked where it is used: the addresses, routes and keys are sent to the same place.
  return isDirectory ? (value as SandboxDirectory) : undefined;
}
