import { createSecureContext, getCACertificates } from "node:tls";
import connect from "undici/lib/api/api-connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import type { Dispatcher } from "undici";
import type { Headers, Method } from "../api.ts";
import { BodyRefused, decodeBody, maxBodyBytes } from "./decode.ts";
import { type Proxy, proxySettings, staysHere } from "./proxy.ts";

export interface WireRequest {
  method: Method;
  url: URL;
  headers: Headers;
  body?: string | Uint8Array;
}

export interface WireReply {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/**
 * How far an exchange came before it failed. `request`: it is not one that HTTP can carry. `proxy`: the one that is set
 * can't be used. `connect`, `certificate` and `tls`: nothing was sent. `headers`: no complete reply head.
 * `body`: the head came, the body did not. `refused-reply`: we stopped reading, it is too large, badly encoded or none.
 */
export type FailedStage =
  | "request"
  | "proxy"
  | "connect"
  | "certificate"
  | "tls"
  | "headers"
  | "body"
  | "refused-reply";

export class ExchangeFailed extends Error {
  readonly stage: FailedStage;
  readonly status: number | undefined;
  constructor(stage: FailedStage, cause: unknown, status?: number) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.stage = stage;
    this.status = status;
  }
}

export interface Transport {
  /** One request, one reply. Throws ExchangeFailed, also when the signal is aborted. */
  exchange(request: WireRequest, signal: AbortSignal): Promise<WireReply>;
  /** Another of the same kind, with connections of its own. */
  another(): Transport;
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Certificate authorities to trust beside Node's own, in PEM. */
  certificates?: readonly string[];
  proxy?: Proxy;
}

/** Our own dispatcher: the process-wide one of the extension host stays as it is. Redirects are never followed. */
export function createTransport(options: TransportOptions = {}): Transport {
  const { certificates, proxy } = options;
  const connection = {
    timeout: 10_000,
    // Else a variable of the environment could turn the check off.
    rejectUnauthorized: true,
    // Made once: reading hundreds of certificates for each connection would be felt.
    ...(certificates && { secureContext: createSecureContext({ ca: authorities(certificates) }) }),
  };
  const limits = { headersTimeout: 0, bodyTimeout: 0, pipelining: 1 };
  const direct = new Agent({ connect: connection, ...limits });
  let proxied: Dispatcher | undefined;
  const dispatcherFor = (url: URL) => {
    if (!proxy || staysHere(url)) return direct;
    proxied ??= new EnvHttpProxyAgent({
      ...proxySettings(proxy),
      connect: connection,
      requestTls: connection,
      proxyTls: connection,
      // The package's index, which is not loaded, would give every dispatcher this method.
      clientFactory: (origin, options) =>
        Object.assign(new Pool(origin, options), { connect: connectThrough(new URL(origin).host) }),
      ...limits,
    });
    return proxied;
  };
  return {
    async exchange(request, signal) {
      let dispatcher: Dispatcher;
      try {
        dispatcher = dispatcherFor(request.url);
      } catch (error) {
        throw new ExchangeFailed("proxy", error);
      }
      return exchange(dispatcher, request, signal);
    },
    another: () => createTransport(options),
    async close() {
      await Promise.all([direct.destroy(), proxied?.destroy()]);
    },
  };
}

/** Opens a tunnel. That the proxy cannot be reached says nothing of the host behind it. */
const connectThrough = (proxy: string) =>
  async function <T>(
    this: Dispatcher,
    options: Dispatcher.ConnectOptions<T>,
  ): Promise<Dispatcher.ConnectData<T>> {
    try {
      return await connect.call<Dispatcher, [typeof options], Promise<Dispatcher.ConnectData<T>>>(
        this,
        options,
      );
    } catch (error) {
      const { message, ...facts } = error instanceof Error ? error : new Error(String(error));
      throw Object.assign(
        new Error(`the proxy ${proxy} cannot be reached: ${message}`, { cause: error }),
        facts,
      );
    }
  };

