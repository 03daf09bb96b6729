/**
 * What is documented of an API and of its operations beside their fields, in sentences: for docs, hovers and questions.
 * Those of replies and webhooks are Markdown.
 */
import type { Api, NamedOperation, RateLimit } from "../api.ts";
import { deprecationOf } from "../deprecation.ts";

const listed = (words: readonly string[]) => new Intl.ListFormat("en-GB").format(words);
const sentences = (...parts: (string | false | undefined)[]) =>
  parts.filter((part) => typeof part === "string");

/** At which addresses an API is reached. */
export const addressFacts = ({ version, deprecated, ownSandbox }: Api): string[] =>
  sentences(
    `The base address ends with the version, /${version}.`,
    deprecated && deprecationOf(deprecated),
    ownSandbox !== undefined && `A sandbox ${ownSandbox}.`,
  );

/** What is documented of an API's versions, and how long they go on. */
export const versionFacts = ({ release, deprecationPolicy, openApi }: Api): string[] =>
  sentences(
    release !== undefined && `The documented version is ${release}.`,
    deprecationPolicy !== undefined && `${deprecationPolicy}.`,
    openApi !== undefined && `An OpenAPI ${openApi} description of the API exists.`,
  );

/** The methods that are in use, with what each does. */
export function methodFacts({ methods }: Api): string[] {
  if (!methods) return [];
  return [
    `${Object.entries(methods)
      .map(([method, does]) => `${method} ${does}`)
      .join("; ")}.`,
  ];
}

/** Which keys an API has, and where they come from. */
export const keyFacts = ({ keys: { from, kinds, permissions } }: Api): string[] =>
  sentences(
    from !== undefined && `Keys are generated in ${from}.`,
    kinds && `There are ${listed(kinds.map(({ name, note }) => (note ? `${name} (${note})` : name)))}.`,
    permissions && `A key has one of the permissions ${listed(permissions)}.`,
  );

/** How requests are counted, and what a client does that has sent too many. */
export const limitFacts = ({ rateLimit: { per, window, onExceeding } }: Api): string[] =>
  sentences(
    per && `Requests are counted per ${per}${window === "minute" ? " and minute" : ""}.`,
    window === "rolling" && "The limit resets on a rolling basis.",
    onExceeding !== undefined && `On 429 clients use ${onExceeding}.`,
  );

export interface LimitHeader {
  name: string;
  /** Its type, unit or meaning. */
  value: string;
  /** With which responses it comes. */
  sent: string;
}

/** The headers that tell a client its budget. */
export function limitHeaders({ headers, values = {} }: RateLimit): LimitHeader[] {
  const value = (header: keyof RateLimit["headers"]) => values[header] ?? "not shown";
  const budget = (["limit", "remaining", "reset"] as const).flatMap((header): LimitHeader[] => {
    const name = headers[header];
    const sent = headers.limit === undefined ? "with responses" : "with every response";
    return name === undefined ? [] : [{ name, value: value(header), sent }];
  });
  if (!headers.retryAfter) return budget;
  const sent = headers.retryAfter === "always" ? "with every response" : "with a 429";
  return [...budget, { name: "Retry-After", value: value("retryAfter"), sent }];
}

/** The headers of an operation's replies, with what each says. */
export const replyHeaders = ({ api, paging }: NamedOperation): Record<string, string> => ({
  "Content-Type": "The media type of the body.",
  ...(paging?.style === "link" && { Link: "The address of the next page." }),
  ...Object.fromEntries(
    limitHeaders(api.rateLimit).map(({ name, value, sent }) => [
      name,
      `Of the rate limit, ${sent}. Its value: ${value}.`,
    ]),
  ),
});

/** What an API's webhooks announce, where they go and how a delivery is verified. */
export function webhookFacts({ webhooks: sent, signature }: Api): string[] {
  const means = [
    ...(signature?.algorithm ? [signature.algorithm] : []),
    ...(sent?.verifiedWith ? [sent.verifiedWith] : []),
  ];
  const verified = means.length > 0 ? `, verified with ${means.join(" and ")}` : "";
  const endpoints =
    sent?.configuredIn === undefined ? "" : `; their endpoints are configured in ${sent.configuredIn}`;
  return sentences(
    sent && `Webhooks announce ${sent.announce}${endpoints}.`,
    signature && `Each delivery carries the header \`${signature.header}\`${verified}.`,
  );
}

/** What an operation answers with, what announces it, and how its pages follow each other. */
export const replyFacts = ({ status, returns, announces, paging, notShown }: NamedOperation): string[] =>
  sentences(
    status === 204
      ? "Success is 204, without a body."
      : status !== undefined && `Success is ${status}${returns === undefined ? "" : `: ${returns}`}.`,
    status === undefined && returns !== undefined && `The reply is ${returns}.`,
    announces !== undefined && `The event \`${announces}\` announces it.`,
    // Where no parameter is shown, there is none that asks for a page.
    paging && !notShown?.some((fact) => fact.startsWith("parameters")) && pagingFacts[paging.style],
  );

/** What the status of success says, as the meanings of an API's statuses do. */
export const successMeaning = ({ status, returns }: NamedOperation): string =>
  status === 204 ? "success, without a body" : `success${returns === undefined ? "" : `: ${returns}`}`;

const pagingFacts = {
  cursor: "A reply names the cursor of the next page, which goes into the query as `cursor`.",
  link: "The `Link` header of a reply carries the address of the next page.",
  page: "Pages are numbered: `page` asks for one of them.",
  offset: "The page begins at the `offset`.",
  single: undefined,
} as const;
