/** Responses as read-only documents, one for each request file: `switchboard-response:/create-server.response.jsonc`. */
import * as vscode from "vscode";
import type { Earlier } from "../../shared/requests/fill-request.ts";
import type { ShownText } from "../run/shown-text.ts";
import type { LanguageServer } from "../session/language-server.ts";
import { replyScheme as scheme } from "../../shared/protocol.ts";
import { showBeside } from "./editor-columns.ts";
import { isExchange, responseText, type Sent, shownText } from "./response-text.ts";

export class Responses implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #language: LanguageServer;
  readonly #texts = new Map<string, string>();
  readonly #shown = new Map<string, ShownText>();
  /** What later requests may refer to: by the request file's address, and there by the request's name. */
  readonly #named = new Map<string, { environment: string; requests: Map<string, Earlier> }>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #showed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[];

  readonly onDidChange = this.#changed.event;
  /** Other replies are shown than before. */
  readonly onDidShow = this.#showed.event;

  constructor(language: LanguageServer) {
    this.#language = language;
    this.#disposables = [
      this.#changed,
      this.#showed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#forget(uri);
        else this.#named.delete(uri.toString());
      }),
    ];
  }

  /** What the documents on hand show, by address. */
  get shown(): ReadonlyMap<string, ShownText> {
    return this.#shown;
  }

  #forget(uri: vscode.Uri): void {
    const name = uri.toString();
    this.#texts.delete(name);
    this.#shown.delete(name);
    this.#language.describeReply(name, undefined);
    this.#showed.fire();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "// This response was not kept. Send the request again.\n";
  }

  /** A file's named requests that were answered, to which its later requests in the same environment may refer. */
  named(source: vscode.Uri, environment: string): Map<string, Earlier> {
    const name = source.toString();
    const known = this.#named.get(name);
    if (known?.environment === environment) return known.requests;
    const requests = new Map<string, Earlier>();
    this.#named.set(name, { environment, requests });
    return requests;
  }

  /** Keeps what was sent for the document that shows it, and gives the document's address. */
  keep(source: vscode.Uri, name: string, sent: readonly Sent[], again: () => unknown = () => {}): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${name}.response.jsonc`, query: source.toString() });
    const address = uri.toString();
    this.#language.describeReply(
      address,
      sent.map(({ request, result }) => ({
        operation: request?.operation.id ?? "",
        succeeded: isExchange(result),
      })),
    );
    this.#shown.set(address, shownText(sent, again));
    this.#texts.set(address, responseText(sent));
    this.#changed.fire(uri);
    this.#showed.fire();
    return uri;
  }

  /** Shows what was sent from a request file, or for an operation, in the replies' column; the focus stays where it is. */
  async show(source: vscode.Uri, name: string, sent: readonly Sent[], again?: () => unknown): Promise<void> {
    await showBeside(this.keep(source, name, sent, again));
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
