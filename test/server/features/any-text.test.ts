import { describe, expect, it } from "vitest";
import type { TextEdit } from "vscode-languageserver-types";
import { codeActions, fixAllKind } from "../../../server/features/code-actions.ts";
import { complete, withoutSnippets } from "../../../server/features/completion.ts";
import { diagnose } from "../../../server/features/diagnostics.ts";
import { hover } from "../../../server/features/hover.ts";
import { fileOf, workspaceWith } from "../marked.ts";

const workspace = workspaceWith({
  renamesFiles: true,
  settings: { bodies: { "body.json": "content.posts.create" } },
});

const request =
  '[{"operation": "content.posts.create", "name": "a", "body": {"title": "Bearer abcdef0123456789", "x1": {}}},\r\n {"operation": "membership.users.get", "path": {"user_id": "{{a.response.body.id}} {{"}},]';
const payload = '{"id":"evt_1","type":"user.creatd","created_at":"2026-01-01","data":{"id":[1,,2]}';

const texts: [name: string, text: string][] = [
  ["a.request.json", request],
  ["a.request.json", request.replaceAll('"', "")],
  ["a.request.json", request.slice(0, 90)],
  ["a.request.json", '{"__proto__": {"a": 1}, "operation": "constructor", "body": null, "path": []}'],
  ["a.membership.webhook.json", payload],
  ["a.webhook.json", payload.replaceAll(":", "")],
  ["body.json", '{"title": 1, "title": "\uD800", "content": "a'],
];

describe("any text", () => {
  it.each(texts)("of %s is assisted at every place: %s", (name, text) => {
    const file = fileOf(text, name, workspace);
    const diagnostics = diagnose(file);
    for (let offset = 0; offset <= text.length; offset++) {
      const position = file.lines.positionAt(offset);
      const found = complete(file, offset);
      for (const { textEdit } of [...found.items, ...withoutSnippets(found).items]) {
        const { range } = textEdit as TextEdit;
        // An editor drops what does not hold the cursor on one line.
        if (range.start.line !== range.end.line) continue;
        expect(range.start.line).toBe(position.line);
        expect(range.start.character).toBeLessThanOrEqual(position.character);
        expect(range.end.character).toBeGreaterThanOrEqual(position.character);
      }
      hover(file, offset);
      codeActions(file, { start: position, end: position }, { diagnostics });
    }
    const everywhere = { start: file.lines.positionAt(0), end: file.lines.positionAt(text.length) };
    codeActions(file, everywhere, { diagnostics, only: [fixAllKind] });
  });
});
