/** What is kept of something that was sent, and what never is. Without vscode. */
import * as z from "zod";
import type { Headers, RequestValues, Sendable } from "../../shared/api.ts";
import { toJsonSchema } from "../../shared/derived/schemas.ts";
import { RequestError } from "../../shared/http/errors.ts";
import { mask, maskOf } from "../../shared/http/mask.ts";
import type { Exchange } from "../../shared/http/send.ts";
import { expressionsIn, written } from "../../shared/placeholders.ts";
import { withoutSecrets } from "../../shared/requests/concealed.ts";
import { isRow } from "../../shared/traits/values.ts";
import { indentJson } from "../requests/indent-json.ts";
import type { Attempt } from "../session/session.ts";

/** So much of a body is kept, in bytes. */
export const mostOfBody = 256 * 1024;

const reply = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  /** The body. */
  text: z.string(),
  /** How many bytes the body had, where it is not whole. */
  cutFrom: z.number().optional(),
});

const kinds = [
  "unbound",
  "invalid-request",
  "no-credentials",
  "signed-out",
  "unreachable",
  "interrupted",
  "timeout",
  "aborted",
  "rate-limited",
  "refused",
  "unreadable",
] as const;

/** A file of the history. Another version may write another format, which this one sets aside. */
const format = z.object({
  format: z.literal(1),
  /** Milliseconds since 1970. */
  begun: z.number().min(0).max(8.64e15),
  duration: z.number(),
  operation: z.string(),
  title: z.string(),
  /** What the request is called in its file. */
  name: z.string().optional(),
  environment: z.string(),
  baseUrl: z.string(),
  route: z.object({ method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]), path: z.string() }),
  /** Absent where they are too large to be kept. */
  values: z
    .looseObject({
      path: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      query: z.record(z.string(), z.unknown()).optional(),
      headers: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  /** Those of the `{{…}}` in its values that are filled in when it is sent. Any other is text. */
  placeholders: z.array(z.string()),
  attempts: z.number(),
  /** What came, success or not. */
  reply: reply.optional(),
  /** Oddities of a success. Absent: it is none. */
  notes: z.array(z.string()).optional(),
  /** Why it is no success. */
  failure: z
    .looseObject({
      kind: z.enum(kinds),
      message: z.string(),
      outcome: z.enum(["not-sent", "rejected", "unknown"]),
      status: z.number().optional(),
      requestId: z.string().optional(),
    })
    .optional(),
});

export type Entry = Omit<z.infer<typeof format>, "values"> & { values?: RequestValues | undefined };
type KeptReply = z.infer<typeof reply>;

/** Undefined when it is no such file. */
export function parseEntry(text: string): Entry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isEntry =
    format.safeParse(value).success &&
    isRow(value) &&
    (value["failure"] !== undefined || isRow(value["reply"]));
  // As it was read: a copy would leave out fields of unusual names.
  return isEntry ? (value as Entry) : undefined;
}

/**
 * Undefined when nothing left: it is no history then.
 * @param credentials the API's own, which values may repeat
 */
export function entryOf(attempt: Attempt, credentials: readonly string[]): Entry | undefined {
  const { operation, target, name, begun, duration, result } = attempt;
  if (result.attempts === 0) return undefined;
  const isSecret = secretFieldsOf(operation);
  const asked = withPlaceholders(operation, attempt, isSecret);
  const answered = replyOf(result);
  const body = answered && parsed(answered.text);
  const token = body && operation.api.auth.readToken?.(body.value)?.token;
  const secrets = [
    ...credentials,
    ...asked.found,
    ...(body ? secretsIn(body.value, isSecret) : []),
    ...(token === undefined ? [] : [token]),
  ];
  const hide = hiding(attempt.secrets, secrets);
  const values = concealed(asked.values, hide) as RequestValues; // Concealing keeps the shape.
  const isKept = Buffer.byteLength(JSON.stringify(values)) <= mostOfBody;
  return {
    format: 1,
    begun,
    duration: Math.round(duration),
    operation: operation.id,
    title: operation.title,
    ...(name !== undefined && { name: hide(name) }),
    environment: target.environment,
    baseUrl: target.baseUrl,
    route: target.route,
    ...(isKept && { values }),
    placeholders: asked.placeholders,
    attempts: result.attempts,
    ...(answered && { reply: keptReply(answered, isSecret, hide) }),
    ...(result instanceof RequestError
      ? { failure: concealed(failureOf(result), hide) as NonNullable<Entry["failure"]> } // As above.
      : { notes: result.notes.map(hide) }),
  };
}

/** What the entry was answered with, as it was when it came. */
export function resultOf({ attempts, reply: kept, notes, failure }: Entry): Exchange | RequestError {
  if (failure) {
    const { kind, message, outcome, status, requestId } = failure;
    return new RequestError(kind, message, {
      outcome,
      attempts,
      ...(kept && { reply: kept }),
      ...(status !== undefined && {
        fault: { status, message, ...(requestId !== undefined && { requestId }) },
      }),
    });
  }
  const { status = 0, headers = {}, text = "" } = kept ?? {};
  return { status, headers, text, body: parsed(text)?.value, attempts, notes: notes ?? [] };
}

/** Why the entry can't be sent again as it was; undefined when it can. */
export function whyNotSendable({ values }: Entry): string | undefined {
  if (!values) return "its values were too large to be kept";
  return JSON.stringify(values).includes(mask) ? "a part of it was kept out of sight" : undefined;
}

