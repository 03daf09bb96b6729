/** By what the deliveries are filtered. Without vscode. */
import { plainText } from "../../shared/plain-text.ts";
import { labelOf, type Mark, marksOf, markWords } from "./delivery-words.ts";
import type { Head } from "./delivery-head.ts";

export interface DeliveryFilter {
  /** A slug. */
  api?: string;
  event?: string;
  mark?: Mark;
  /** Each stands somewhere in it. */
  words?: string;
}

export const isSet = (filter: DeliveryFilter): boolean => Object.keys(filter).length > 0;

/** @param nameOf the name of the record that a delivery is about, where it is known */
export function filtered(
  heads: readonly Head[],
  { api, event, mark, words = "" }: DeliveryFilter,
  nameOf: (head: Head) => string | undefined,
): readonly Head[] {
  const wanted = wordsIn(words);
  return heads.filter(
    (head) =>
      (api === undefined || head.api === api) &&
      (event === undefined || head.event === event) &&
      (mark === undefined || marksOf(head).includes(mark)) &&
      (wanted.length === 0 || hasWords(textOf(head, nameOf(head)), wanted)),
  );
}

const wordsIn = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

const hasWords = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

const textOf = (head: Head, name: string | undefined) =>
  [
    head.api,
    labelOf(head),
    name ?? "",
    head.subject ?? "",
    head.delivery ?? "",
    ...marksOf(head).map((mark) => markWords[mark]),
    head.start,
  ]
    .join(" ")
    .toLowerCase();

/** `marketplace · order.completed · wrong signature · “anna”` */
export const filterWords = ({ api, event, mark, words }: DeliveryFilter): string =>
  [
    ...(api === undefined ? [] : [plainText(api, 40)]),
    ...(event === undefined ? [] : [plainText(event, 60)]),
    ...(mark === undefined ? [] : [markWords[mark]]),
    ...(words === undefined ? [] : [`“${plainText(words, 60)}”`]),
  ].join(" · ");
