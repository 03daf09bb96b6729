/** The features that look beyond one file: its environment files, and the other request files of the folders. */
import { pathToFileURL } from "node:url";
import {
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  type FileEvent,
  type Location,
  LSPErrorCodes,
  ResponseError,
  type ServerCapabilities,
} from "vscode-languageserver";
import type { Documents } from "./documents.ts";
import { EnvironmentFiles, isEnvironmentFile, pathOf } from "../disk/environment-files.ts";
import { dialectOf, type OpenFile, openFile } from "../files/open-file.ts";
import {
  declarations,
  definitions,
  occurrenceAt,
  references,
  type Subject,
} from "../features/occurrences.ts";
import { refusal, renamable, rename } from "../features/rename.ts";
import { summarise, type Summary, variableUses, workspaceSymbols } from "../features/workspace-symbols.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import { RequestFiles } from "../disk/request-files.ts";
import { Lines } from "../syntax/lines.ts";
import { parse } from "../syntax/tree.ts";

interface Place {
  textDocument: { uri: string };
  position: { line: number; character: number };
}

const folderUri = ({ uri }: { uri: string }) => uri.replace(/\/+$/, "");

export class Navigation {
  private readonly connection: Connection;
  private readonly documents: Documents;
  private readonly environments = new EnvironmentFiles();
  private readonly requests: RequestFiles;
  private client: ClientCapabilities = {};

  constructor(connection: Connection, documents: Documents, load: () => CompiledCatalogue) {
    this.connection = connection;
    this.documents = documents;
    this.requests = new RequestFiles((uri, text) => {
      const tree = parse(text, { dialect: dialectOf("request") });
      return summarise(openFile("request", uri, tree, new Lines(text), load(), documents.workspace));
    });
    documents.workspace.variables = (uri) => this.environments.variables(uri);
    connection.onDefinition((params) => this.define(params));
    connection.onReferences((params, token) => this.refer(params, params.context.includeDeclaration, token));
    connection.onPrepareRename((params) => {
      const at = this.at(params);
      return at ? (renamable(at.file, at.offset) ?? null) : null;
    });
    connection.onRenameRequest((params, token) => this.rename(params, params.newName, token));
    connection.onWorkspaceSymbol(async ({ query }, token) =>
      workspaceSymbols((await this.summaries(token)).values(), query, documents.workspace.folders),
    );
  }

  capabilities(client: ClientCapabilities): ServerCapabilities {
    this.client = client;
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
    if (this.client.workspace?.workspaceFolders === true)
      this.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const { workspace } = this.documents;
        const gone = new Set(removed.map(folderUri));
        const left = workspace.folders.filter((folder) => !gone.has(folder));
        workspace.folders = [...new Set([...left, ...added.map(folderUri)])];
      });
    if (this.client.workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
    const globs = ["**/*.request.json", "**/http-client{,.private}.env.json", "**/.gitignore"];
    await this.connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: globs.map((globPattern) => ({ globPattern })),
    });
    this.requests.watched = true;
  }

  /** @returns whether open files must be checked again */
  changed(changes: readonly FileEvent[]): boolean {
    let recheck = false;
    for (const { uri } of changes) {
      if (isEnvironmentFile(uri)) {
        this.environments.forget(uri);
        recheck = true;
      } else if (uri.endsWith(".gitignore")) this.requests.forget();
      else this.requests.changed(uri);
    }
    return recheck;
  }

  private at({ textDocument, position }: Place): { file: OpenFile; offset: number } | undefined {
    const file = this.documents.file(textDocument.uri);
    return file && { file, offset: file.lines.offsetAt(position) };
  }

  private define(params: Place) {
    const at = this.at(params);
    const found = at ? definitions(at.file, at.offset) : [];
    if (this.client.textDocument?.definition?.linkSupport === true) return found;
    return found.map(({ targetUri, targetSelectionRange }) => ({
      uri: targetUri,
      range: targetSelectionRange,
    }));
  }

  private async refer(params: Place, declaration: boolean, token: CancellationToken): Promise<Location[]> {
    const at = this.at(params);
    const found = at && occurrenceAt(at.file, at.offset);
    if (!at || !found) return [];
    return references(
      at.file,
      found.subject,
      declaration,
      await this.elsewhere(at.file, found.subject, token),
    );
  }

  private async rename(params: Place, name: string, token: CancellationToken) {
    const at = this.at(params);
    const found = at && occurrenceAt(at.file, at.offset);
    if (!at || !found) throw new ResponseError(ErrorCodes.InvalidParams, "There is nothing to rename here.");
    const problem = refusal(at.file, found.subject, name);
    if (problem) throw new ResponseError(ErrorCodes.InvalidParams, problem);
    const elsewhere = await this.elsewhere(at.file, found.subject, token);
    if (this.documents.file(params.textDocument.uri) !== at.file)
      throw new ResponseError(LSPErrorCodes.ContentModified, "The file has changed meanwhile.");
    return rename(at.file, found.subject, name, elsewhere);
  }

  /** The uses of a variable in other files that have it from the same place. */
  private async elsewhere(file: OpenFile, subject: Subject, token: CancellationToken): Promise<Location[]> {
    if (subject.kind !== "variable") return [];
    const defining = new Set(declarations(file, subject).map(({ uri }) => uri));
    if (defining.size === 0) return [];
    return [...(await this.summaries(token))].flatMap(([uri, summary]) => {
      if (uri === file.uri) return [];
      const uses = variableUses(summary, subject);
      const same =
        uses.length > 0 &&
        this.environments
          .variables(uri)
          .some((variable) => variable.name === subject.name && defining.has(variable.uri));
      return same ? uses : [];
    });
  }

  /** Of the files on disk, and of those that are open as they stand in the editor. */
  private async summaries(token: CancellationToken): Promise<Map<string, Summary>> {
    const { folders } = this.documents.workspace;
    const all = new Map(await this.requests.all(folders));
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "");
    for (const uri of this.documents.uris()) {
      const file = this.documents.file(uri);
      if (file?.format.kind !== "request") continue;
      const path = pathOf(uri);
      // Editors write the same address in different ways.
      if (path !== undefined) all.delete(pathToFileURL(path).href);
      all.set(uri, summarise(file));
    }
    return all;
  }
}
