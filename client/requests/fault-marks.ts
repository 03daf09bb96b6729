/** What an API found wrong with a request, at the field in the request file. */
import * as vscode from "vscode";
import type { ApiFault } from "../../shared/api.ts";
import { type FileRange, locateField } from "../../shared/protocol.ts";
import { isRow } from "../../shared/traits/values.ts";
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

  /** Nothing is marked when the fault names no field. */
  async show(document: vscode.TextDocument, index: number, fault: ApiFault): Promise<void> {
    await this.showAt(document, index, faultyFields(fault), fault.code);
  }

  async showAt(
    document: vscode.TextDocument,
    index: number,
    fields: readonly { field: string; message: string }[],
    code?: string,
  ): Promise<void> {
    const { version } = document;
    const marks = await Promise.all(
      fields.map(async ({ field, message }) => {
        const range = await this.#language.request(locateField, {
          uri: document.uri.toString(),
          index,
          field,
        });
        return range ? [mark(range, plainText(message, 500), code)] : [];
      }),
    );
    if (document.version === version && marks.length > 0) this.#marks.set(document.uri, marks.flat());
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** The fields that a fault names: its own, and those of its details. */
function faultyFields({ field, message, details }: ApiFault): { field: string; message: string }[] {
  const detailed = (Array.isArray(details) ? details : [])
    .filter(isRow)
    .flatMap((detail) =>
      typeof detail.field === "string" && detail.field !== ""
        ? [{ field: detail.field, message: typeof detail.issue === "string" ? detail.issue : message }]
        : [],
    );
  return field && !detailed.some((each) => each.field === field)
    ? [{ field, message }, ...detailed]
    : detailed;
}

function mark({ start, end }: FileRange, message: string, code: string | undefined) {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = "switchboard";
  if (code !== undefined) diagnostic.code = plainText(code, 100);
  return diagnostic;
}
