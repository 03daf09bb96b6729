/** Quick fixes for what the diagnostics say, and "fix all" for those that can't be wrong. */
import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type Diagnostic,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver-types";
import type { OpenFile } from "../files/open-file.ts";
import { findingsOf } from "../rules/findings.ts";
import type { Finding } from "../schema/finding.ts";
import { toDiagnostic } from "./diagnostics.ts";
import { fixAll } from "./fix-all.ts";
import { insertMembers } from "./members.ts";
import { type Fix, fixesOf, objectAt } from "./quick-fixes.ts";
import { sampleFor } from "./sample-values.ts";

export const fixAllKind = `${CodeActionKind.SourceFixAll}.switchboard`;

export function codeActions(file: OpenFile, range: Range, context: CodeActionContext): CodeAction[] {
  const wants = (kind: string) =>
    !context.only || context.only.some((only) => kind === only || kind.startsWith(`${only}.`) || only === "");
  const start = file.lines.offsetAt(range.start);
  const end = file.lines.offsetAt(range.end);
  const findings = findingsOf(file);
  const actions: CodeAction[] = [];
  if (wants(CodeActionKind.QuickFix)) {
    const here = findings.filter((finding) => finding.start <= end && start <= finding.end);
    const theirs = new Map(context.diagnostics.map((diagnostic) => [identityOf(diagnostic), diagnostic]));
    for (const finding of here) {
      const own = toDiagnostic(file, finding);
      // Editors group actions by their own diagnostic.
      const diagnostic = theirs.get(identityOf(own)) ?? own;
      for (const fix of fixesOf(file, finding, own.range)) actions.push(toAction(file, fix, diagnostic));
    }
    actions.push(...missingTogether(file, here));
  }
  // Only where it is asked for, as on save: among the quick fixes it would be one more line for the same thing.
  if (context.only && wants(fixAllKind)) {
    const edits = fixAll(file);
    if (edits.length > 0)
      actions.push({ title: "Fix all that is certain", kind: fixAllKind, edit: changes(file, edits) });
  }
  return actions;
}

const changes = (file: OpenFile, edits: TextEdit[]): WorkspaceEdit => ({ changes: { [file.uri]: edits } });

const identityOf = ({ code, message, range: { start, end } }: Diagnostic) =>
  [code, start.line, start.character, end.line, end.character, message].join(" ");

function toAction(file: OpenFile, fix: Fix, diagnostic: Diagnostic): CodeAction {
  const { title, edits, command, preferred } = fix;
  const edit = fix.edit ?? (edits && changes(file, edits));
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    ...(preferred && { isPreferred: true }),
    ...(edit && { edit }),
    ...(command && { command: { title, ...command } }),
  };
}

/** All that one object lacks, where it lacks more than one thing. */
function missingTogether(file: OpenFile, findings: readonly Finding[]): CodeAction[] {
  const byObject = Map.groupBy(
    findings.filter(({ code, data }) => code === "missing-property" && data?.property !== undefined),
    ({ start }) => start,
  );
  return [...byObject].flatMap(([start, lacking]) => {
    const object = objectAt(file, start);
    if (lacking.length < 2 || !object) return [];
    const members = lacking.map(({ data }) => {
      const name = data?.property ?? "";
      return { name, value: sampleFor(file, [...object.path, name], start) };
    });
    return [
      {
        title: "Add all missing properties",
        kind: CodeActionKind.QuickFix,
        diagnostics: lacking.map((finding) => toDiagnostic(file, finding)),
        edit: changes(file, insertMembers(file, object.at, members)),
      },
    ];
  });
}
