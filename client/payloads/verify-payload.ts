/** Whether a signature is that of a payload's bytes. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import { whatWouldMatch } from "../../shared/webhooks/mismatch.ts";
import { verdictOfSignature } from "../../shared/webhooks/verify.ts";
import { commandIds } from "../session/command-ids.ts";
import type { Session } from "../session/session.ts";
import { type Button, showInformation, showWarning } from "../text/notifications.ts";
import { showInputBox } from "../text/questions.ts";
import type { WebhooksFeature } from "../webhooks/register.ts";
import type { ShownPayload } from "./shown-payload.ts";
import { canSign, signingOf } from "./signing.ts";

export async function verifyPayload(
  session: Session,
  { api, bytes, what, uri, index }: ShownPayload,
  { headersOf }: Pick<WebhooksFeature, "headersOf">,
): Promise<void> {
  const { signature } = api;
  if (!signature)
    return void showInformation(`Unsigned: the documents show no signature of ${api.title} webhooks.`);
  const signing = await signingOf(session, api);
  if (!canSign(session, api, signing)) return;
  const came = (await headersOf(api, bytes))?.[signature.header.toLowerCase()];
  const given = await askSignature(api, signature.header, { what, came });
  if (given === undefined) return;
  const { state, reason } = verdictOfSignature(api, bytes, given, signing.settings);
  // The payload may say something else by then.
  const again: Button = {
    title: "Verify Another…",
    apply: () => vscode.commands.executeCommand(commandIds.verifyPayload, uri, index),
  };
  if (state === "verified") return void showInformation(`Verified. ${reason}`, again);
  const hint = whatWouldMatch(bytes, given, signing.settings, signing.secrets);
  void showWarning(`Wrong signature. ${hint ?? reason}`, again);
}

/** @param came what stood in the header when a delivery had these bytes */
async function askSignature(
  { title }: Api,
  header: string,
  { what, came }: { what: string; came: string | undefined },
): Promise<string | undefined> {
  const text = await showInputBox({
    title: `${title}: verify the signature`,
    prompt: `${came === undefined ? "What stood in" : "A delivery of these bytes came with this"} ${header}. It is held against ${what}.`,
    ...(came !== undefined && { value: came }),
    placeHolder: "sha256=… or the digest alone",
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? `Enter the value of ${header}.` : undefined),
  });
  // A whole line of headers is copied as easily.
  const name = `${header.toLowerCase()}:`;
  return text?.trim().toLowerCase().startsWith(name) ? text.trim().slice(name.length).trim() : text;
}