// ---- What is a secret ----

type IsSecret = (field: string) => boolean;

/** By the documents, by an imported description, or by its name alone. */
function secretFieldsOf({ api, request, reply: answer }: Sendable): IsSecret {
  const documented = new Set<string>();
  for (const schema of [...Object.values(request), answer, api.envelope])
    collectSecretFields(schema instanceof z.ZodType ? toJsonSchema(schema) : schema, documented);
  return (field) => documented.has(field) || namesSecret(field);
}

function collectSecretFields(schema: unknown, into: Set<string>): void {
  if (Array.isArray(schema)) for (const each of schema) collectSecretFields(each, into);
  if (!isRow(schema)) return;
  if (isRow(schema["properties"]))
    for (const [field, inner] of Object.entries(schema["properties"])) if (isMarked(inner)) into.add(field);
  for (const inner of Object.values(schema)) collectSecretFields(inner, into);
}

const isMarked = (schema: unknown): boolean =>
  isRow(schema) &&
  (schema["x-secret"] === true ||
    schema["format"] === "password" ||
    ["anyOf", "oneOf", "allOf"].some((word) => {
      const parts = schema[word];
      return Array.isArray(parts) && parts.some(isMarked);
    }));

/** `client_secret`, `accessToken`, `X-Api-Key`, and no token that only says where a list goes on. */
function namesSecret(field: string): boolean {
  const words = field
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  return /(^|_)(secret|password|passwd|passphrase|authorization|(set_)?cookie|api_?key|(private|secret|signing|access)_key|(?<!(^|_)(page|next|previous|prev|cursor|continuation)_)token)$/.test(
    words,
  );
}

const isValue = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";

function secretsIn(value: unknown, isSecret: IsSecret): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, isSecret));
  if (!isRow(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    isValue(inner) && isSecret(field) ? [String(inner)] : secretsIn(inner, isSecret),
  );
}

/** The values with a placeholder for each secret that somebody has written into them. */
function withPlaceholders(
  { api }: Sendable,
  { values, placeholders }: Pick<Attempt, "values" | "placeholders">,
  isSecret: IsSecret,
): { values: unknown; placeholders: string[]; found: string[] } {
  const found: string[] = [];
  const known = new Set(placeholders);
  const isFilled = (text: unknown) => expressionsIn(text).some((each) => known.has(written(each)));
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isRow(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => {
        if (!isValue(inner) || !isSecret(field)) return [field, walk(inner)];
        if (isFilled(inner)) return [field, inner];
        found.push(String(inner));
        const placeholder = `secret:${`${api.slug}_${field}`.toUpperCase().replaceAll(/\W/g, "_")}`;
        known.add(placeholder);
        return [field, `{{${placeholder}}}`];
      }),
    );
  };
  return { values: walk(values), placeholders: [...known], found };
}

/** @param known those that were filled in, which are hidden however short they are */
function hiding(known: readonly string[], others: readonly string[]): (text: string) => string {
  const { text: hide } = maskOf([...known, ...others]);
  return (text) => withoutSecrets(hide(text), known);
}

/** The value without secrets in its texts, names of fields and numbers. */
function concealed(
  value: unknown,
  hide: (text: string) => string,
  isSecret: IsSecret = () => false,
): unknown {
  if (typeof value === "string") return hide(value);
  if (typeof value === "number") return hide(String(value)) === String(value) ? value : mask;
  if (Array.isArray(value)) return value.map((item) => concealed(item, hide, isSecret));
  if (!isRow(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      hide(field),
      isValue(inner) && isSecret(field) ? mask : concealed(inner, hide, isSecret),
    ]),
  );
}

// ---- What is kept of a reply ----

const replyOf = (result: Attempt["result"]) => (result instanceof RequestError ? result.reply : result);

const failureOf = ({ kind, message, outcome, fault, requestId }: RequestError) => ({
  kind,
  message,
  outcome,
  ...(fault && { status: fault.status }),
  ...(requestId !== undefined && { requestId }),
});

function keptReply(
  { status, headers, text }: { status: number; headers: Headers; text: string },
  isSecret: IsSecret,
  hide: (text: string) => string,
): KeptReply {
  const kept = Object.entries(headers).filter(([name]) => !isSecret(name));
  const shown = concealedBody(text, isSecret, hide);
  return {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, hide(value)])),
    ...cut(shown),
  };
}

/** As it came where nothing of it is a secret. */
function concealedBody(text: string, isSecret: IsSecret, hide: (text: string) => string): string {
  const body = parsed(text);
  if (!body) return hide(text);
  const shown = JSON.stringify(concealed(body.value, hide, isSecret));
  return shown === JSON.stringify(body.value) ? text : shown;
}

/** The first lines, where it is too long to be kept whole. */
function cut(text: string): Pick<KeptReply, "text" | "cutFrom"> {
  const cutFrom = Buffer.byteLength(text);
  if (cutFrom <= mostOfBody) return { text };
  const lines = parsed(text) ? indentJson(text) : text;
  // A character that was cut through is left out.
  const begin = Buffer.from(lines)
    .subarray(0, mostOfBody)
    .toString()
    .replace(/\uFFFD$/, "");
  const end = begin.lastIndexOf("\n");
  return { text: end > 0 ? begin.slice(0, end) : begin, cutFrom };
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return undefined;
  }
}
