/** What a value means, beside it: the record behind an identifier, money, how far away a time is. */
import { type InlayHint, InlayHintKind, type Range } from "vscode-languageserver-types";
import { annotatedValues } from "../files/annotated.ts";
import { entryAt } from "../files/entries.ts";
import type { OpenFile } from "../files/open-file.ts";
import { recordWords, resourcesIn } from "../files/referred-records.ts";
import { recordsOf, type Resource } from "../knowledge/records.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { eachChild, type Located } from "../syntax/node.ts";
import { stringValue, toValue } from "../syntax/value.ts";
import { walk } from "../syntax/walk.ts";
import { relativeTime } from "../../shared/relative-time.ts";
import { money } from "./money.ts";

/** No editor shows more of them at once. */
const hintLimit = 1000;

/** @param now milliseconds since 1970 */
export function inlayHints(file: OpenFile, range: Range, now: number): InlayHint[] {
  if (!file.workspace.settings.inlayHints) return [];
  const from = file.lines.offsetAt(range.start);
  const to = file.lines.offsetAt(range.end);
  const within: Within = { start: from, end: to };
  return [...names(file, within), ...amounts(file, within), ...times(file, within, now)]
    .toSorted((a, b) => a.offset - b.offset)
    .filter(({ offset }, index, all) => offset !== all[index - 1]?.offset)
    .slice(0, hintLimit)
    .map(({ offset, label }) => ({
      position: file.lines.positionAt(offset),
      label,
      kind: InlayHintKind.Type,
      paddingLeft: true,
    }));
}

/** The resources whose records the hints in a range would name. */
export const resourcesToShow = (file: OpenFile, { start, end }: Range): readonly Resource[] =>
  file.workspace.settings.inlayHints
    ? resourcesIn(file, { start: file.lines.offsetAt(start), end: file.lines.offsetAt(end) })
    : [];

interface Within {
  start: number;
  end: number;
}

const touches = ({ start, end }: Within, at: Located) => endOf(at) >= start && at.start <= end;

interface Hint {
  offset: number;
  label: string;
}

const endOf = ({ node, start }: Located) => start + node.width;

function names(file: OpenFile, within: Within): Hint[] {
  return annotatedValues(file, "x-resource", within).flatMap(({ at, annotation: resource, api, field }) => {
    if (at.node.kind !== "string" || typeof resource !== "string" || !touches(within, at)) return [];
    // What a record is called stands below its own identifier.
    if ("parts" in file.format && field === "id") return [];
    const id = stringValue(file.tree, at);
    const known = recordsOf(file.workspace.records, { api, resource })?.records.find(
      (record) => record.id === id,
    );
    const label = known && recordWords(known);
    return label ? [{ offset: endOf(at), label }] : [];
  });
}

function amounts(file: OpenFile, within: Within): Hint[] {
  return annotatedValues(file, "x-unit", within).flatMap(({ at, annotation: unit }) => {
    if (at.node.kind !== "number" || unit !== "minor" || !touches(within, at)) return [];
    const minor = toValue(file.tree, at);
    const label = typeof minor === "number" ? money(minor, currencyBeside(file, at)) : undefined;
    return label === undefined ? [] : [{ offset: endOf(at), label }];
  });
}

/** The `currency` next to an amount, else the nearest in what it is part of. */
export function currencyBeside(file: OpenFile, amount: Located): string | undefined {
  let at = entryAt(file, amount.start);
  let found: string | undefined;
  while (at) {
    const currency = memberNamed(at, "currency");
    if (currency?.node.kind === "string") found = stringValue(file.tree, currency);
    let next: Located | undefined;
    eachChild(at, (child) => {
      if (child.start <= amount.start && amount.start < endOf(child)) next = child;
      return child.start > amount.start ? "stop" : undefined;
    });
    at = next;
  }
  return found;
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function times(file: OpenFile, within: Within, now: number): Hint[] {
  const found: Hint[] = [];
  walk(file.tree, (at) => {
    if (found.length >= hintLimit) return "stop";
    if (!touches(within, at)) return "skip";
    if (at.node.kind !== "string" || at.node.width > 40) return undefined;
    const written = stringValue(file.tree, at);
    const time = timestamp.test(written) ? Date.parse(written) : Number.NaN;
    if (!Number.isNaN(time)) found.push({ offset: endOf(at), label: relativeTime(time, now) });
    return undefined;
  });
  return found;
}
