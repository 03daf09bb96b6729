/** Sends a payload to the program that takes webhooks: its bytes, or what goes wrong with them. */
import { randomUUID } from "node:crypto";
import type { Api } from "../../shared/api.ts";
import { answerText, askHandler } from "../../shared/webhooks/handler.ts";
import { runVariations, type VariationResult, variationsOf } from "../../shared/webhooks/variations.ts";
import { deliveryHeaders } from "../../shared/webhooks/verify.ts";
import { environmentPresentation } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showingCancellableWork, showingSlowWork } from "../text/notifications.ts";
import { answerDocument } from "./answer-text.ts";
import type { Answers } from "./answers.ts";
import { askAddress } from "./handler-addresses.ts";
import type { ShownPayload } from "./shown-payload.ts";
import { canSign, signingOf } from "./signing.ts";
import { variationReport } from "./variation-report.ts";

export async function sendPayload(
  session: Session,
  answers: Answers,
  { api, bytes, what, uri, title, name }: ShownPayload,
): Promise<void> {
  const signing = await signingOf(session, api);
  if (!canSign(session, api, signing)) return;
  const question = `Send ${title} to which handler?`;
  const address = await askAddress(session.context.workspaceState, { title: question, what });
  if (!address) return;
  const outgoing = { bytes, headers: deliveryHeaders(api, bytes, signing.settings) };
  const transport = await session.transport();
  const answer = await showingSlowWork(`Sending ${title} to ${address.host}`, (signal) =>
    askHandler(transport, address, outgoing, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return undefined;
    }),
  );
  if (!answer)
    return showBriefly("circle-slash", "Called off. What the handler made of the payload is not known.");
  const sent = { address: address.href, what, signed: signedWords(session, api) };
  await answers.showAnswer(uri, name, answerDocument(sent, answer));
  showBriefly("bell", `${address.host}: ${answerText(answer)}`);
}

export async function sendVariations(
  session: Session,
  answers: Answers,
  { api, bytes, uri, title, name }: ShownPayload,
): Promise<void> {
  const signing = await signingOf(session, api);
  if (!canSign(session, api, signing)) return;
  const { settings } = signing;
  const unique = () => randomUUID().replaceAll("-", "");
  const variations = variationsIn(api, bytes, { settings, now: Date.now(), unique });
  const what = `the payload in ${variations.length} variations, one of 8 MiB`;
  const question = `Send variations of ${title} to which handler?`;
  const address = await askAddress(session.context.workspaceState, { title: question, what });
  if (!address) return;
  const transport = await session.transport();
  const abort = new AbortController();
  const { signal } = abort;
  const results: VariationResult[] = [];
  await showingCancellableWork(`Variations to ${address.host}`, abort, async (report) => {
    const running = runVariations(variations, {
      transport,
      url: address,
      signal,
      begins: ({ name: next }) => report(`${results.length + 1} of ${variations.length}: ${next}`),
    });
    try {
      for await (const result of running) results.push(result);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  const tried = { title, address: address.href, signed: signedWords(session, api), count: variations.length };
  await answers.showVariations(uri, name, variationReport(tried, results));
}

function variationsIn(...given: Parameters<typeof variationsOf>): ReturnType<typeof variationsOf> {
  try {
    return variationsOf(...given);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`There is no payload to vary: ${reason}`, { cause: error });
  }
}

function signedWords({ settings: { environment } }: Session, { title, signature }: Api): string {
  if (!signature) return `Not signed: the documents show no signature of ${title} webhooks.`;
  const secret = `the secret of ${environmentPresentation(environment).title}`;
  const choice = signature.algorithm ? "" : ", which is a choice: the documents show no algorithm";
  return `Signed with ${secret}, by HMAC-SHA256${choice}.`;
}
