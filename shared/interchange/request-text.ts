/** What was mapped, as the text of a request file. What was left out stands in comments. */
import { plainText } from "../plain-text.ts";
import type { MappedRequest } from "./to-operation.ts";

/** One request, or an array of several, indented by two spaces. */
export function requestText(requests: readonly MappedRequest[]): string {
  const [only] = requests;
  if (requests.length === 1 && only) return textOf(only);
  return `[\n${requests.map((request) => textOf(request).replace(/^/gm, "  ")).join(",\n")}\n]`;
}

function textOf({ found: { operation }, name, values, leftOut, idle }: MappedRequest): string {
  const request = { operation: operation.id, ...(name !== undefined && { name }), ...values };
  const notes = [
    ...leftOut.map((phrase) => `Left out: ${phrase}.`),
    ...(idle.length > 0 ? [`Left out, as nothing changes by it: ${[...new Set(idle)].join(", ")}.`] : []),
  ];
  return JSON.stringify(request, null, 2).replace("{\n", (start) =>
    [start, ...notes.map((note) => `  // ${plainText(note, 500)}\n`)].join(""),
  );
}
