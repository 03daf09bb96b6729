/** How a handler answered each variation of a payload, as Markdown in which all that it said is plain. Without vscode. */
import { markdownCode, markdownText } from "../../shared/plain-text.ts";
import { counted } from "../text/counted.ts";
import type { VariationResult } from "../../shared/webhooks/variations.ts";

export interface TriedHandler {
  /** What people call the payload. */
  title: string;
  address: string;
  /** With what they were signed, or why they were not, as a sentence. */
  signed: string;
  /** How many variations there are. */
  count: number;
}

const words: Readonly<Record<VariationResult["state"], string>> = {
  careful: "careful",
  careless: "**careless**",
  skipped: "left out",
};

/** @param results all of them, unless the person called it off */
export function variationReport(
  { title, address, signed, count }: TriedHandler,
  results: readonly VariationResult[],
): string {
  const counts = (["careless", "careful", "skipped"] as const).flatMap((state) => {
    const found = results.filter((each) => each.state === state).length;
    return found > 0 ? [`${found} ${words[state]}`] : [];
  });
  const rows = results.map(({ variation, state, found }) =>
    [words[state], variation.name, markdownText(found, 300), variation.careful].join(" | "),
  );
  return [
    `# Variations of ${markdownText(title, 100)}`,
    "",
    `Sent to ${markdownCode(address, 300)}. ${signed}`,
    "",
    ...(counts.length > 0 ? [`${counted(results.length, "variation")}: ${counts.join(", ")}.`, ""] : []),
    ...(results.length < count
      ? [
          `Called off: ${count - results.length} of ${count} were not sent, or not waited for. What the handler made of the last is not known.`,
          "",
        ]
      : []),
    "| Result | Variation | What the handler did | What a careful handler does |",
    "|:--|:--|:--|:--|",
    ...rows.map((row) => `| ${row} |`),
    "",
  ].join("\n");
}
