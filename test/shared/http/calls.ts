/** One operation for each method, sent to a server with its first sample. */
import { afterAll } from "vitest";
import { operationsOf, type RequestValues } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { type CallOptions, type ClientOptions, createCaller } from "../../../shared/client.ts";
import { RequestError } from "../../../shared/http/errors.ts";
import type { Exchange } from "../../../shared/http/send.ts";
import { createTransport, type Transport, type TransportOptions } from "../../../shared/http/transport.ts";
import { sandboxRoute } from "../../../shared/sandbox/app.ts";
import { testClock } from "./clock.ts";

export const key = "canary-key-4f1d";

export function operation(id: string) {
  const named = operationsOf(apis).find((each) => each.id === id);
  if (!named) throw new Error(`There is no operation ${id}.`);
  return named;
}

const transports: Transport[] = [];
afterAll(() => Promise.all(transports.map((transport) => transport.close())));

/** A caller of the operation's API with every credential set; its connections end with the test file. */
export function callerOf(
  id: string,
  baseUrl: string,
  options: Partial<ClientOptions> & { tls?: TransportOptions } = {},
) {
  const named = operation(id);
  const transport = options.transport ?? createTransport(options.tls);
  transports.push(transport);
  return createCaller(named.api, {
    baseUrl,
    credentials: { key, clientId: "client", clientSecret: key },
    routes: { [id]: sandboxRoute(named) },
    clock: testClock(),
    transport,
    ...options,
  });
}

/** Sends the operation's first sample. */
export const call = (
  id: string,
  baseUrl: string,
  options: Partial<ClientOptions> & CallOptions & { tls?: TransportOptions; input?: RequestValues } = {},
): Promise<Exchange> =>
  callerOf(id, baseUrl, options).call(operation(id), options.input ?? operation(id).samples[0], options);

/** The error of a call that must fail. */
export async function failure(outcome: Promise<unknown>): Promise<RequestError> {
  const error = await outcome.then(
    (value) => new Error(`It did not fail: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof RequestError)) throw error;
  return error;
}

/** An operation for each method, all of APIs with a documented error envelope. */
export const byMethod = {
  GET: "admin.dashboard.metrics",
  PUT: "admin.settings.update",
  DELETE: "membership.users.delete",
  POST: "admin.users.create",
  PATCH: "membership.users.update",
} as const;
