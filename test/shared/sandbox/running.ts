/** A sandbox of one's own, and clients that know its addresses and keys. */
import { afterAll } from "vitest";
import { type Api, operationsOf, type RequestValues } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { type Caller, type ClientOptions, createCaller } from "../../../shared/client.ts";
import type { Exchange } from "../../../shared/http/send.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import type { SandboxDirectory } from "../../../shared/sandbox/directory.ts";
import { type SandboxOptions, startSandbox } from "../../../shared/sandbox/server.ts";
import { testClock } from "../http/clock.ts";

const transport = createTransport();
const endings: (() => Promise<void>)[] = [() => transport.close()];
afterAll(() => Promise.all(endings.map((end) => end())));

export interface RunningSandbox {
  directory: SandboxDirectory;
  /** The root address. */
  url: string;
  caller: (slug: string, options?: Partial<ClientOptions>) => Caller;
  /** Sends an operation; its first sample when no input is given. */
  send: (id: string, input?: RequestValues, options?: Partial<ClientOptions>) => Promise<Exchange>;
}

/** Ends with the test file. */
export async function sandbox(
  options: SandboxOptions = {},
  known: readonly Api[] = apis,
): Promise<RunningSandbox> {
  const running = await startSandbox(known, { port: 0, clock: testClock(), ...options });
  endings.push(() => running.close());
  const { directory } = running;
  const caller = (slug: string, more: Partial<ClientOptions> = {}) => {
    const api = known.find((each) => each.slug === slug);
    const entry = directory.apis[slug];
    if (!api || !entry) throw new Error(`There is no API ${slug}.`);
    const { baseUrl, credentials } = entry;
    return createCaller(api, {
      baseUrl,
      credentials,
      routes: directory.routes,
      transport,
      clock: testClock(),
      ...more,
    });
  };
  return {
    directory,
    url: directory.url,
    caller,
    send(id, input, more) {
      const named = operationOf(id, known);
      return caller(named.api.slug, more).call(named, input ?? filled(directory, id, named.samples[0]));
    },
  };
}

export function operationOf(id: string, known: readonly Api[] = apis) {
  const named = operationsOf(known).find((each) => each.id === id);
  if (!named) throw new Error(`There is no operation ${id}.`);
  return named;
}

/** The sandbox's own source says what it answers. */
export const bodyOf = async <T>(reply: Promise<Response> | Response): Promise<T> =>
  (await (await reply).json()) as T;

/** The credentials of the sandbox where a sample names its own or a placeholder. */
export function filled(
  { apis: entries }: SandboxDirectory,
  id: string,
  sample: RequestValues,
): RequestValues {
  if (id !== "social.auth.token") return sample;
  const { clientId, clientSecret } = entries.social?.credentials ?? {};
  return { body: { client_id: clientId, client_secret: clientSecret } };
}
