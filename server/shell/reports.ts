/** When and how often diagnostics are sent. */
import {
  type Diagnostic,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
} from "vscode-languageserver";

/** The answers to pulls: what a client has already is not sent again. */
export class Reports {
  private readonly last = new Map<string, { id: string; items: Diagnostic[] }>();
  private readonly diagnose: (uri: string) => Diagnostic[] | undefined;
  /** Asked about before they were opened. */
  private readonly early = new Set<string>();
  private count = 0;

  constructor(diagnose: (uri: string) => Diagnostic[] | undefined) {
    this.diagnose = diagnose;
  }

  pulled(uri: string, previous: string | undefined): DocumentDiagnosticReport {
    const items = this.diagnose(uri);
    if (items === undefined) {
      this.early.add(uri);
      return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    }
    const last = this.last.get(uri);
    if (last !== undefined && last.id === previous && areEqual(last.items, items)) {
      return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: last.id };
    }
    const id = String(++this.count);
    this.last.set(uri, { id, items });
    return { kind: DocumentDiagnosticReportKind.Full, resultId: id, items };
  }

  /** Whether the last answer came too early: the client has to ask again. */
  opened(uri: string): boolean {
    return this.early.delete(uri);
  }

  closed(uri: string): void {
    this.early.delete(uri);
    this.last.delete(uri);
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

/** Calls for something that are answered together: as soon as the messages that are there already have been read. */
export class Gathered {
  private readonly answer: (uri: string) => void;
  private readonly waiting = new Set<string>();
  private added = 0;
  private scheduled = false;

  constructor(answer: (uri: string) => void) {
    this.answer = answer;
  }

  add(uri: string): void {
    this.waiting.add(uri);
    this.added++;
    if (this.scheduled) return;
    this.scheduled = true;
    this.wait();
  }

  delete(uri: string): void {
    this.waiting.delete(uri);
  }

  private wait(): void {
    const { added } = this;
    // The connection takes one message in each turn: when a turn brought none, there are no more.
    setImmediate(() => setImmediate(() => (this.added === added ? this.answerAll() : this.wait())));
  }

  private answerAll(): void {
    this.scheduled = false;
    const uris = [...this.waiting];
    this.waiting.clear();
    for (const uri of uris) this.answer(uri);
  }
}
