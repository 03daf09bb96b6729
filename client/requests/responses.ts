/** Responses as read-only documents, one for each request file: `switchboard-response:/create-server.response.jsonc`. */
import * as vscode from "vscode";
import type { Exchange } from "../../shared/http/send.ts";
import { columnForReply } from "./columns.ts";
import { editorColumns, replyScheme as scheme } from "./editor-columns.ts";
import { responseText, type Sent } from "./response-text.ts";

export class Responses implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  /** The replies that later requests may refer to: by the request file's address, and there by the request's name. */
  readonly #named = new Map<string, { environment: string; exchanges: Map<string, Exchange> }>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable[];

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposables = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#texts.delete(uri.toString());
        else this.#named.delete(uri.toString());
      }),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "// This response was not kept. Send the request again.\n";
  }

  /** The replies of a file's named requests, which its later requests in the same environment may refer to. */
  named(source: vscode.Uri, environment: string): Map<string, Exchange> {
    const name = source.toString();
    const known = this.#named.get(name);
    if (known?.environment === environment) return known.exchanges;
    const exchanges = new Map<string, Exchange>();
    this.#named.set(name, { environment, exchanges });
    return exchanges;
  }

  /** Shows what was sent from a request file, or for an operation, in the replies' column; the focus stays where it is. */
  async show(source: vscode.Uri, name: string, sent: readonly Sent[]): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}.response.jsonc`, query: source.toString() });
    this.#texts.set(uri.toString(), responseText(sent));
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const open = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    const column = columnForReply(editorColumns());
    await vscode.window.showTextDocument(document, {
      viewColumn: open?.viewColumn ?? (column === "new" ? vscode.ViewColumn.Beside : column + 1),
      preserveFocus: true,
      preview: true,
    });
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
