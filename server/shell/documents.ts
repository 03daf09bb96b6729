/** The open documents, and what is known beside them: together they are the files that features look at. */
import type { Connection } from "vscode-languageserver";
import { kindOf } from "../files/kind.ts";
import { type OpenFile, openFile, watcherOf } from "../files/open-file.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import type { Variable } from "../knowledge/variables.ts";
import { emptyWorkspace, type Workspace } from "../knowledge/workspace.ts";
import { Document } from "./document.ts";
import { sparing } from "./memory.ts";

/** What is asked for when a file is first looked at. */
export interface Sources {
  catalogue: (workspace: Workspace) => CompiledCatalogue;
  variables: (uri: string, folders: readonly string[]) => readonly Variable[];
}

interface Listeners {
  openedOrSaved: (uri: string) => void;
  changed: (uri: string) => void;
  closed: (uri: string) => void;
}

export class Documents {
  readonly #open = new Map<string, Document>();
  /** Those of them that have been looked at since they or what is known have changed. */
  readonly #files = new Map<string, OpenFile>();
  readonly #sources: Sources;
  #catalogue: CompiledCatalogue | undefined;
  #workspace: Workspace = emptyWorkspace;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  listen(connection: Connection, { openedOrSaved, changed, closed }: Listeners): void {
    connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
      sparing(text);
      this.#open.set(uri, new Document(uri, languageId, version, text));
      this.#files.delete(uri);
      openedOrSaved(uri);
      changed(uri);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const document = this.#open.get(uri);
      if (!document) return;
      document.change(version, contentChanges);
      this.#files.delete(uri);
      changed(uri);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      this.#files.delete(uri);
      if (this.#open.delete(uri)) closed(uri);
    });
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) => openedOrSaved(uri));
  }

  get workspace(): Workspace {
    return this.#workspace;
  }

  /** Something is known that was not: files are looked at again by it. */
  know(news: Partial<Workspace>): void {
    this.#workspace = { ...this.#workspace, ...news };
    this.#files.clear();
    if (news.settings === undefined) return;
    // The settings say which files are ours, and what is imported.
    this.#catalogue = undefined;
    for (const document of this.#open.values()) document.forgetTree();
  }

  /** What the sources give has changed. */
  reopen(): void {
    this.#files.clear();
  }

  get catalogue(): CompiledCatalogue {
    this.#catalogue ??= this.#sources.catalogue(this.#workspace);
    return this.#catalogue;
  }

  /** Undefined when the document is not open or not one of ours. */
  file(uri: string): OpenFile | undefined {
    const known = this.#files.get(uri);
    if (known) return known;
    const document = this.#open.get(uri);
    const kind = document && kindOf(document.languageId, uri, this.#workspace);
    if (!document || !kind) return undefined;
    const { catalogue, workspace } = this;
    const variables = kind === "request" ? this.#sources.variables(uri, workspace.folders) : [];
    const tree = document.tree(kind, watcherOf(kind, { uri, catalogue, workspace }));
    const file = openFile(kind, { uri, tree, catalogue, workspace, variables });
    this.#files.set(uri, file);
    return file;
  }

  uris(): string[] {
    return [...this.#open.keys()];
  }

  version(uri: string): number | undefined {
    return this.#open.get(uri)?.version;
  }
}
