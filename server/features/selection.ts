/** What "expand selection" takes next: placeholder, a string's content, the string, its property, the object … */
import type { SelectionRange } from "vscode-languageserver-types";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { placeholderAt } from "../files/placeholders.ts";
import { locate } from "../syntax/locate.ts";
import { type Child, eachChild, flag, isContainer, type Located } from "../syntax/node.ts";
import { sourceOf } from "../syntax/value.ts";

interface Span {
  start: number;
  end: number;
}

export function selection(file: OpenFile, offset: number): SelectionRange {
  const spans = spansAt(file, offset).filter(
    ({ start, end }, index, all) =>
      index === 0 || start !== all[index - 1]?.start || end !== all[index - 1]?.end,
  );
  const outermost = spans.pop() ?? { start: offset, end: offset };
  return spans.reduceRight<SelectionRange>(
    (parent, { start, end }) => ({ range: rangeOf(file.lines, start, end), parent }),
    { range: rangeOf(file.lines, outermost.start, outermost.end) },
  );
}

/** The innermost first; each holds the one before. */
function spansAt(file: OpenFile, offset: number): Span[] {
  const { tree } = file;
  const { ancestors, part, child } = locate(tree, offset);
  const spans: Span[] = [];
  if (part === "key" && child) {
    spans.push(
      ...stringSpans(tree.text.slice(child.keyStart, child.keyEnd), child.keyStart),
      memberSpan(child),
    );
  }
  for (let index = ancestors.length - 1; index >= 0; index--) {
    const at = ancestors[index] as Located; // The index is within.
    const end = at.start + at.node.width;
    if (at.node.kind === "string") {
      const placeholder = placeholderAt(tree, at, offset);
      if (placeholder) spans.push(placeholder.inner, placeholder);
      spans.push(...stringSpans(sourceOf(tree, at), at.start));
    } else {
      // A cursor before the bracket is not in what it encloses.
      const closed = (at.node.flags & flag.open) === 0;
      if (isContainer(at.node) && at.start < offset && (!closed || offset < end))
        spans.push({ start: at.start + 1, end: closed ? end - 1 : end });
      spans.push({ start: at.start, end });
    }
    const parent = ancestors[index - 1];
    const member = parent?.node.kind === "object" ? childStartingAt(parent, at.start) : undefined;
    if (member) spans.push(memberSpan(member));
  }
  spans.push({ start: 0, end: tree.text.length });
  return spans;
}

/** A string's content and the string with its quotes. */
function stringSpans(source: string, start: number): Span[] {
  const whole = { start, end: start + source.length };
  if (!source.startsWith('"')) return [whole];
  const closed = source.length > 1 && source.endsWith('"');
  return [{ start: start + 1, end: closed ? whole.end - 1 : whole.end }, whole];
}

const memberSpan = (child: Child): Span => ({
  start: child.keyStart,
  end: Math.max(child.keyEnd, child.start + child.node.width),
});

function childStartingAt(parent: Located, start: number): Child | undefined {
  let found: Child | undefined;
  eachChild(parent, (child) => {
    if (child.start === start) found = child;
    return child.start >= start ? "stop" : undefined;
  });
  return found;
}
