/** Texts that are as hard to read as people, programs and adversaries make them: of each kind one of any size. */
import { codeActions, fixAllKind } from "../../server/features/code-actions.ts";
import { complete } from "../../server/features/completion.ts";
import { diagnose } from "../../server/features/diagnostics.ts";
import { folds } from "../../server/features/folding.ts";
import { format } from "../../server/features/formatting.ts";
import { inlayHints } from "../../server/features/inlay-hints.ts";
import { lenses } from "../../server/features/lenses.ts";
import { links } from "../../server/features/links.ts";
import { references } from "../../server/features/occurrences.ts";
import { resolveRequests } from "../../server/features/resolve-requests.ts";
import { semanticTokens } from "../../server/features/semantic-tokens.ts";
import { symbols } from "../../server/features/symbols.ts";
import { summarise } from "../../server/features/workspace-symbols.ts";
import type { OpenFile } from "../../server/files/open-file.ts";
import { findingsOf } from "../../server/rules/findings.ts";
import { edit } from "../../server/syntax/edit.ts";
import { fileOf } from "./marked.ts";

interface WorstCase {
  name: string;
  /** A text of about so many characters. */
  text: (size: number) => string;
}

/** Parts until the text is long enough; each is told its number. */
function repeated(size: number, part: (index: number) => string, open = "", close = ""): string {
  const parts = [open];
  let length = open.length + close.length;
  for (let index = 0; length < size; index++) {
    const next = part(index);
    parts.push(next);
    length += next.length;
  }
  return parts.join("") + close;
}

const list = (size: number, part: (index: number) => string) =>
  `[${repeated(size, (index) => (index === 0 ? part(0) : `,\n${part(index)}`))}]`;
const within = (begin: string, size: number, part: (index: number) => string) =>
  `{"operation": "cloud-v1.servers.create", ${begin}${repeated(size, (index) => (index === 0 ? part(0) : `, ${part(index)}`))}}}`;

