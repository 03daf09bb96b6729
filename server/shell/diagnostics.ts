/** Diagnostics: pulled where the client pulls them, else pushed after each change. */
import type {
  Connection,
  Diagnostic,
  InitializeParams,
  PublishDiagnosticsParams,
  ServerCapabilities,
} from "vscode-languageserver";
import { diagnose } from "../features/diagnostics.ts";
import type { OpenFile } from "../files/open-file.ts";
import { resourcesToCompare } from "../rules/unknown-ids.ts";
import type { Documents } from "./documents.ts";
import type { FeatureGroup } from "./feature-group.ts";
import { Gathered } from "./gathered.ts";
import type { LiveRecords } from "./live-records.ts";
import { Reports } from "./reports.ts";

export class Diagnostics implements FeatureGroup {
  readonly #connection: Connection;
  readonly #documents: Documents;
  readonly #records: LiveRecords;
  readonly #reports: Reports;
  readonly #pushes: Gathered;
  #pulls = false;
  #canRefresh = false;

  constructor(connection: Connection, documents: Documents, records: LiveRecords) {
    this.#connection = connection;
    this.#documents = documents;
    this.#records = records;
    this.#reports = new Reports((uri) => {
      const file = documents.file(uri);
      return file && this.#diagnose(file);
    });
    this.#pushes = new Gathered((uri) => {
      const file = documents.file(uri);
      const version = documents.version(uri);
      if (file)
        this.#send({ uri, diagnostics: this.#diagnose(file), ...(version !== undefined && { version }) });
    });
    connection.languages.diagnostics.on(({ textDocument: { uri }, previousResultId }) =>
      this.#reports.pulled(uri, previousResultId),
    );
  }

  capabilities({ capabilities, clientInfo }: InitializeParams): ServerCapabilities {
    // CodeMirror's client says that it pulls, and only takes what is pushed.
    this.#pulls =
      capabilities.textDocument?.diagnostic !== undefined && clientInfo?.name !== "@codemirror/lsp-client";
    this.#canRefresh = capabilities.workspace?.diagnostics?.refreshSupport === true;
    return this.#pulls
      ? { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }
      : {};
  }

  opened(uri: string): void {
    // It was asked about before it was there.
    if (this.#reports.opened(uri)) this.#pullAgain();
  }

  changed(uri: string): void {
    if (!this.#pulls) this.#pushes.add(uri);
  }

  closed(uri: string): void {
    this.#reports.closed(uri);
    this.#withdraw(uri);
  }

  refresh(): void {
    if (this.#pulls) this.#pullAgain();
    else
      for (const uri of this.#documents.uris()) {
        // A mapping may have ended.
        if (this.#documents.file(uri)) this.#pushes.add(uri);
        else this.#withdraw(uri);
      }
  }

  #diagnose(file: OpenFile): Diagnostic[] {
    this.#records.lookAt(resourcesToCompare(file));
    return diagnose(file);
  }

  #pullAgain(): void {
    // The next keystroke asks again where this one is refused.
    if (this.#canRefresh) void this.#connection.languages.diagnostics.refresh().catch(() => {});
  }

  #withdraw(uri: string): void {
    this.#pushes.delete(uri);
    if (!this.#pulls) this.#send({ uri, diagnostics: [] });
  }

  #send(params: PublishDiagnosticsParams): void {
    void this.#connection.sendDiagnostics(params).catch(() => {}); // The client has gone.
  }
}
