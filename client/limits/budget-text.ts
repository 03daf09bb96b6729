/** Rate budgets in words, for the status bar and the view of rate limits. Without vscode. */
import type { Tier } from "../../shared/api.ts";
import { budgetText, count, isBelow, type Use } from "../session/budgets.ts";
import { environmentPresentation } from "../session/environments.ts";
import { clockWords } from "../text/clock-words.ts";
import { limitFacts } from "../../shared/derived/facts.ts";
import { markdownText } from "../../shared/plain-text.ts";

export interface Fact {
  label: string;
  description: string;
  tooltip?: string;
  icon: string;
  /** What it is made of. */
  facts?: readonly Fact[];
}

export interface Circumstances {
  /** Where the key is, in words. */
  key: string;
  /** The part of the limit that background work leaves alone. */
  reserve: number;
  /** Whether lists are read again in the background. */
  refreshes: boolean;
  now: number;
}

/** What is known of a key's budget, and what the documents say of its API's. */
export function factsOf(use: Use, { key, reserve, refreshes, now }: Circumstances): Fact[] {
  const { headers, tiers } = use.api.rateLimit;
  const paused = refreshes && isBelow(use, reserve);
  return [
    ...(paused
      ? [
          {
            label: "Refresh is paused",
            description: "below the reserve",
            tooltip: `Lists are not read again in the background, because less than the reserve of ${Math.round(reserve * 100)}% is left. It is the setting switchboard.rateReserve.`,
            icon: "debug-pause",
          },
        ]
      : []),
    {
      label: "Remaining",
      description:
        use.remaining !== undefined
          ? count(use.remaining)
          : headers.remaining
            ? "not known until the next reply"
            : "replies do not say",
      icon: "pie-chart",
    },
    {
      label: "Limit",
      description:
        use.limit !== undefined ? count(use.limit) : headers.limit ? "not known" : "replies do not say",
      icon: "symbol-ruler",
    },
    ...(headers.reset
      ? [
          {
            label: "Reset",
            description:
              use.reset === undefined
                ? "since the last reply"
                : `${clockWords(use.reset)}, ${until(use.reset, now)}`,
            icon: "history",
          },
        ]
      : []),
    {
      label: "Replies today",
      description: `${count(use.today)}, the last at ${clockWords(use.seen)}`,
      tooltip: "Counted in this window alone, since midnight. Other programs may use the key too.",
      icon: "calendar",
    },
    {
      label: "Documented limits",
      description: tiers.length === 0 ? "no numbers" : "",
      tooltip: [
        ...limitFacts(use.api),
        ...(tiers.length > 1
          ? ["The documents name several plans. Which of them the key has is not known here."]
          : []),
      ].join(" "),
      icon: "book",
      facts: tiers.map((tier) => ({ label: tier.name, description: tierText(tier), icon: "blank" })),
    },
    { label: "Key", description: key, icon: "key" },
    { label: "Address", description: use.owner.origin, icon: "link" },
  ];
}

/** What a line of the view says of a key. */
export const summaryOf = (use: Use): string => budgetText(use) ?? `${replies(use.today)} today`;

/** The same with the host that counts, where the APIs of an environment are not all at one. */
export const lineOf = (use: Use): string =>
  use.owner.environment === "sandbox"
    ? summaryOf(use)
    : `${summaryOf(use)} · ${new URL(use.owner.origin).host}`;

/** Whose budget it is. */
export const whose = ({ api, owner }: Use): string =>
  `${api.title} in the ${environmentPresentation(owner.environment).title} environment, at ${owner.origin}`;

/** The status bar's item. */
export function statusText(environment: string, last: Use | undefined): string {
  const { icon, title } = environmentPresentation(environment);
  const budget = last && budgetText(last);
  return `$(${icon}) ${title.replaceAll("$(", "(")}${budget === undefined ? "" : ` · ${last?.api.title} ${budget}`}`;
}

/** The same for a screen reader. */
export function statusSpoken(environment: string, last: Use | undefined): string {
  const { title, meaning } = environmentPresentation(environment);
  const rest =
    last?.remaining === undefined
      ? ""
      : ` ${count(last.remaining)}${last.limit === undefined ? "" : ` of ${count(last.limit)}`} requests left of ${last.api.title}.`;
  return `Switchboard environment: ${title}. ${meaning}${rest}`;
}

/** Markdown: the environment, and a table over the keys used in it. Nothing of a reply but numbers is in it. */
export function statusTooltip(environment: string, uses: readonly Use[], now: number): string {
  const { title, meaning } = environmentPresentation(environment);
  const row = (use: Use) =>
    [
      markdownText(use.api.title),
      budgetText(use) ?? "–",
      use.reset === undefined ? "–" : until(use.reset, now),
      count(use.today),
    ].join(" | ");
  const table =
    uses.length === 0
      ? []
      : ["", "API | Left | Reset | Replies today", ":-- | :-- | :-- | --:", ...uses.map(row)];
  return [`**${markdownText(title)}**: ${markdownText(meaning)}`, ...table].join("\n");
}

function tierText({ perMinute, perDay, note }: Tier): string {
  return [
    ...(perMinute === undefined ? [] : [`${count(perMinute)} per minute`]),
    ...(perDay === undefined ? [] : [`${count(perDay)} per day`]),
    ...(note === undefined ? [] : [note]),
  ].join(", ");
}

function until(time: number, now: number): string {
  const minutes = (time - now) / 60_000;
  if (minutes < 1) return "within a minute";
  if (minutes < 90) return `in ${plural(Math.round(minutes), "minute")}`;
  if (minutes < 36 * 60) return `in ${plural(Math.round(minutes / 60), "hour")}`;
  return `in ${plural(Math.round(minutes / 1440), "day")}`;
}

const replies = (number: number) => `${count(number)} ${number === 1 ? "reply" : "replies"}`;

const plural = (number: number, noun: string) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
