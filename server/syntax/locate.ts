import { isWord } from "./characters.ts";
import { type Child, childByIndex, flag, indexAt, isContainer, type Located, type Node } from "./node.ts";
import type { JsonPath } from "./path.ts";
import { rootOf, type Tree } from "./tree.ts";
import { triviaBetween } from "./trivia.ts";

/** Where an offset is, and what may be written there. */
export interface Location {
  /** To the value at the offset; in a key or before a value, to that member; between children, to the container. */
  readonly path: JsonPath;
  /** The nodes around the offset, the root first. */
  readonly ancestors: readonly Located[];
  readonly part: "key" | "value" | "between" | "comment" | "outside";
  /** The innermost container around the offset. */
  readonly container: Located | undefined;
  /** Which child of the container is at the offset, else which comes next. */
  readonly index: number;
  /** The child whose key, colon or value is at the offset. */
  readonly child: Child | undefined;
  readonly expects: "key" | "colon" | "value" | "nothing";
  /** The token that a completion replaces, quotes included; empty between tokens. */
  readonly replace: { readonly start: number; readonly end: number };
  /** Whether what is written here needs a comma before it, after it, and (a key) a colon after it. */
  readonly commaBefore: boolean;
  readonly commaAfter: boolean;
  readonly colonAfter: boolean;
}

/** Text cursors stand between characters: a place belongs to the character that follows it, and to a word that ends there. */
export function locate(tree: Tree, offset: number): Location {
  const { text } = tree;
  const path: JsonPath = [];
  const ancestors: Located[] = [];
  let container: Located | undefined;
  let child: Child | undefined;
  let index = 0;
  let at: Located = rootOf(tree);

  const location = (found: Partial<Location>): Location => ({
    path,
    ancestors,
    part: "between",
    container,
    index,
    child,
    expects: "nothing",
    replace: { start: offset, end: offset },
    commaBefore: false,
    commaAfter: false,
    colonAfter: false,
    ...found,
  });

  if (at.node.kind === "missing" || !touches(at.node, at.start, offset)) {
    const empty = at.node.kind === "missing";
    const from = offset < at.start ? 0 : at.start + at.node.width;
    if ((!empty || offset > 0) && inComment(Math.min(from, offset))) return location({ part: "comment" });
    return location({ part: "outside", expects: empty ? "value" : "nothing" });
  }

  for (;;) {
    ancestors.push(at);
    const { node, start } = at;
    if (!isContainer(node) || offset <= start) {
      const next = container && childByIndex(container, index + 1);
      return location({
        part: "value",
        expects: "value",
        replace: { start, end: start + node.width },
        commaBefore: container?.node.kind === "array" && commaMissing(tree, container, index),
        commaAfter: container !== undefined && next !== undefined && commaMissing(tree, container, index + 1),
      });
    }

    container = at;
    child = undefined;
    index = indexAt(at, offset);
    let here = childByIndex(at, index);
    if (here !== undefined && offset >= endOf(here) && !touches(here.node, here.start, offset)) {
      here = childByIndex(at, ++index);
    }
    const previous = index > 0 ? childByIndex(at, index - 1) : undefined;

    if (here !== undefined && touches(here.node, here.start, offset) && here.node.kind !== "missing") {
      child = here;
      path.push(here.key?.name ?? index);
      at = here;
      continue;
    }
    const unfinished = previous?.node.kind === "missing" && previous.key !== undefined;
    if (here?.key !== undefined && (offset > here.keyStart || (offset === here.keyStart && !unfinished))) {
      child = here;
      path.push(here.key.name);
      const closed = /^(["']).*\1$/s.test(text.slice(here.keyStart, here.keyEnd)) && here.key.width > 1;
      if (offset < here.keyEnd || (offset === here.keyEnd && !closed)) {
        return location({
          part: "key",
          expects: "key",
          replace: { start: here.keyStart, end: here.keyEnd },
          commaBefore: commaMissing(tree, at, index),
          colonAfter: triviaBetween(text, here.keyEnd, here.start).colon === undefined,
          commaAfter: here.node.kind === "missing" && nextLacksComma(tree, at, index),
        });
      }
      return inMember(here);
    }
    if (previous?.key !== undefined && unfinished) {
      const since = triviaBetween(text, endOf(previous), offset);
      if (since.comma === undefined) {
        index--;
        child = previous;
        path.push(previous.key.name);
        return inMember(previous);
      }
    }

    // Between children: a word that is no node (yet) is what a completion replaces.
    const from = previous === undefined ? start + 1 : endOf(previous);
    const close = start + node.width - (node.flags & flag.open ? 0 : 1);
    const to = here === undefined ? close : here.key ? here.keyStart : here.start;
    const word = wordAround(text.slice(from, Math.max(from, to)), offset - from);
    const replace = { start: from + word.start, end: from + word.end };
    const before = triviaBetween(text, from, replace.start);
    const after = triviaBetween(text, replace.end, Math.max(to, replace.end));
    if (inComment(from)) return location({ part: "comment" });
    return location({
      expects: node.kind === "object" ? "key" : "value",
      replace,
      commaBefore: previous !== undefined && before.comma === undefined,
      commaAfter: isWritten(here) && after.comma === undefined,
      colonAfter: node.kind === "object",
    });
  }

  /** Whether the offset is in a comment after another, or within the mark that begins one. */
  function inComment(from: number): boolean {
    const isAfterSlash = offset > from && text.slice(offset - 1, offset) === "/";
    return (
      triviaBetween(text, from, offset).inComment ||
      (isAfterSlash && triviaBetween(text, from, offset + 1).inComment)
    );
  }

  /** After a name: before its colon, or before its value. */
  function inMember(member: Child): Location {
    const since = triviaBetween(text, member.keyEnd, offset);
    if (inComment(member.keyEnd)) return location({ part: "comment" });
    const missing = member.node.kind === "missing";
    return location({
      expects: since.colon === undefined ? "colon" : missing ? "value" : "nothing",
      commaAfter: missing && container !== undefined && nextLacksComma(tree, container, index),
      colonAfter: since.colon === undefined && triviaBetween(text, offset, member.start).colon === undefined,
    });
  }
}

/** A name stands there, though its value may be missing, or a value. */
const isWritten = (child: Child | undefined) =>
  child !== undefined && (child.key !== undefined || child.node.kind !== "missing");

const endOf = (child: Located) => child.start + child.node.width;

/** Whether an offset is at a value: on one of its characters, or at the end of one that could go on. */
function touches(node: Node, start: number, offset: number): boolean {
  const end = start + node.width;
  if (offset < start || offset > end) return false;
  if (offset < end) return true;
  const complete = node.kind === "string" || isContainer(node);
  return node.kind === "missing" || !complete || (node.flags & flag.open) !== 0;
}

/** Whether a child has another before it and no comma between them. */
function commaMissing(tree: Tree, container: Located, index: number): boolean {
  const previous = index > 0 ? childByIndex(container, index - 1) : undefined;
  const child = childByIndex(container, index);
  if (previous === undefined || child === undefined) return false;
  return triviaBetween(tree.text, endOf(previous), child.keyStart).comma === undefined;
}

const nextLacksComma = (tree: Tree, container: Located, index: number) =>
  childByIndex(container, index + 1) !== undefined && commaMissing(tree, container, index + 1);

function wordAround(part: string, offset: number): { start: number; end: number } {
  let start = offset;
  let end = offset;
  while (start > 0 && isWord(part.charCodeAt(start - 1))) start--;
  while (end < part.length && isWord(part.charCodeAt(end))) end++;
  return { start, end };
}
