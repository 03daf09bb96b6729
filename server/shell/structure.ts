/** What a file is made of, for the editor: outline, folding, selection, links, formatting. */
import type {
  ClientCapabilities,
  Connection,
  InitializeParams,
  ServerCapabilities,
} from "vscode-languageserver";
import { folds } from "../features/folding.ts";
import { format, formatClosed } from "../features/formatting.ts";
import { links } from "../features/links.ts";
import { selection } from "../features/selection.ts";
import { symbols } from "../features/symbols.ts";
import type { OpenFile } from "../files/open-file.ts";
import type { Documents } from "./documents.ts";
import type { FeatureGroup } from "./feature-group.ts";
import {
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
} from "./lsp.ts";
import { flatSymbols } from "./modest-clients.ts";

/** Not the JSON files that only the settings map: for a second formatter the editor would ask which one to take. */
const formatted = [
  { language: "switchboard-request" },
  { language: "switchboard-webhook" },
  { pattern: "**/*.request.json" },
  { pattern: "**/*.webhook.json" },
];

const whileTyping = { firstTriggerCharacter: "}", moreTriggerCharacter: ["]"] };

export class Structure implements FeatureGroup {
  readonly #connection: Connection;
  readonly #documents: Documents;
  #client: ClientCapabilities["textDocument"];

  constructor(connection: Connection, documents: Documents) {
    this.#connection = connection;
    this.#documents = documents;
    connection.onDocumentSymbol((params) => {
      const found = this.#ask(params, (file) => symbols(file));
      const flat = this.#client?.documentSymbol?.hierarchicalDocumentSymbolSupport !== true;
      return found && this.#client?.documentSymbol && flat
        ? flatSymbols(found, params.textDocument.uri)
        : found;
    });
    connection.onFoldingRanges((params) =>
      this.#ask(params, (file) => folds(file, this.#client?.foldingRange?.rangeLimit)),
    );
    connection.onSelectionRanges((params) =>
      this.#ask(params, (file) =>
        params.positions.map((position) => selection(file, file.lines.offsetAt(position))),
      ),
    );
    connection.onDocumentLinks((params) => this.#ask(params, links));
    connection.onDocumentFormatting((params) => this.#ask(params, (file) => format(file, params.options)));
    connection.onDocumentRangeFormatting((params) =>
      this.#ask(params, (file) => format(file, params.options, params.range)),
    );
    connection.onDocumentOnTypeFormatting((params) =>
      this.#ask(params, (file) => formatClosed(file, file.lines.offsetAt(params.position), params.options)),
    );
  }

  capabilities({ capabilities: { textDocument } }: InitializeParams): ServerCapabilities {
    this.#client = textDocument;
    return {
      documentSymbolProvider: true,
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      documentLinkProvider: { resolveProvider: false },
      ...(!this.#registersLater() && {
        documentFormattingProvider: true,
        documentRangeFormattingProvider: true,
        documentOnTypeFormattingProvider: whileTyping,
      }),
    };
  }

  /** Tells the editor which files are formatted, if it can be told. */
  async register(): Promise<void> {
    if (!this.#registersLater()) return;
    const { client } = this.#connection;
    const documents = { documentSelector: formatted };
    await client.register(DocumentFormattingRequest.type, documents);
    await client.register(DocumentRangeFormattingRequest.type, documents);
    await client.register(DocumentOnTypeFormattingRequest.type, { ...documents, ...whileTyping });
  }

  #registersLater(): boolean {
    return [this.#client?.formatting, this.#client?.rangeFormatting, this.#client?.onTypeFormatting].every(
      (each) => each?.dynamicRegistration === true,
    );
  }

  #ask<T>({ textDocument }: { textDocument: { uri: string } }, feature: (file: OpenFile) => T) {
    const file = this.#documents.file(textDocument.uri);
    return file && feature(file);
  }
}
