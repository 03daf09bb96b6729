/**
 * What the sandbox decides where the documents leave something open, so that nobody takes it for a fact of the service.
 * Each is a short noun phrase.
 */
import { type Api, documentedRoute, type NamedOperation } from "./api.ts";
import { formatRoute } from "./routes.ts";
import { scheduleInWords } from "./webhooks/schedule.ts";

/** The statuses that the sandbox can refuse with, apart from those that an operation names among its choices. */
const refusals = [400, 401, 404, 429];

export function choicesOfApi(api: Api): string[] {
  const undocumented = refusals.filter((status) => api.statuses[status] === undefined);
  const { faults, rateLimit, signature, oauth, webhooks, events } = api;
  return [
    ...(undocumented.length > 0
      ? [`the statuses ${undocumented.join(", ")} for what they mean elsewhere`]
      : []),
    faults.body ? "error codes that begin with sandbox_" : "the shape of error bodies",
    ...(rateLimit.tiers[0]?.perMinute === undefined ? ["1,000 requests a minute for each key"] : []),
    ...(signature ? ["the webhook secret", "webhook digests in hex"] : []),
    ...(signature && !signature.algorithm ? ["HMAC-SHA256 for the webhook signature"] : []),
    ...(webhooks && Object.keys(events).length > 0
      ? [`webhooks that fail are sent again after ${scheduleInWords}`]
      : []),
    ...(oauth ? ["the token address /oauth/token", "tokens that last an hour"] : []),
    ...(api.sandboxChoices ?? []),
  ];
}

export function choicesOfOperation(operation: NamedOperation): string[] {
  const { route, choices = [] } = operation.sandbox;
  const { status, reply } = operation;
  return [
    ...(route && !documentedRoute(operation) ? [`the route ${formatRoute(route)}`] : []),
    ...(status === undefined ? ["the status of success"] : []),
    ...(reply === undefined && status !== 204 ? ["the fields of the reply"] : []),
    ...choices,
  ];
}

/** In a sentence; empty where there is nothing to say. */
export const choicesInWords = (choices: readonly string[]): string =>
  choices.length === 0 ? "" : `The sandbox's own choice: ${choices.join("; ")}.`;
