/** What a request came to, as JSON with comments. Without vscode. */
import { STATUS_CODES } from "node:http";
import type { Api } from "../../shared/api.ts";
import type { Outcome, RequestError } from "../../shared/http/errors.ts";
import type { Exchange } from "../../shared/http/send.ts";
import { filledRoute } from "../../shared/routes.ts";
import { isRow } from "../../shared/traits/values.ts";
import { plainText } from "../../shared/plain-text.ts";
import { withoutSecrets, withoutSecretsIn } from "../../shared/requests/concealed.ts";
import { recordId } from "../records/row.ts";
import type { SentRequest, ShownRecord, ShownText } from "../run/shown-text.ts";
import type { Target } from "../session/access.ts";
import { indentJson } from "./indent-json.ts";

/** One request that was sent, with its reply or why there is none. */
export interface Sent {
  api: Api;
  /** Undefined of a failure from elsewhere, whose message names method and path. */
  target?: Pick<Target, "baseUrl" | "route">;
  /** Its name or operation id. */
  title: string;
  /** The time that all attempts and the waits between them took, in milliseconds, where it was measured. */
  duration?: number;
  result: Exchange | RequestError;
  /** What is to be said of it before all else, in sentences. */
  remarks?: readonly string[];
  /** What is not as the request file expects, in sentences. */
  missed?: readonly string[];
  /** Whether the reply is the one that hands out a token. */
  holdsToken?: boolean;
  /** Values that came from the keychain, which a reply may repeat. */
  secrets?: readonly string[];
  /** What was sent. */
  request?: SentRequest;
}

/** Several are an array; each stands after what is said of it, and before its headers. */
export function responseText(sent: readonly Sent[]): string {
  const [only] = sent;
  if (sent.length === 1 && only) return textOf(only, bodyOf(only) ?? "");
  const items = sent.map((each, index) => {
    const comma = index < sent.length - 1 ? "," : "";
    const text = textOf(each, `${bodyOf(each) ?? "null"}${comma}`);
    return `// ${index + 1}. ${plainText(each.title, 100)}\n${text}`.trimEnd().replaceAll(/^(?=.)/gm, "  ");
  });
  return `[\n${items.join("\n\n")}\n]\n`;
}

/** What can be done with the text. @param again sends it again */
export function shownText(sent: readonly Sent[], again: () => unknown): ShownText {
  const [only] = sent;
  if (sent.length !== 1 || !only) {
    const bodies = sent.map((each) => bodyOf(each) ?? "null");
    return { json: `${indentJson(`[${bodies.join()}]`)}\n` };
  }
  const { request } = only;
  const body = bodyOf(only);
  const record = recordOf(only);
  return {
    ...(body !== undefined && { json: `${body}\n` }),
    ...(request && { request }),
    ...(record && { record }),
    ...(request?.operation.effect === "read" && { readAgain: again }),
  };
}

function recordOf({ request, result }: Sent): ShownRecord | undefined {
  if (!request) return undefined;
  const { environment } = request.target;
  const { api, resource, effect, paging } = request.operation;
  if (resource === undefined || effect === "delete" || paging) return undefined;
  if (!isExchange(result) || !isRow(result.body)) return undefined;
  const id = recordId(result.body);
  return id === undefined ? undefined : { environment, api, resource, id, row: result.body };
}

function textOf(sent: Sent, body: string): string {
  const { secrets = [] } = sent;
  const comment = (line: string) => `// ${plainText(withoutSecrets(line, secrets), 500)}`;
  const blocks = [
    [...summary(sent).map(comment), ...foreignBody(sent).map(comment), ...(body === "" ? [] : [body])],
    headerLines(sent).map(comment),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** Remarks; status, time, size, type; where it went; what became of it. */
function summary({ api, target, request, duration, result, remarks = [], missed = [] }: Sent): string[] {
  const reply = isExchange(result) ? result : result.reply;
  const code = reply?.status ?? (isExchange(result) ? undefined : result.fault?.status);
  const first = [
    code === undefined ? "No reply" : status(api, code),
    ...(duration === undefined ? [] : [`${Math.round(duration)} ms`]),
    ...(reply ? [sizeOf(reply.text), ...(reply.headers["content-type"] ?? "").split(";", 1)] : []),
    ...(result.attempts > 1 ? [`${result.attempts} attempts`] : []),
  ].filter((part) => part !== "");
  return [
    ...remarks,
    first.join(" · "),
    ...(target ? [addressOf(target, request)] : []),
    ...(isExchange(result)
      ? result.notes
      : [
          result.message,
          ...(result.outcome === "unknown" && reads(target, request) ? [] : [outcomes[result.outcome]]),
          ...(result.requestId ? [`Request id: ${result.requestId}`] : []),
        ]),
    ...missed,
  ];
}

function addressOf({ baseUrl, route }: Pick<Target, "baseUrl" | "route">, request?: SentRequest): string {
  const { method, path } = filledRoute(route, request?.values.path);
  return `${method} ${baseUrl.replace(/\/+$/, "")}${path}`;
}

const reads = (target?: Pick<Target, "route">, request?: SentRequest): boolean =>
  request ? request.operation.effect === "read" : target?.route.method === "GET";

const outcomes: Readonly<Record<Outcome, string>> = {
  "not-sent": "It was not sent.",
  rejected: "It was not carried out.",
  unknown: "Whether it was carried out is not known. Look before sending it again.",
};

function status({ statuses }: Api, code: number): string {
  const meaning = Object.hasOwn(statuses, code) ? statuses[code] : undefined;
  const phrase = STATUS_CODES[code] ?? "";
  const isNew = meaning !== undefined && meaning.toLowerCase() !== phrase.toLowerCase();
  return `${code} ${phrase}`.trim() + (isNew ? `: ${meaning}` : "");
}

function sizeOf(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KiB`;
}

/** As a region that folds. */
function headerLines({ result }: Sent): string[] {
  const headers = Object.entries((isExchange(result) ? result : result.reply)?.headers ?? {});
  return headers.length === 0
    ? []
    : ["#region Headers", ...headers.map(([name, value]) => `${name}: ${value}`), "#endregion"];
}

/** As it came, indented; undefined when there is none, or none that is JSON. */
function bodyOf({ api, result, holdsToken, secrets = [] }: Sent): string | undefined {
  const text = (isExchange(result) ? result : result.reply)?.text ?? "";
  const body = parsed(text);
  if (body === undefined) return undefined;
  const token = holdsToken ? api.auth.readToken?.(body.value)?.token : undefined;
  const kept = token === undefined ? secrets : [token, ...secrets];
  return kept.length === 0
    ? indentJson(text.replace(/^\uFEFF/, ""))
    : JSON.stringify(withoutSecretsIn(body.value, kept), null, 2);
}

/** The lines of a body that is not JSON. */
function foreignBody({ result }: Sent): string[] {
  const text = (isExchange(result) ? result : result.reply)?.text ?? "";
  return text.trim() === "" || parsed(text) ? [] : ["", ...text.trimEnd().split(/\r\n?|\n/)];
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return undefined;
  }
}

export const isExchange = (result: Exchange | RequestError): result is Exchange => "notes" in result;
