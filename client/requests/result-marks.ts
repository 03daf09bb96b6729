/** What came of each request of a file, at the end of its first line. */
import * as vscode from "vscode";
import type { FileRange } from "../../shared/protocol.ts";
import { movedLine } from "./moved-line.ts";
import { type Result, resultWords } from "./result-words.ts";

/** How often the ages are written anew, in milliseconds. */
const tick = 1000;

interface Marked {
  line: number;
  result: Result;
}

export class ResultMarks implements vscode.Disposable {
  /** By the file's address. */
  readonly #files = new Map<string, readonly Marked[]>();
  readonly #good = decorationType("charts.green");
  readonly #bad = decorationType("charts.red");
  /** Runs while there is something whose age is shown. */
  #timer: NodeJS.Timeout | undefined;
  readonly #disposables: vscode.Disposable[];

  constructor() {
    this.#disposables = [
      this.#good,
      this.#bad,
      vscode.window.onDidChangeVisibleTextEditors(() => this.#draw()),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const name = document.uri.toString();
        for (const change of contentChanges)
          this.#set(name, (this.#files.get(name) ?? []).flatMap(moved(change)));
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#set(uri.toString(), [])),
    ];
  }

  /** Takes the place of what was said at that line. */
  show({ uri }: vscode.TextDocument, { start: { line } }: FileRange, result: Result): void {
    const name = uri.toString();
    const others = (this.#files.get(name) ?? []).filter((each) => each.line !== line);
    this.#set(name, [...others, { line, result }]);
    this.#draw();
  }

  #set(name: string, marked: readonly Marked[]): void {
    if (marked.length > 0) this.#files.set(name, marked);
    else this.#files.delete(name);
    if (this.#files.size > 0) this.#timer ??= setInterval(() => this.#draw(), tick);
    else {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #draw(): void {
    const now = Date.now();
    for (const editor of vscode.window.visibleTextEditors) {
      const marked = this.#files.get(editor.document.uri.toString());
      if (!marked) continue;
      const options = (isGood: boolean) =>
        marked
          .filter(({ result }) => isSuccess(result) === isGood)
          .map(({ line, result }) => optionsFor(editor.document, line, resultWords(result, now)));
      editor.setDecorations(this.#good, options(true));
      editor.setDecorations(this.#bad, options(false));
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

const moved = (change: vscode.TextDocumentContentChangeEvent) => (marked: Marked) => {
  const line = movedLine(marked.line, change);
  return line === undefined ? [] : [{ ...marked, line }];
};

/** Also a refusal, where it is expected. */
const isSuccess = ({ state }: Result) => state === "held";

const decorationType = (color: string) =>
  vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 2em", color: new vscode.ThemeColor(color) },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });

function optionsFor(document: vscode.TextDocument, line: number, words: string): vscode.DecorationOptions {
  const { end } = document.lineAt(Math.min(line, document.lineCount - 1)).range;
  return { range: new vscode.Range(end, end), renderOptions: { after: { contentText: words } } };
}
