/** What a person sets of webhooks. Without vscode, so that it is tested without an editor. */
import { isRow } from "../../shared/traits/values.ts";
import { defaultTolerance, type SignatureFormat } from "../../shared/webhooks/verify.ts";

/** Below `switchboard.` */
export const webhookSettingNames = [
  "webhooks.port",
  "webhooks.signatures",
  "webhooks.tolerance",
  "webhooks.refresh",
] as const;
export type WebhookSettingName = (typeof webhookSettingNames)[number];

/** How the signatures of an API are written. */
export interface SignatureChoice extends SignatureFormat {
  /** Chosen where the documents show none. */
  algorithm?: "HMAC-SHA256";
}

export interface WebhookSettings {
  /** 0 for any that is free. */
  port: number;
  /** By slug. */
  signatures: Readonly<Record<string, SignatureChoice>>;
  /** By how many seconds the time of a delivery may be away. */
  tolerance: number;
  /** Whether lists are read again of which a webhook says that they have changed. */
  refresh: boolean;
}

export const usualSignature: SignatureChoice = { encoding: "hex", prefix: "" };

/** Values of the wrong type count as not set: settings files are edited by hand. */
export function readWebhookSettings(valueOf: (name: WebhookSettingName) => unknown): WebhookSettings {
  const port = valueOf("webhooks.port");
  const tolerance = valueOf("webhooks.tolerance");
  const signatures = valueOf("webhooks.signatures");
  return {
    port: isWhole(port) && port <= 65_535 ? port : 0,
    signatures: Object.fromEntries(
      Object.entries(isRow(signatures) ? signatures : {}).map(([slug, choice]) => [slug, choiceOf(choice)]),
    ),
    tolerance: isWhole(tolerance) ? tolerance : defaultTolerance,
    refresh: valueOf("webhooks.refresh") !== false,
  };
}

function choiceOf(value: unknown): SignatureChoice {
  const { encoding, prefix, algorithm } = isRow(value) ? value : {};
  return {
    encoding: encoding === "base64" ? "base64" : "hex",
    prefix: typeof prefix === "string" ? prefix : "",
    ...(algorithm === "HMAC-SHA256" && { algorithm }),
  };
}

const isWhole = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
