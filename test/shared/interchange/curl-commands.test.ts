import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { looksLikeCurl, readCurlCommand } from "../../../shared/interchange/curl-command.ts";
import { Refusal } from "../../../shared/interchange/plain-request.ts";
import { escapedText } from "../../../shared/plain-text.ts";

/** Each with its title, the command as people copy it, and what becomes of it. */
const cases = readFileSync(join(import.meta.dirname, "samples/curl-commands.txt"), "utf8")
  .split(/^### /m)
  .slice(1)
  .map((block) => {
    const [, title = "", command = "", outcome = ""] =
      /^(.*)\n([\s\S]*?)\n--- *\n([\s\S]*?)\n*$/.exec(block) ?? [];
    return { title, command, outcome };
  });

/** The request as HTTP writes it, or why there is none. */
function outcomeOf(command: string): string {
  try {
    const { request, leftOut, idle } = readCurlCommand(command);
    const { method, url, headers, body } = request;
    return [
      `${method} ${url}`,
      ...headers.map(([name, value]) => `${name}: ${escapedText(value)}`),
      ...(body === undefined ? [] : ["", body]),
      ...leftOut.map((phrase) => `left out: ${phrase}`),
      ...(idle.length > 0 ? [`idle: ${idle.join(" ")}`] : []),
    ].join("\n");
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.message}`;
    throw error;
  }
}

describe("cURL commands as people have them", () => {
  it("are a hundred and more", () => {
    expect(cases.length).toBeGreaterThan(100);
  });

  it("are seen to be commands before they are read", () => {
    const read = cases.filter(({ outcome }) => !outcome.startsWith("refused"));
    expect(read.filter(({ command }) => !looksLikeCurl(command))).toEqual([]);
    for (const text of [
      "",
      "curl",
      "https://example.com/curl",
      "Use curl to ask.",
      '{"curl": 1}',
      "curly braces",
    ])
      expect(looksLikeCurl(text)).toBe(false);
  });

  it.for(cases)("$title", ({ command, outcome }) => {
    expect(outcomeOf(command)).toBe(outcome);
  });
});
