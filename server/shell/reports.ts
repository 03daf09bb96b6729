/** The answers to pulled diagnostics: what a client has already is not sent again. */
import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver";
import { DocumentDiagnosticReportKind } from "./lsp.ts";

export class Reports {
  readonly #last = new Map<string, { id: string; items: Diagnostic[] }>();
  readonly #diagnose: (uri: string) => Diagnostic[] | undefined;
  /** Asked about before they were opened. */
  readonly #early = new Set<string>();
  #count = 0;

  constructor(diagnose: (uri: string) => Diagnostic[] | undefined) {
    this.#diagnose = diagnose;
  }

  pulled(uri: string, previous: string | undefined): DocumentDiagnosticReport {
    const items = this.#diagnose(uri);
    if (items === undefined) {
      this.#early.add(uri);
      return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    }
    const last = this.#last.get(uri);
    if (last !== undefined && last.id === previous && areEqual(last.items, items)) {
      return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: last.id };
    }
    const id = String(++this.#count);
    this.#last.set(uri, { id, items });
    return { kind: DocumentDiagnosticReportKind.Full, resultId: id, items };
  }

  /** Whether the last answer came too early: the client has to ask again. */
  opened(uri: string): boolean {
    return this.#early.delete(uri);
  }

  closed(uri: string): void {
    this.#early.delete(uri);
    this.#last.delete(uri);
  }
}

/** What a diagnostic says follows from its message, beside its place and its link. */
const areEqual = (before: readonly Diagnostic[], now: readonly Diagnostic[]) =>
  before.length === now.length &&
  before.every((a, index) => {
    const b = now[index] as Diagnostic;
    return (
      a.message === b.message &&
      a.code === b.code &&
      a.severity === b.severity &&
      a.codeDescription?.href === b.codeDescription?.href &&
      a.range.start.line === b.range.start.line &&
      a.range.start.character === b.range.start.character &&
      a.range.end.line === b.range.end.line &&
      a.range.end.character === b.range.end.character
    );
  });