export const worstCases: readonly WorstCase[] = [
  { name: "comment lines", text: (size) => repeated(size, () => "// a line\n", "", "{}") },
  { name: "block comments", text: (size) => repeated(size, () => "/**/", "", "{}") },
  { name: "comments between members", text: (size) => within("", size, (i) => `"a${i}"/*x*/:/*y*/1//z\n`) },
  { name: "comments before a colon", text: (size) => repeated(size, () => `"a"// b\n`, "{") },
  { name: "unknown keys", text: (size) => within('"body": {', size, (i) => `"unknown${i}": ${i}`) },
  {
    name: "mistyped keys",
    text: (size) =>
      list(size, () => '{"operation": "cloud-v1.servers.create", "body": {"Name": "a", "regoin": "b"}}'),
  },
  {
    name: "wrong values",
    text: (size) =>
      list(size, () => '{"operation": "cloud-v1.servers.create", "body": {"name": 1, "region": 2}}'),
  },
  {
    name: "missing properties",
    text: (size) => list(size, () => '{"operation": "cloud-v1.servers.create", "body": {}}'),
  },
  {
    name: "unknown operations",
    text: (size) => list(size, (i) => `{"operation": "cloud-v1.servers.creat${i}"}`),
  },
  { name: "no operations", text: (size) => list(size, () => "{}") },
  { name: "nested lists", text: (size) => "[".repeat(size / 2) + "]".repeat(size / 2) },
  { name: "open lists", text: (size) => "[".repeat(size) },
  { name: "open objects", text: (size) => repeated(size, () => '{"a":') },
  { name: "nested lists in a list", text: (size) => list(size, () => "[".repeat(200) + "]".repeat(200)) },
  {
    name: "deep objects in a list",
    text: (size) => list(size, () => '{"a":'.repeat(200) + "1" + "}".repeat(200)),
  },
  { name: "closing brackets", text: (size) => "]".repeat(size) },
  { name: "mixed brackets", text: (size) => repeated(size, () => "[}") },
  { name: "unclosed strings", text: (size) => repeated(size, () => '"abc\n') },
  { name: "unclosed strings in a list", text: (size) => repeated(size, () => '"abc\n', "[") },
  { name: "unclosed names", text: (size) => repeated(size, () => '"abc\n', "{") },
  { name: "unclosed values", text: (size) => repeated(size, (i) => `"a${i}": "abc\n`, "{") },
  { name: "unclosed values of one name", text: (size) => repeated(size, () => '"a": "abc,\n', "{") },
  { name: "duplicate keys", text: (size) => `{${repeated(size, () => '"a":1,')}"a":1}` },
  { name: "two of each key", text: (size) => `{${repeated(size, (i) => `"a${i >> 1}":1,`)}"b":1}` },
  { name: "duplicate keys without quotes", text: (size) => `{${repeated(size, () => "a:1,")}a:1}` },
  { name: "keys without quotes", text: (size) => `{${repeated(size, (i) => `a${i}:1,`)}a:1}` },
  { name: "commas in a list", text: (size) => `[${",".repeat(size)}]` },
  { name: "commas in an object", text: (size) => `{${",".repeat(size)}}` },
  { name: "colons", text: (size) => `{${":".repeat(size)}}` },
  { name: "names followed by colons", text: (size) => `{${'"a":'.repeat(size / 4)}}` },
  { name: "numbers without commas", text: (size) => `[${"1 ".repeat(size / 2)}]` },
  { name: "words", text: (size) => "abc ".repeat(size / 4) },
  { name: "words in an object", text: (size) => `{${"abc ".repeat(size / 4)}` },
  { name: "words in a list", text: (size) => `[${"abc ".repeat(size / 4)}` },
  { name: "one word", text: (size) => "a".repeat(size) },
  { name: "one number", text: (size) => "1".repeat(size) },
  { name: "one string", text: (size) => `"${"a".repeat(size)}"` },
  { name: "escapes", text: (size) => `"${"\\x".repeat(size / 2)}"` },
  { name: "meaningless characters", text: (size) => `[${"% ".repeat(size / 2)}` },
  { name: "spaces", text: (size) => " ".repeat(size) },
  { name: "empty lines", text: (size) => "\n".repeat(size) },
  { name: "stray words before values", text: (size) => `{${repeated(size, () => '"a" = 1\n')}}` },
  { name: "objects in an object", text: (size) => `{${"{}".repeat(size / 2)}}` },
  { name: "unclosed objects in a list", text: (size) => `[${repeated(size, (i) => `{"a${i}": 1 `)}` },
  {
    name: "placeholders in one string",
    text: (size) =>
      within('"body": {"name": "', size, () => "{{a}}")
        .replace(/}}$/, '"}}')
        .replaceAll(", ", " "),
  },
  {
    name: "responses in one string",
    text: (size) =>
      `[{"operation": "cloud-v1.servers.create", "name": "a", "body": {"name": "${"{{b.response.body}}".repeat(size / 19)}"}}]`,
  },
  {
    name: "responses of named requests",
    text: (size) =>
      list(
        size,
        (i) =>
          `{"operation": "cloud-v1.servers.list", "name": "request ${i}", "query": {"cursor": "{{reqest ${i}.response.body.id}}"}}`,
      ),
  },
  {
    name: "opening braces in a string",
    text: (size) => `{"operation": "cloud-v1.servers.create", "body": {"name": "${"{".repeat(size)}"}}`,
  },
  {
    name: "secrets",
    text: (size) =>
      list(
        size,
        () => '{"operation": "cloud-v1.servers.list", "headers": {"Authorization": "Bearer abcdefghijkl"}}',
      ),
  },
  {
    name: "a wide body",
    text: (size) => `{"operation": "social.posts.create", "body": {"content": "${"a".repeat(size)}"}}`,
  },
  {
    name: "equal names",
    text: (size) => list(size, () => '{"operation": "cloud-v1.servers.list", "name": "a"}'),
  },
];

/** What an editor asks of a file, each by its name. */
export const questions: Readonly<Record<string, (file: OpenFile) => unknown>> = {
  diagnose: (file) => diagnose(file),
  fix: (file) => codeActions(file, wholeRange(file), { diagnostics: [], only: ["quickfix"] }),
  "fix all": (file) => codeActions(file, wholeRange(file), { diagnostics: [], only: [fixAllKind] }),
  format: (file) => format(file, { tabSize: 2, insertSpaces: true }),
  fold: (file) => folds(file),
  symbols: (file) => symbols(file),
  tokens: (file) => semanticTokens(file),
  hints: (file) => inlayHints(file, wholeRange(file), 0),
  lenses: (file) => lenses(file),
  links: (file) => links(file),
  summarise: (file) => summarise(file),
  references: (file) => references(file, { kind: "variable", name: "a" }, { includeDeclaration: true }),
  complete: (file) => {
    const text = file.tree.text.slice(0, file.tree.text.length);
    const opened = text.lastIndexOf("{{");
    return complete(file, opened < 0 ? text.length : opened + 2, new Date(0));
  },
  resolve: (file) => resolveRequests(file, { uuid: () => "u", now: () => new Date(0), random: () => 0 }),
  edit: (file) => {
    const { tree } = file;
    for (const part of [0.01, 0.5, 0.99]) {
      const at = Math.floor(tree.text.length * part);
      for (const typed of ["a", '"', "{", "]"]) findingsOf({ ...file, tree: edit(tree, at, at, typed) });
    }
  },
};

export const wholeRange = ({ lines, tree }: OpenFile) => ({
  start: { line: 0, character: 0 },
  end: lines.positionAt(tree.text.length),
});

export const worstFile = ({ text }: WorstCase, size: number) => fileOf(text(size));
