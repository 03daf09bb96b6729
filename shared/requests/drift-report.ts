/** What was seen beside the documents, as Markdown. */
import { markdownCode, markdownText } from "../plain-text.ts";
import type { Drift } from "./drift.ts";

export interface DriftOf {
  operation: string;
  /** Where it was seen, in the words of people. */
  place?: string;
  replies: number;
  /** With the day on which each was seen last, as ISO 8601 has it, where that is known. */
  beyond: readonly (Drift & { last?: string })[];
  /** Documented, and in no reply. */
  unseen: readonly string[];
}

const words: Record<Drift["kind"], (drift: Drift) => string> = {
  field: ({ at, seen }) => `field ${markdownCode(at === "" ? seen : `${at}.${seen}`)}`,
  value: ({ at, seen }) => `value ${markdownCode(seen)} of ${markdownCode(at)}`,
  status: ({ seen }) => `status ${markdownText(seen)}`,
  type: ({ at, seen }) =>
    `${markdownText(seen)} where another type is documented: ${at === "" ? "the reply" : markdownCode(at)}`,
};

/** Those that told something first; of the others their names are enough. */
export function driftReports(found: readonly DriftOf[]): string {
  const hasToTell = ({ beyond, unseen }: DriftOf) => beyond.length + unseen.length > 0;
  const others = found.filter((each) => !hasToTell(each));
  return [
    ...found
      .filter(hasToTell)
      .toSorted((a, b) => Math.sign(b.beyond.length) - Math.sign(a.beyond.length))
      .map(driftReport),
    ...(others.length === 0
      ? []
      : [
          [
            "## Nothing beyond the documents",
            "",
            ...others.map(({ operation, replies }) => `- ${operation}: ${repliesWords(replies)}`),
            "",
          ].join("\n"),
        ]),
  ].join("\n");
}

const repliesWords = (count: number) => `${count} ${count === 1 ? "reply" : "replies"}`;

export function driftReport({ operation, place, replies, beyond, unseen }: DriftOf): string {
  return [
    `## ${operation}`,
    "",
    `${repliesWords(replies)}${place === undefined ? "" : ` of ${markdownText(place)}`}.`,
    "",
    ...(beyond.length === 0
      ? ["Nothing was seen that is not documented."]
      : [
          "Seen, and not documented:",
          "",
          ...beyond.map(
            (each) => `- ${words[each.kind](each)}${each.last === undefined ? "" : `, last on ${each.last}`}`,
          ),
        ]),
    "",
    ...(unseen.length === 0
      ? []
      : ["Documented, and not seen:", "", ...unseen.map((place) => `- ${markdownCode(place)}`), ""]),
  ].join("\n");
}
