/** Values that came from the keychain or from the process, out of what people see: a service may repeat them. */
import type { ApiFault } from "../api.ts";
import { RequestError } from "../http/errors.ts";
import { type Mask, maskOf } from "../http/mask.ts";

/** By the secrets: who hides them in many lines gives the same ones. */
const masks = new WeakMap<readonly string[], Mask>();

/** However short they are. */
function maskFor(secrets: readonly string[]): Mask {
  const known = masks.get(secrets) ?? maskOf(secrets, 1);
  masks.set(secrets, known);
  return known;
}

/** The values without the secrets in their texts. */
export const withoutSecretsIn = <T>(values: T, secrets: readonly string[]): T =>
  maskFor(secrets).value(values) as T; // Hiding keeps the shape.

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  maskFor(secrets).text(text);

/** The failure without the secrets. */
export function concealed(error: RequestError, secrets: readonly string[]): RequestError {
  const { kind, message, outcome, attempts, retryAt, fault, reply } = error;
  const { words, text, json, value } = maskFor(secrets);
  return new RequestError(kind, words(message), {
    outcome,
    attempts,
    ...(retryAt && { retryAt }),
    ...(fault && {
      fault: Object.fromEntries(
        Object.entries(fault).map(([key, part]) => [
          key,
          typeof part === "string" ? words(part) : value(part),
        ]),
      ) as unknown as ApiFault, // Hiding keeps the shape.
    }),
    ...(reply && {
      reply: {
        status: reply.status,
        headers: withoutSecretsIn(reply.headers, secrets),
        text: isJson(reply.text) ? json(reply.text) : text(reply.text),
      },
    }),
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}
