/** The features that look beyond one file: its environment files, and the other request files of the folders. */
import { pathToFileURL } from "node:url";
import type {
  CancellationToken,
  ClientCapabilities,
  Connection,
  FileEvent,
  InitializeParams,
  Location,
  ReferenceContext,
  ServerCapabilities,
} from "vscode-languageserver";
import { type EnvironmentFiles, isEnvironmentFile } from "../disk/environment-files.ts";
import { pathOf } from "../disk/paths.ts";
import { RequestFiles } from "../disk/request-files.ts";
import {
  declarations,
  definitions,
  occurrenceAt,
  references,
  type Subject,
} from "../features/occurrences.ts";
import { refusal, renamable, rename } from "../features/rename.ts";
import { summarise, type Summary, variableUses, workspaceSymbols } from "../features/workspace-symbols.ts";
import { dialectOf } from "../files/kind.ts";
import { type OpenFile, openFile } from "../files/open-file.ts";
import { parse } from "../syntax/tree.ts";
import type { Documents } from "./documents.ts";
import type { FeatureGroup } from "./feature-group.ts";
import { DidChangeWatchedFilesNotification, ErrorCodes, LSPErrorCodes, ResponseError } from "./lsp.ts";

interface Place {
  textDocument: { uri: string };
  position: { line: number; character: number };
}

/** Editors differ in whether a folder ends with a slash. */
export const folderUri = ({ uri }: { uri: string }) => uri.replace(/\/+$/, "");

export class Navigation implements FeatureGroup {
  readonly #connection: Connection;
  readonly #documents: Documents;
  readonly #environments: EnvironmentFiles;
  readonly #requests: RequestFiles<Summary>;
  readonly #changed: () => void;
  #client: ClientCapabilities = {};

  /** @param changed called when environment files or folders are others: what was said of open files may be different now */
  constructor(
    connection: Connection,
    documents: Documents,
    environments: EnvironmentFiles,
    changed: () => void,
  ) {
    this.#connection = connection;
    this.#documents = documents;
    this.#environments = environments;
    this.#changed = changed;
    this.#requests = new RequestFiles((uri, text) => {
      const tree = parse(text, { dialect: dialectOf("request") });
      const { catalogue, workspace } = documents;
      // A summary says what is used, not what it stands for.
      return summarise(openFile("request", { uri, tree, catalogue, workspace, variables: [] }));
    });
    connection.onDidChangeWatchedFiles(({ changes }) => {
      if (!this.#noticed(changes)) return;
      documents.reopen();
      changed();
    });
    connection.onDefinition((params) => this.#define(params));
    connection.onReferences((params, token) => this.#refer(params, params.context, token));
    connection.onPrepareRename((params) => {
      const at = this.#at(params);
      return at ? (renamable(at.file, at.offset) ?? null) : null;
    });
    connection.onRenameRequest((params, token) => this.#rename(params, params.newName, token));
    connection.onWorkspaceSymbol(async ({ query }, token) =>
      workspaceSymbols((await this.#summaries(token)).values(), query, documents.workspace.folders),
    );
  }

  capabilities({ capabilities: client }: InitializeParams): ServerCapabilities {
    this.#client = client;
    return {
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: client.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
      workspaceSymbolProvider: true,
      ...(client.workspace?.workspaceFolders === true && {
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      }),
    };
  }

  /** Asks the editor to tell of the files and folders that count here. */
  async register(): Promise<void> {
    if (this.#client.workspace?.workspaceFolders === true)
      this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(folderUri));
        const left = this.#documents.workspace.folders.filter((folder) => !gone.has(folder));
        this.#documents.know({ folders: [...new Set([...left, ...added.map(folderUri)])] });
        this.#changed();
      });
    if (this.#client.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
    const globs = ["**/*.request.json", "**/http-client{,.private}.env.json", "**/.gitignore"];
    await this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: globs.map((globPattern) => ({ globPattern })),
    });
    this.#requests.watched = true;
  }

  /** @returns whether there are other environment files than before */
  #noticed(changes: readonly FileEvent[]): boolean {
    let recheck = false;
    for (const { uri } of changes) {
      if (isEnvironmentFile(uri)) {
        this.#environments.forget(uri);
        recheck = true;
      } else if (uri.endsWith(".gitignore")) this.#requests.forget();
      else this.#requests.changed(uri);
    }
    return recheck;
  }

  #at({ textDocument, position }: Place): { file: OpenFile; offset: number } | undefined {
    const file = this.#documents.file(textDocument.uri);
    return file && { file, offset: file.lines.offsetAt(position) };
  }

  #define(params: Place) {
    const at = this.#at(params);
    const found = at ? definitions(at.file, at.offset) : [];
    if (this.#client.textDocument?.definition?.linkSupport === true) return found;
    return found.map(({ targetUri, targetSelectionRange }) => ({
      uri: targetUri,
      range: targetSelectionRange,
    }));
  }

  async #refer(
    params: Place,
    { includeDeclaration }: ReferenceContext,
    token: CancellationToken,
  ): Promise<Location[]> {
    const at = this.#at(params);
    const found = at && occurrenceAt(at.file, at.offset);
    if (!at || !found) return [];
    const elsewhere = await this.#elsewhere(at.file, found.subject, token);
    return references(at.file, found.subject, { includeDeclaration, elsewhere });
  }

  async #rename(params: Place, name: string, token: CancellationToken) {
    const at = this.#at(params);
    const found = at && occurrenceAt(at.file, at.offset);
    // Of a reference into a response only the request's name is one that can be given.
    if (!at || !found || !renamable(at.file, at.offset))
      throw new ResponseError(ErrorCodes.InvalidParams, "There is nothing to rename here.");
    const problem = refusal(at.file, found.subject, name);
    if (problem) throw new ResponseError(ErrorCodes.InvalidParams, problem);
    const elsewhere = await this.#elsewhere(at.file, found.subject, token);
    if (this.#documents.file(params.textDocument.uri) !== at.file)
      throw new ResponseError(LSPErrorCodes.ContentModified, "The file has changed meanwhile.");
    return rename(at.file, found.subject, name, elsewhere);
  }

  /** The uses of a variable in other files that have it from the same place. */
  async #elsewhere(file: OpenFile, subject: Subject, token: CancellationToken): Promise<Location[]> {
    if (subject.kind !== "variable") return [];
    const defining = new Set(declarations(file, subject).map(({ uri }) => uri));
    if (defining.size === 0) return [];
    return [...(await this.#summaries(token))].flatMap(([uri, summary]) => {
      if (uri === file.uri) return [];
      const uses = variableUses(summary, subject);
      const same =
        uses.length > 0 &&
        this.#environments
          .variables(uri, this.#documents.workspace.folders)
          .some((variable) => variable.name === subject.name && defining.has(variable.uri));
      return same ? uses : [];
    });
  }

  /** Of the files on disk, and of those that are open as they stand in the editor. */
  async #summaries(token: CancellationToken): Promise<Map<string, Summary>> {
    const { folders } = this.#documents.workspace;
    const all = new Map(await this.#requests.all(folders));
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "");
    for (const uri of this.#documents.uris()) {
      const file = this.#documents.file(uri);
      if (file?.format.kind !== "request") continue;
      const path = pathOf(uri);
      // Editors write the same address in different ways.
      if (path !== undefined) all.delete(pathToFileURL(path).href);
      all.set(uri, summarise(file));
    }
    return all;
  }
}
