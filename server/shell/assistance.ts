/** What a person asks at a place while writing: completion, hover, quick fixes. */
import type { Connection, InitializeParams, ServerCapabilities, WorkspaceEdit } from "vscode-languageserver";
import { codeActions, fixAllKind } from "../features/code-actions.ts";
import { documented, offeredIn } from "../features/complete-value.ts";
import { complete, withoutSnippets } from "../features/completion.ts";
import { hover } from "../features/hover.ts";
import type { OpenFile } from "../files/open-file.ts";
import { resourceAt } from "../files/referred-records.ts";
import type { Documents } from "./documents.ts";
import type { FeatureGroup } from "./feature-group.ts";
import type { LiveRecords } from "./live-records.ts";
import { CodeActionKind } from "./lsp.ts";
import { applyEdit, commandOf, plainHover, plainItem, takesMarkdown } from "./modest-clients.ts";

interface Place {
  textDocument: { uri: string };
  position: { line: number; character: number };
}

export class Assistance implements FeatureGroup {
  readonly #documents: Documents;
  readonly #records: LiveRecords;
  #snippets = false;
  /** Whether the client asks for documentation when it shows it. */
  #resolves = false;
  #markdown = { items: true, hovers: true };
  /** Whether the client knows actions, and not commands alone; and whether it makes edits that it is asked for. */
  #actions = true;
  #applies = false;

  constructor(connection: Connection, documents: Documents, records: LiveRecords) {
    this.#documents = documents;
    this.#records = records;
    connection.onCompletion((params) => {
      const options = { typed: params.context?.triggerCharacter, resolves: this.#resolves };
      const found = this.#atPlace(params, (file, offset) => complete(file, offset, new Date(), options));
      const fitting = found && (this.#snippets ? found : withoutSnippets(found));
      return (
        fitting && (this.#markdown.items ? fitting : { ...fitting, items: fitting.items.map(plainItem) })
      );
    });
    connection.onCompletionResolve((item) => {
      const file = documents.file(offeredIn(item) ?? "");
      if (!file) return item;
      return this.#markdown.items ? documented(file, item) : plainItem(documented(file, item));
    });
    connection.onHover((params) => {
      const found = this.#atPlace(params, (file, offset) => hover(file, offset));
      return this.#markdown.hovers ? found : plainHover(found);
    });
    connection.onCodeAction(({ textDocument: { uri }, range, context }) => {
      const file = documents.file(uri);
      const found = file && codeActions(file, range, context);
      return this.#actions
        ? found
        : found?.flatMap((action) => commandOf(action, { applies: this.#applies }));
    });
    connection.onExecuteCommand(async ({ command, arguments: [edit] = [] }) => {
      if (command === applyEdit) await connection.workspace.applyEdit(edit as WorkspaceEdit); // As it was given.
    });
  }

  capabilities({ capabilities: { textDocument, workspace } }: InitializeParams): ServerCapabilities {
    this.#snippets = textDocument?.completion?.completionItem?.snippetSupport === true;
    const { resolveSupport } = textDocument?.completion?.completionItem ?? {};
    this.#resolves = resolveSupport?.properties.includes("documentation") === true;
    this.#markdown = {
      items: takesMarkdown(textDocument?.completion?.completionItem?.documentationFormat),
      hovers: takesMarkdown(textDocument?.hover?.contentFormat),
    };
    this.#actions =
      textDocument?.codeAction === undefined ||
      textDocument.codeAction.codeActionLiteralSupport !== undefined;
    this.#applies = workspace?.applyEdit === true;
    return {
      ...(!this.#actions && this.#applies && { executeCommandProvider: { commands: [applyEdit] } }),
      completionProvider: {
        triggerCharacters: ['"', ":", ".", "{", "$"],
        ...(this.#resolves && { resolveProvider: true }),
      },
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
      hoverProvider: true,
    };
  }

  #atPlace<T>({ textDocument, position }: Place, feature: (file: OpenFile, offset: number) => T) {
    const file = this.#documents.file(textDocument.uri);
    if (!file) return undefined;
    const offset = file.lines.offsetAt(position);
    this.#records.read(resourceAt(file, offset));
    return feature(file, offset);
  }
}
