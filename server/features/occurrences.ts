/** Variables and named requests: where they are used and where they are defined. */
import type { Location, LocationLink, Range } from "vscode-languageserver-types";
import { eachEntry } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { type Placeholder, placeholderAt, placeholdersOf } from "../files/placeholders.ts";
import type { Variable } from "../knowledge/variables.ts";
import { locate } from "../syntax/locate.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { type Located } from "../syntax/node.ts";
import { contentOf, stringValue } from "../syntax/value.ts";

/** A variable of an environment, or a request of the file that has a name. */
export interface Subject {
  kind: "variable" | "request";
  name: string;
}

/** A subject at a place. */
export interface Occurrence {
  subject: Subject;
  /** Where the name itself stands. */
  start: number;
  end: number;
  /** Where all stands that refers to it: a response's path as well. */
  whole: { start: number; end: number };
}

/** What the name at an offset stands for. */
export function occurrenceAt(file: OpenFile, offset: number): Occurrence | undefined {
  if (file.format.kind !== "request") return undefined;
  const at = locate(file.tree, offset);
  const node = at.ancestors.at(-1);
  if (at.part !== "value" || node?.node.kind !== "string") return undefined;
  const placeholder = placeholderAt(file.tree, node, offset);
  if (placeholder) return occurrenceOf(placeholder);
  const entryPath = at.path.length - (at.ancestors[0]?.node.kind === "array" ? 1 : 0);
  return entryPath === 1 && at.path.at(-1) === "name" ? nameOccurrence(file, node) : undefined;
}

function occurrenceOf({ expression, inner }: Placeholder): Occurrence | undefined {
  const subject: Subject | undefined =
    expression.kind === "variable"
      ? { kind: "variable", name: expression.name }
      : "request" in expression
        ? { kind: "request", name: expression.request }
        : undefined;
  if (!subject?.name) return undefined;
  return { subject, start: inner.start, end: inner.start + subject.name.length, whole: inner };
}

function nameOccurrence(file: OpenFile, at: Located): Occurrence | undefined {
  const name = stringValue(file.tree, at);
  const inner = contentOf(at);
  return name === "" ? undefined : { subject: { kind: "request", name }, ...inner, whole: inner };
}

const same = (a: Subject, b: Subject) => a.kind === b.kind && a.name === b.name;

/** Where placeholders of the file name it. */
export const usesOf = (file: OpenFile, subject: Subject): Range[] =>
  usesIn(file)
    .filter((use) => same(use.subject, subject))
    .map(({ range }) => range);

/** All uses of variables and of earlier responses. */
export function usesIn(file: OpenFile): { subject: Subject; range: Range }[] {
  if (file.format.kind !== "request") return [];
  return placeholdersOf(file.tree).flatMap((placeholder) => {
    const found = occurrenceOf(placeholder);
    return found ? [{ subject: found.subject, range: rangeOf(file.lines, found.start, found.end) }] : [];
  });
}

/** The requests of the file that have that name: one, unless names repeat. */
export function requestsNamed(file: OpenFile, name: string): { entry: Located; named: Occurrence }[] {
  const found: { entry: Located; named: Occurrence }[] = [];
  if (file.format.kind !== "request") return found;
  eachEntry(file, (entry) => {
    const member = memberNamed(entry, "name");
    const named = member?.node.kind === "string" ? nameOccurrence(file, member) : undefined;
    if (named?.subject.name === name) found.push({ entry, named });
  });
  return found;
}

/** The variables of that name: of the active environment if it has one, else of the others. */
export function variablesNamed(file: OpenFile, name: string): Variable[] {
  const all = file.variables.filter((variable) => variable.name === name);
  const active = all.filter(({ environment }) => environment === file.workspace.settings.environment);
  return active.length > 0 ? active : all;
}

export function definitions(file: OpenFile, offset: number): LocationLink[] {
  const at = occurrenceAt(file, offset);
  if (!at) return [];
  const originSelectionRange = rangeOf(file.lines, at.whole.start, at.whole.end);
  if (at.subject.kind === "variable")
    return variablesNamed(file, at.subject.name).map(({ uri, range }) => ({
      originSelectionRange,
      targetUri: uri,
      targetRange: range,
      targetSelectionRange: range,
    }));
  return requestsNamed(file, at.subject.name).map(({ entry, named }) => ({
    originSelectionRange,
    targetUri: file.uri,
    targetRange: rangeOf(file.lines, entry.start, entry.start + entry.node.width),
    targetSelectionRange: rangeOf(file.lines, named.start, named.end),
  }));
}

interface Wanted {
  includeDeclaration: boolean;
  /** Uses of the variable in other files. */
  elsewhere?: readonly Location[];
}

/** In this file and elsewhere, and where the subject is defined. */
export function references(
  file: OpenFile,
  subject: Subject,
  { includeDeclaration, elsewhere = [] }: Wanted,
): Location[] {
  const used = usesOf(file, subject).map((range) => ({ uri: file.uri, range }));
  return [...(includeDeclaration ? declarations(file, subject) : []), ...used, ...elsewhere];
}

/** Where the subject is defined; a variable in every environment that has it. */
export const declarations = (file: OpenFile, subject: Subject): Location[] =>
  subject.kind === "variable"
    ? file.variables.filter(({ name }) => name === subject.name).map(({ uri, range }) => ({ uri, range }))
    : requestsNamed(file, subject.name).map(({ named }) => ({
        uri: file.uri,
        range: rangeOf(file.lines, named.start, named.end),
      }));
