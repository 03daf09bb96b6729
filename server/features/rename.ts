/** Renames variables and requests. */
import type { Location, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import { expressionOf } from "../../shared/placeholders.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { declarations, occurrenceAt, requestsNamed, type Subject, usesOf } from "./occurrences.ts";

/** What would be renamed at an offset; undefined when nothing there has a name of its own. */
export function renamable(file: OpenFile, offset: number): { range: Range; placeholder: string } | undefined {
  const at = occurrenceAt(file, offset);
  if (!at || offset < at.start || offset > at.end) return undefined;
  return { range: rangeOf(file.lines, at.start, at.end), placeholder: at.subject.name };
}

/** Why a name cannot be given; undefined when it can. */
export function refusal(file: OpenFile, { kind, name: old }: Subject, name: string): string | undefined {
  if (name === old) return undefined;
  if (kind === "request") {
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name))
      return "The name of a request begins with a letter or _ and has letters, digits, _ and - only.";
    return requestsNamed(file, name).length > 0
      ? `Another request of this file has the name ${name}.`
      : undefined;
  }
  if (!/^\w[\w.-]*$/.test(name) || expressionOf(name).kind !== "variable")
    return "The name of a variable begins with a letter, a digit or _ and has letters, digits, _, - and . only.";
  return file.variables.some((variable) => variable.name === name)
    ? `There is a variable ${name} already.`
    : undefined;
}

/** @param elsewhere uses of the variable in other files */
export function rename(
  file: OpenFile,
  subject: Subject,
  name: string,
  elsewhere: readonly Location[] = [],
): WorkspaceEdit {
  // In environment files a name is a key, with its quotes.
  const written = subject.kind === "variable" ? JSON.stringify(name) : name;
  const changes: Record<string, TextEdit[]> = {};
  const add = (uri: string, range: Range, newText: string) => (changes[uri] ??= []).push({ range, newText });
  for (const { uri, range } of declarations(file, subject)) add(uri, range, written);
  for (const range of usesOf(file, subject)) add(file.uri, range, name);
  for (const { uri, range } of elsewhere) add(uri, range, name);
  return { changes };
}
