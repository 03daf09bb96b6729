/** What handlers answered, as read-only documents: an answer as text, the variations as a page. */
import * as vscode from "vscode";
import { answerScheme, showBeside } from "../requests/editor-columns.ts";

export class Answers implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  /** The last page of each payload. */
  readonly #pages = new Map<string, string>();
  #shown = 0;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable[];

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposables = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(answerScheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        // A page that shows it may still be open.
        if (uri.scheme === answerScheme && !uri.path.endsWith(".md")) this.#texts.delete(uri.toString());
      }),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const isPage = uri.path.endsWith(".md");
    const gone = "This answer was not kept. Send the payload again.";
    return this.#texts.get(uri.toString()) ?? (isPage ? `${gone}\n` : `// ${gone}\n`);
  }

  /** Beside the payload; the focus stays where it is. */
  async showAnswer(source: vscode.Uri, name: string, text: string): Promise<void> {
    await showBeside(this.#keep(source, `${name}.answer.jsonc`, text));
  }

  /** At an address of its own: a preview shows late, or never, that a document has changed. */
  async showVariations(source: vscode.Uri, name: string, markdown: string): Promise<void> {
    this.#texts.delete(this.#pages.get(source.toString()) ?? "");
    const uri = this.#keep(source, `${++this.#shown}/${name}.variations.md`, markdown);
    this.#pages.set(source.toString(), uri.toString());
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
  }

  #keep(source: vscode.Uri, name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: answerScheme, path: `/${name}`, query: source.toString() });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
