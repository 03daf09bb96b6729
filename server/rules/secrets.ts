/** Keys that stand in a file, where they do not belong. */
import { annotatedValues } from "../files/annotated.ts";
import { entrySearch } from "../files/entry-search.ts";
import type { OpenFile } from "../files/open-file.ts";
import type { Finding } from "../schema/finding.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { childrenOf, type Located } from "../syntax/node.ts";
import { stringSearch } from "../syntax/strings.ts";
import type { Tree } from "../syntax/tree.ts";
import { sourceOf, stringValue } from "../syntax/value.ts";
import { walk } from "../syntax/walk.ts";

/** An Authorization value as it is sent: the scheme and a token without spaces. */
const bearer = /^"Bearer\s+([\w.~+/=-]{8,})"$/i;
/** What words have not: digits, marks, capitals within, or so many letters. */
const token = /[\d_=~+]|[a-z][A-Z]|[A-Za-z]{24}/;
const authorizationHeaders = new Set(["authorization", "proxy-authorization", "x-api-key", "api-key"]);

const bearers = stringSearch({
  hint: /"Bearer\s/i,
  look: (source) => (token.test(bearer.exec(source)?.[1] ?? "") ? source.length : undefined),
});
/** What could be a key: no spaces, no placeholder, of some length. */
const couldBeKey = (source: string) =>
  source.length >= 14 && source.length <= 4096 && /^"[^\s"\\{}]+"$|^"Bearer\s/i.test(source);

export function secretsInFile(file: OpenFile): Finding[] {
  const { tree, workspace } = file;
  const found = new Map<number, Finding>();
  // Nothing is filled in where a payload stands as it was received.
  const remedy = `Write ${file.format.kind === "request" ? "{{secret:NAME}}" : "an invented one"} in its place.`;
  const add = (start: number, width: number, message: string) => {
    if (!found.has(start))
      found.set(start, { code: "secret-in-file", severity: "warning", message, start, end: start + width });
  };
  for (const at of annotatedValues(file, "x-secret").map((value) => value.at))
    if (isLiteral(tree, at)) add(at.start, at.node.width, `A secret does not belong in a file. ${remedy}`);
  for (const { start, found: width } of bearers(tree))
    add(start, width, `This looks like a key, which does not belong in a file. ${remedy}`);
  for (const at of file.format.kind === "request" ? authorizations(tree, undefined) : [])
    add(at.start, at.node.width, "The key does not belong in a file: it is added when the request is sent.");
  if (workspace.keys.size > 0)
    for (const { start, found: source } of keysIn(file))
      add(start, source.length, `This is a key that is kept in the keychain. ${remedy}`);
  return [...found.values()];
}

/** The strings of a file that the client may compare with the keys it holds; the first of them, if they are many. */
export function comparedStrings({ tree, format }: OpenFile, limit = 2000): string[] {
  if ("parts" in format) return [];
  const strings = new Set<string>();
  walk(tree, (at) => {
    const source = at.node.kind === "string" ? sourceOf(tree, at) : "";
    if (couldBeKey(source)) strings.add(source.slice(1, -1));
    return strings.size < limit ? undefined : "stop";
  });
  return [...strings];
}

/** Something is written there beside placeholders and a scheme. */
const isLiteral = (tree: Tree, at: Located) =>
  at.node.kind === "string" &&
  stringValue(tree, at)
    .replace(/\{\{[^{}]*\}\}/g, "")
    .replace(/^\s*(bearer|basic|token)\b/i, "")
    .trim() !== "";

const always = {};
const authorizations = entrySearch<undefined, Located>({
  dependsOn: () => always,
  look(tree, entry) {
    const headers = memberNamed(entry, "headers");
    return headers
      ? childrenOf(headers).filter(
          (header) =>
            authorizationHeaders.has(header.key?.name.toLowerCase() ?? "") && isLiteral(tree, header),
        )
      : [];
  },
  moved: ({ node, start }, by) => ({ node, start: start + by }),
});

/** Holds as long as the same keys are known. */
const keySearches = new WeakMap<object, ReturnType<typeof stringSearch<string>>>();

function keysIn({ tree, workspace }: OpenFile) {
  const { keys } = workspace;
  let search = keySearches.get(keys);
  if (!search) {
    search = stringSearch({
      look: (source) => (couldBeKey(source) && keys.has(source.slice(1, -1)) ? source : undefined),
    });
    keySearches.set(keys, search);
  }
  return search(tree);
}
