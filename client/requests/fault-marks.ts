/** What an API found wrong with a request, and what of its reply is not as expected, at the place in the request file. */
import * as vscode from "vscode";
import { type FileRange, locateField } from "../../shared/protocol.ts";
import type { StepFinding } from "../../shared/requests/run-sequence.ts";
import type { LanguageServer } from "../session/language-server.ts";
import { plainText } from "../../shared/plain-text.ts";

export class FaultMarks implements vscode.Disposable {
  readonly #language: LanguageServer;
  readonly #marks = vscode.languages.createDiagnosticCollection("switchboard-reply");
  readonly #disposables: vscode.Disposable[];

  constructor(language: LanguageServer) {
    this.#language = language;
    this.#disposables = [
      this.#marks,
      // What was refused is no longer what stands there.
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.clear(document.uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.clear(uri)),
    ];
  }

  clear(uri: vscode.Uri): void {
    this.#marks.delete(uri);
  }

  /**
   * @param code the service's, of its fault
   * @returns where the findings stand; null for one that stands nowhere
   */
  async show(
    document: vscode.TextDocument,
    index: number,
    findings: readonly StepFinding[],
    code?: string,
  ): Promise<readonly (FileRange | null)[]> {
    const { version, uri } = document;
    const ranges = await Promise.all(
      findings.map(({ at }) =>
        this.#language.request(locateField, { uri: uri.toString(), index, field: at }),
      ),
    );
    const marks = findings.flatMap(({ message, missed }, position) => {
      const range = ranges[position];
      return range ? [mark(range, plainText(message, 500), missed ? undefined : code)] : [];
    });
    if (document.version === version && marks.length > 0) this.#marks.set(uri, marks);
    return ranges;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function mark({ start, end }: FileRange, message: string, code: string | undefined) {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = "switchboard";
  if (code !== undefined) diagnostic.code = plainText(code, 100);
  return diagnostic;
}
