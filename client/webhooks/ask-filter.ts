/** Choosing what the deliveries are filtered by. */
import type { Api } from "../../shared/api.ts";
import { showInputBox, showQuickPick } from "../text/questions.ts";
import { type DeliveryFilter, filterWords, isSet } from "./delivery-filter.ts";
import { type Mark, marks, markWords } from "./delivery-words.ts";
import type { Head } from "./delivery-head.ts";

/** Undefined when the person left without an answer. */
export async function askFilter(
  filter: DeliveryFilter,
  heads: readonly Head[],
  apis: readonly Api[],
): Promise<DeliveryFilter | undefined> {
  const title = "Filter Webhooks";
  const parts = [
    { part: "api", label: "API", value: filter.api },
    { part: "event", label: "Event", value: filter.event },
    { part: "mark", label: "Verdict", value: filter.mark && markWords[filter.mark] },
    { part: "words", label: "Words", value: filter.words },
  ] as const;
  const items = parts.map(({ part, label, value }) => ({
    label: `$(${value === undefined ? "filter" : "filter-filled"}) ${label}`,
    description: value ?? "any",
    part,
  }));
  const reset = {
    label: "$(clear-all) Reset Filter",
    description: filterWords(filter),
    part: "reset",
  } as const;
  const picked = await showQuickPick([...items, ...(isSet(filter) ? [reset] : [])], {
    title,
    placeHolder: "Filter by what?",
  });
  if (!picked) return undefined;
  const { part } = picked;
  if (part === "reset") return {};
  const { [part]: _, ...rest } = filter;
  if (part === "words") {
    const words = await showInputBox({
      title: `${title}: Words`,
      prompt: "In the event, the record, identifiers or the begin of the payload. Empty for any.",
      value: filter.words ?? "",
    });
    return words === undefined ? undefined : { ...rest, ...(words.trim() !== "" && { words: words.trim() }) };
  }
  const values =
    part === "api" ? apiItems(heads, apis) : part === "event" ? eventItems(heads, filter, apis) : markItems();
  const any = { label: "$(clear-all) Any", value: undefined, description: "" };
  const value = await showQuickPick([...values, ...(filter[part] === undefined ? [] : [any])], {
    title: `${title}: ${part === "api" ? "API" : part === "event" ? "Event" : "Verdict"}`,
    matchOnDescription: true,
  });
  return value && { ...rest, ...(value.value !== undefined && { [part]: value.value }) };
}

interface Item {
  label: string;
  description: string;
  value: string;
}

/** Those that send webhooks, and those of which some are kept. */
function apiItems(heads: readonly Head[], apis: readonly Api[]): Item[] {
  const titles = new Map(apis.filter(({ webhooks }) => webhooks).map(({ slug, title }) => [slug, title]));
  const slugs = new Set([...titles.keys(), ...heads.map(({ api }) => api)]);
  return [...slugs].map((slug) => ({ label: slug, description: titles.get(slug) ?? "", value: slug }));
}

/** Those that came, then the documented ones. */
function eventItems(heads: readonly Head[], { api }: DeliveryFilter, apis: readonly Api[]): Item[] {
  const isAsked = (slug: string) => api === undefined || slug === api;
  const counts = new Map<string, number>();
  for (const { event, api: slug } of heads)
    if (event !== undefined && isAsked(slug)) counts.set(event, (counts.get(event) ?? 0) + 1);
  for (const { slug, events } of apis)
    if (isAsked(slug)) for (const event of Object.keys(events)) counts.set(event, counts.get(event) ?? 0);
  return Array.from(counts, ([event, count]) => ({
    label: event.replaceAll("$(", "("),
    description: count === 0 ? "none came" : String(count),
    value: event,
  }));
}

const markItems = (): Item[] =>
  Object.entries(markWords).map(([mark, words]) => ({
    label: `$(${marks[mark as Mark].icon}) ${words}`, // Object.entries forgets that the names are those of marks.
    description: "",
    value: mark,
  }));
