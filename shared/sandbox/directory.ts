/** What a running sandbox says of itself: addresses, keys, routes and webhook secrets. */
import type { Api, Credentials, DigestEncoding, Route } from "../api.ts";
import { baseAddress } from "../http/address.ts";
import type { Transport } from "../http/transport.ts";
import { isRow } from "../traits/values.ts";
import type { Delivery } from "./deliveries.ts";

export const defaultPort = 4080;

/** By this a sandbox is told from other programs that answer at its address. */
export const program = "switchboard-sandbox";

/** What `switchboard sandbox --json` prints and `GET /` answers. */
export interface SandboxDirectory {
  program: typeof program;
  /** The sandbox's root address. */
  url: string;
  apis: Record<
    string,
    {
      baseUrl: string;
      credentials: Credentials;
      /** A key that may read and not write. */
      readOnlyKey?: string;
      webhooks?: { secret: string; encoding: DigestEncoding; algorithm: "HMAC-SHA256" };
      oauth?: { authorizeUrl: string; tokenUrl: string };
    }
  >;
  /** What the sandbox decides where the documents leave something open, by API and by operation id. */
  ownChoices: Record<string, readonly string[]>;
  /** The sandbox's own routes of operations whose route is not documented, by operation id. */
  routes: Record<string, Route>;
}

/** What `GET /_sandbox/webhooks` answers. */
export interface SandboxWebhooks {
  /** After how many seconds a delivery that failed is sent again, each time. */
  retriesAfterSeconds: readonly number[];
  /** By slug. */
  apis: Record<
    string,
    {
      /** Where they go; null where nobody is registered. */
      url: string | null;
      /** The oldest first. */
      pending: Omit<Delivery, "payload">[];
      /** The newest first. */
      settled: Omit<Delivery, "payload">[];
    }
  >;
}

const patience = 3000;

/** Asks at the sandbox's root address. `down` nobody answers; `foreign` another program does. */
export async function findSandbox(
  transport: Transport,
  address: string,
): Promise<SandboxDirectory | "down" | "foreign"> {
  const url = baseAddress(address);
  const request = { method: "GET", url, headers: { accept: "application/json" } } as const;
  const reply = await transport.exchange(request, AbortSignal.timeout(patience)).catch(() => undefined);
  if (!reply) return "down";
  return (reply.status === 200 && parse(reply.body, url.origin)) || "foreign";
}

/** Any program may listen at its port: what is no secret of a sandbox is none. */
export function sandboxSecret({ slug }: Api, sandbox: SandboxDirectory | undefined): string | undefined {
  const secret: unknown = sandbox?.apis[slug]?.webhooks?.secret;
  return typeof secret === "string" && secret.startsWith("sandbox-") ? secret : undefined;
}

function parse(body: Uint8Array, origin: string): SandboxDirectory | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
  const isDirectory =
    isRow(value) &&
    value.program === program &&
    isRow(value.routes) &&
    isRow(value.apis) &&
    Object.values(value.apis).every(
      (entry) =>
        isRow(entry) &&
        isRow(entry.credentials) &&
        // The keys of a service are never those of its sandbox.
        Object.values(entry.credentials).every(
          (key) => typeof key === "string" && key.startsWith("sandbox-"),
        ) &&
        typeof entry.baseUrl === "string" &&
        entry.baseUrl.startsWith(`${origin}/`),
    );
  // Whatever else it holds is checked where it is used: the addresses, routes and keys are sent to the same place.
  return isDirectory ? (value as SandboxDirectory) : undefined;
}
