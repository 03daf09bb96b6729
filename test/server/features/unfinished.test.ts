/** Whatever a person has typed so far, no feature fails or points outside of the text. */
import { describe, expect, it } from "vitest";
import type { DocumentSymbol, Range, SelectionRange } from "vscode-languageserver-types";
import { folds } from "../../../server/features/folding.ts";
import { format, formatClosed } from "../../../server/features/formatting.ts";
import { inlayHints } from "../../../server/features/inlay-hints.ts";
import { lenses } from "../../../server/features/lenses.ts";
import { links } from "../../../server/features/links.ts";
import { definitions, occurrenceAt, references } from "../../../server/features/occurrences.ts";
import { renamable, rename } from "../../../server/features/rename.ts";
import { selection } from "../../../server/features/selection.ts";
import { semanticTokens } from "../../../server/features/semantic-tokens.ts";
import { symbols } from "../../../server/features/symbols.ts";
import { summarise } from "../../../server/features/workspace-symbols.ts";
import { fileOf, workspaceWith } from "../marked.ts";
import { Random, seed } from "../random.ts";

const samples: Record<string, string> = {
  "a.request.json": `// first
[
  { "operation": "cloud-v1.cdn.purge", "name": "purge", "path": { "zone_id": "{{zone}}" }, "body": { "paths": ["/a"] } },
  /* second */
  { "operation": "deploy.deployments.list", "path": { "id": "proj_1" }, "x": "{{purge.response.body.id}} {{$uuid}}" },
]`,
  "a.webhook.json": `{
  "event": "order.completed", "id": "evt_1", "timestamp": "2026-01-01T00:00:00Z",
  "data": { "order_id": "o", "total": 4900, "currency": "EUR", "site": "https://example.com/a" }
}`,
};
const pieces = [
  "{",
  "}",
  "[",
  "]",
  '"',
  ",",
  ":",
  "{{",
  "}}",
  "\\",
  "/*",
  "//",
  "\r\n",
  "\r",
  "\uD83D",
  "\u2028",
  "",
];

const workspace = workspaceWith({ settings: { commands: ["switchboard.send"] } });

function changed(text: string, random: Random): string {
  let now = text;
  for (let count = random.below(4); count >= 0; count--) {
    const start = random.below(now.length + 1);
    const end = random.chance(0.5) ? start : Math.min(now.length, start + random.below(20));
    now = now.slice(0, start) + random.pick(pieces) + now.slice(end);
  }
  return now;
}

function check(name: string, text: string, offset: number): void {
  const file = fileOf(text, name, workspace);
  const whole = { start: file.lines.positionAt(0), end: file.lines.positionAt(text.length) };
  const offsets = ({ start, end }: Range) => [file.lines.offsetAt(start), file.lines.offsetAt(end)] as const;
  const holds = (outer: Range, inner: Range) => {
    const [start, end] = offsets(inner);
    const [from, to] = offsets(outer);
    expect(from <= start && start <= end && end <= to).toBe(true);
  };
  const checkSymbols = (found: DocumentSymbol[], outer: Range) => {
    for (const symbol of found) {
      expect(symbol.name).not.toBe("");
      holds(outer, symbol.range);
      holds(symbol.range, symbol.selectionRange);
      checkSymbols(symbol.children ?? [], symbol.range);
    }
  };
  checkSymbols(symbols(file), whole);
  for (let at: SelectionRange | undefined = selection(file, offset); at?.parent; at = at.parent)
    holds(at.parent.range, at.range);
  for (const { range } of [...links(file), ...lenses(file)]) holds(whole, range);
  for (const { startLine, endLine } of folds(file)) {
    expect(startLine).toBeLessThan(endLine);
    expect(endLine).toBeLessThan(file.lines.lineCount);
  }
  let end = 0;
  for (const token of semanticTokens(file)) {
    expect(token.start).toBeGreaterThanOrEqual(end);
    end = token.start + token.length;
  }
  expect(end).toBeLessThanOrEqual(text.length);
  inlayHints(file, whole, 0);
  summarise(file);
  format(file, { tabSize: 2, insertSpaces: true });
  formatClosed(file, offset, { tabSize: 2, insertSpaces: true });
  definitions(file, offset);
  const at = occurrenceAt(file, offset);
  if (!at) return;
  holds(whole, { start: file.lines.positionAt(at.start), end: file.lines.positionAt(at.end) });
  renamable(file, offset);
  references(file, at.subject, { includeDeclaration: true });
  rename(file, at.subject, "other");
}

describe("features on unfinished text", () => {
  it.each(Object.keys(samples))(`hold for %s, changed at random (SEED=${seed})`, (name) => {
    const random = new Random(seed);
    for (let run = 0; run < 500; run++) {
      const text = changed(samples[name] ?? "", random);
      const offset = random.below(text.length + 1);
      try {
        check(name, text, offset);
      } catch (error) {
        throw new Error(`With the text ${JSON.stringify(text)} at ${offset}`, { cause: error });
      }
    }
  });

  it.each(Object.keys(samples))("hold for every beginning of %s", (name) => {
    const text = samples[name] ?? "";
    for (let end = 0; end <= text.length; end++) check(name, text.slice(0, end), end);
  });

  it("hold for deep text", () => {
    check("a.request.json", '{"a":['.repeat(2000), 5000);
    check("a.webhook.json", "[".repeat(100_000), 50_000);
  });
});
