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

export function driftReport({ operation, place, replies, beyond, unseen }: DriftOf): string {
  return [
    `## ${operation}`,
    "",
    `${replies} ${replies === 1 ? "reply" : "replies"}${place === undefined ? "" : ` of ${markdownText(place)}`}.`,
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
