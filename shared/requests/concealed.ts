/** Values that came from the keychain or from the process, out of what people see: a service may repeat them. */
import type { ApiFault } from "../api.ts";
import { type RawReply, RequestError } from "../http/errors.ts";
import { mask } from "../http/mask.ts";
import { isRow } from "../traits/values.ts";

/** The values without the secrets in their texts. */
export const withoutSecretsIn = <T>(values: T, secrets: readonly string[]): T => hidden(values, secrets) as T; // Hiding keeps the shape.

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
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== "")
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, () => mask), text);

/** The failure without the secrets. */
export function concealed(error: RequestError, secrets: readonly string[]): RequestError {
  const { kind, message, outcome, attempts, retryAt, fault, reply } = error;
  return new RequestError(kind, withoutSecrets(message, secrets), {
    outcome,
    attempts,
    ...(retryAt && { retryAt }),
    // Hiding keeps the shape.
    ...(fault && { fault: hidden(fault, secrets) as ApiFault }),
    ...(reply && { reply: hidden(reply, secrets) as RawReply }),
  });
}