/** Node takes a list of authorities in place of its own, not beside them. */
const authorities = (certificates: readonly string[]) => [
  ...new Set([...getCACertificates("default"), ...certificates]),
];

function exchange(dispatcher: Dispatcher, request: WireRequest, signal: AbortSignal): Promise<WireReply> {
  const { promise, resolve, reject } = Promise.withResolvers<WireReply>();
  if (signal.aborted) return Promise.reject(new ExchangeFailed("connect", signal.reason));
  let sent = false;
  let status: number | undefined;
  /** The last status that came, also of what is no reply. */
  let begun: number | undefined;
  let headers: Headers = {};
  let size = 0;
  const chunks: Uint8Array[] = [];
  let controller: Dispatcher.DispatchController | undefined;

  const abort = () => {
    const stage = status !== undefined ? "body" : sent ? "headers" : "connect";
    reject(new ExchangeFailed(stage, signal.reason, status));
    controller?.abort(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
  };
  signal.addEventListener("abort", abort, { once: true });
  const settled = () => signal.removeEventListener("abort", abort);

  dispatcher.dispatch(
    {
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
    },
    {
      onRequestStart(started) {
        controller = started;
        if (signal.aborted) return abort();
        sent = true;
      },
      onResponseStart(_, statusCode, replyHeaders) {
        begun = statusCode;
        // What comes before the reply is no part of it.
        if (statusCode < 200) return;
        status = statusCode;
        headers = flatten(replyHeaders);
      },
      onResponseData(reading, chunk) {
        size += chunk.length;
        if (size > maxBodyBytes) reading.abort(new BodyRefused("The reply is larger than 8 MiB."));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        settled();
        const [only, ...more] = chunks;
        decodeBody(
          only && more.length === 0 ? only : Buffer.concat(chunks),
          headers["content-encoding"],
        ).then(
          (body) => resolve({ status: status ?? 0, headers, body }),
          (error) =>
            reject(
              new ExchangeFailed(error instanceof BodyRefused ? "refused-reply" : "body", error, status),
            ),
        );
      },
      onResponseError(_, error) {
        settled();
        // A 204 is whole with its head; undici takes a stated length for a fault.
        if (status === 204) resolve({ status, headers, body: new Uint8Array() });
        else reject(new ExchangeFailed(stageOf(error, sent, status), inWords(error, begun), status));
      },
    },
  );
  return promise;
}

function stageOf(error: Error, sent: boolean, status: number | undefined): FailedStage {
  if (error instanceof BodyRefused) return "refused-reply";
  if (status !== undefined) return "body";
  const code = "code" in error ? String(error.code) : "";
  // Asked again, the server would answer with the same.
  const isNone =
    code === "UND_ERR_HEADERS_OVERFLOW" || code === "ERR_ASSERTION" || unasked.test(error.message);
  if (sent) return isNone ? "refused-reply" : "headers";
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED") return "request";
  if (/^ERR_SSL|^EPROTO$/.test(code)) return "tls";
  return /CERT|TLS|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY/.test(code) ? "certificate" : "connect";
}

/** Undici's words for `100 Continue` and `101 Switching Protocols`, which nobody asked for. */
const unasked = /^bad (response|upgrade)$/;

/** Undici takes for certain what a server may do otherwise; what it says then is for who works on undici. */
function inWords(error: Error, begun: number | undefined): Error {
  const isAssertion = "code" in error && error.code === "ERR_ASSERTION";
  if (!isAssertion && !unasked.test(error.message)) return error;
  const what =
    error.message === "bad response"
      ? "100 Continue was not asked for"
      : error.message === "bad upgrade" || begun === 101
        ? "101, another protocol, was not asked for"
        : `no valid HTTP reply${begun === undefined ? "" : `: a status of ${begun}`}`;
  return Object.assign(new Error(what, { cause: error }), "code" in error && { code: error.code });
}

function flatten(headers: Record<string, string | string[] | undefined>): Headers {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  return flat;
}
