/** Whether a delivery is what its API signed, how old it is, and whether it came before. */
import type { Api, DigestEncoding, Headers } from "../api.ts";
import { hmacSha256 } from "../traits/signature.ts";
import type { Payload } from "./payload.ts";

/** How the digest stands in the header: the documents do not show it, so a person says. */
export interface SignatureFormat {
  encoding: DigestEncoding;
  /** What stands before the digest: `sha256=`; empty for nothing. */
  prefix: string;
}

export interface SignatureSettings extends SignatureFormat {
  secret?: string;
  /** What a person has chosen for an API whose algorithm is not documented. */
  algorithm?: "HMAC-SHA256";
}

/**
 * `unsigned`: no signature came, or none is documented. `unchecked`: one came, and something is missing to check it.
 */
export interface Verdict {
  state: "verified" | "wrong" | "unsigned" | "unchecked";
  /** A sentence. */
  reason: string;
}

/** What is missing to sign or verify what an API sends: a documented signature, an algorithm, the secret. */
export function missingToSign(
  { signature }: Api,
  { secret, algorithm }: SignatureSettings,
): "signature" | "algorithm" | "secret" | undefined {
  if (!signature) return "signature";
  if (!signature.algorithm && !algorithm) return "algorithm";
  return secret === undefined || secret === "" ? "secret" : undefined;
}

/** The headers of a delivery with these bytes, signed where the API's deliveries are. */
export const deliveryHeaders = (
  { signature }: Api,
  bytes: Uint8Array,
  { secret = "", ...format }: SignatureSettings,
): Headers => ({
  "content-type": "application/json",
  ...(signature && { [signature.header.toLowerCase()]: signed(bytes, secret, format) }),
});

export function verdictOf(
  api: Api,
  bytes: Uint8Array,
  headers: Headers,
  settings: SignatureSettings,
): Verdict {
  const { signature } = api;
  if (!signature)
    return { state: "unsigned", reason: `The documents show no signature of ${api.slug} webhooks.` };
  const given = headers[signature.header.toLowerCase()];
  if (given === undefined || given === "")
    return { state: "unsigned", reason: `The header ${signature.header} is missing.` };
  return verdictOfSignature(api, bytes, given, settings);
}

/** @param given what stands in the header */
export function verdictOfSignature(
  api: Api,
  bytes: Uint8Array,
  given: string,
  settings: SignatureSettings,
): Verdict {
  switch (missingToSign(api, settings)) {
    case "signature":
      return { state: "unsigned", reason: `The documents show no signature of ${api.slug} webhooks.` };
    case "algorithm":
      return {
        state: "unchecked",
        reason: `The algorithm of ${api.slug} signatures is not documented, and none is chosen.`,
      };
    case "secret":
      return { state: "unchecked", reason: `No webhook secret is set for ${api.slug}.` };
    case undefined:
  }
  const { encoding, prefix, secret = "" } = settings;
  const chosen = api.signature?.algorithm ? "" : ", which is a choice: the documents show no algorithm";
  const isRight =
    given.startsWith(prefix) && hmacSha256.verify(bytes, given.slice(prefix.length), secret, encoding);
  return isRight
    ? { state: "verified", reason: `HMAC-SHA256 over the bytes as they came${chosen}.` }
    : {
        state: "wrong",
        reason: `The signature is not that of these bytes by HMAC-SHA256 in ${encoding}${chosen}.`,
      };
}

/** What stands in the header of a delivery with these bytes. */
export const signed = (bytes: Uint8Array, secret: string, { encoding, prefix }: SignatureFormat): string =>
  prefix + hmacSha256.sign(bytes, secret, encoding);

/** In seconds. The documents show none. */
export const defaultTolerance = 300;

/** By how many seconds the delivery's own time is away from now; undefined within the tolerance, or where it has none. */
export function staleness({ time }: Payload, now: number, tolerance: number): number | undefined {
  if (time === undefined) return undefined;
  const away = Math.round(Math.abs(now - time) / 1000);
  return away > tolerance ? away : undefined;
}

/** Whether something may be done because of it: it is verified, or of an API whose documents show no signature. */
export const isBelieved = ({ signature }: Api, { state }: Verdict): boolean =>
  state === "verified" || (state === "unsigned" && !signature);

/** Knows the deliveries that came, by their identifiers. */
export interface Replays {
  /** Whether the delivery came before. One whose signature is wrong, or missing where one is documented, is never what came first. */
  isReplay(api: Api, payload: Payload, verdict: Verdict): boolean;
  /** It was the first, and was not taken: when it comes again it is the first. */
  forget(api: Api, payload: Payload, verdict: Verdict): void;
}

/** @param most of how many identifiers it knows; the oldest are forgotten first */
export function createReplays(most = 10_000): Replays {
  const known = new Set<string>();
  const keyOf = ({ slug }: Api, id: string) => `${slug} ${id}`;
  // What is unchecked counts: else who has set no secret would be told of no replay.
  const mayBeFirst = (api: Api, verdict: Verdict) =>
    verdict.state === "unchecked" || isBelieved(api, verdict);
  return {
    isReplay(api, { id }, verdict) {
      if (id === undefined) return false;
      const key = keyOf(api, id);
      if (known.has(key)) return true;
      if (!mayBeFirst(api, verdict)) return false;
      known.add(key);
      for (const oldest of known) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
      return false;
    },
    forget(api, { id }, verdict) {
      if (id !== undefined && mayBeFirst(api, verdict)) known.delete(keyOf(api, id));
    },
  };
}
