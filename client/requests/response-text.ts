/** What a request came to, as JSON with comments. Without vscode. */
import { STATUS_CODES } from "node:http";
import type { Api, ApiFault, Headers } from "../../shared/api.ts";
import { type Outcome, RequestError } from "../../shared/http/errors.ts";
import type { Exchange } from "../../shared/http/send.ts";
import { isRow } from "../../shared/traits/values.ts";
import { plainText } from "../../shared/plain-text.ts";
import type { Target } from "../session/access.ts";

/** One request that was sent, with its reply or why there is none. */
export interface Sent {
  api: Api;
  target: Pick<Target, "baseUrl" | "route">;
  /** Its name or operation id. */
  title: string;
  /** The time that all attempts and the waits between them took, in milliseconds. */
  duration: number;
  result: Exchange | RequestError;
  /** The status that the request file expects and did not get. */
  expected?: number;
  /** Whether the reply is the one that hands out a token. */
  holdsToken?: boolean;
  /** Values that came from the keychain, which a reply may repeat. */
  secrets?: readonly string[];
}

/** Several are an array; each stands after what is said of it. */
export function responseText(sent: readonly Sent[]): string {
  const [only] = sent;
  if (sent.length === 1 && only)
    return `${comments(only).join("\n")}\n${bodyOf(only) ?? ""}`.trimEnd() + "\n";
  const items = sent.map((each, index) => {
    const lines = [`// ${index + 1}. ${plainText(each.title, 100)}`, ...comments(each)];
    return [...lines, `${bodyOf(each) ?? "null"}${index < sent.length - 1 ? "," : ""}`]
      .join("\n")
      .replaceAll(/^/gm, "  ");
  });
  return `[\n${items.join("\n\n")}\n]\n`;
}

function comments({
  api,
  target: { route, baseUrl },
  duration,
  result,
  expected,
  secrets = [],
}: Sent): string[] {
  const took = `${Math.round(duration)} ms, ${result.attempts} ${result.attempts === 1 ? "attempt" : "attempts"}`;
  const address = `${route.method} ${baseUrl.replace(/\/+$/, "")}${route.path}`;
  const lines = isExchange(result)
    ? [status(api, result.status), address, took, ...interesting(result.headers), ...result.notes]
    : [
        result.fault ? status(api, result.fault.status) : "No reply",
        address,
        took,
        result.message,
        outcomes[result.outcome],
        ...(result.requestId ? [`Request id: ${result.requestId}`] : []),
      ];
  if (expected !== undefined) lines.push(`The request file expects the status ${expected}.`);
  return lines.map((line) => `// ${plainText(withoutSecrets(line, secrets), 500)}`);
}

const outcomes: Readonly<Record<Outcome, string>> = {
  "not-sent": "It was not sent.",
  rejected: "It was not carried out.",
  unknown: "Whether it was carried out is not known. Look before sending it again.",
};

function status({ statuses }: Api, code: number): string {
  const meaning = Object.hasOwn(statuses, code) ? statuses[code] : undefined;
  return `${code} ${STATUS_CODES[code] ?? ""}`.trim() + (meaning ? `: ${meaning}` : "");
}

const shown = /^(x-ratelimit-|retry-after$|x-request-id$|request-id$|location$|link$)/;

const interesting = (headers: Headers) =>
  Object.entries(headers)
    .filter(([name]) => shown.test(name))
    .map(([name, value]) => `${name}: ${value}`);

/** Undefined when there is no body. */
function bodyOf({ api, result, holdsToken, secrets = [] }: Sent): string | undefined {
  const body = isExchange(result) ? result.body : result.fault?.details;
  if (body === undefined) return undefined;
  const token = holdsToken ? api.auth.readToken?.(body)?.token : undefined;
  const kept = token === undefined ? secrets : [token, ...secrets];
  return JSON.stringify(kept.length === 0 ? body : hidden(body, kept), null, 2);
}

function hidden(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return withoutSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => hidden(item, secrets));
  return isRow(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [withoutSecrets(key, secrets), hidden(inner, secrets)]),
      )
    : value;
}

/** The longest first, so that no part of one stays when another is within it. */
const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== "")
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, () => "(kept out of sight)"), text);

/** The failure without values that came from the keychain: a service may repeat what it was sent. */
export function concealed(error: RequestError, secrets: readonly string[]): RequestError {
  const { kind, message, outcome, attempts, retryAt, fault } = error;
  return new RequestError(kind, withoutSecrets(message, secrets), {
    outcome,
    attempts,
    ...(retryAt && { retryAt }),
    // Hiding keeps the shape.
    ...(fault && { fault: hidden(fault, secrets) as ApiFault }),
  });
}

export const isExchange = (result: Exchange | RequestError): result is Exchange => "notes" in result;

/** What `{{name.response.…}}` means of a reply: `status`, `headers.<name>` or `body.<field>`; items by their index. */
export function partOf({ status, headers, body }: Exchange, path: readonly string[]): unknown {
  let here: unknown = { status, headers, body };
  for (const step of path
    .join(".")
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")) {
    if (Array.isArray(here)) here = /^\d+$/.test(step) ? here[Number(step)] : undefined;
    else here = isRow(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}
