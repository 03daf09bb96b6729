/** What a person asks at a place while writing: completion, hover, quick fixes. */
import {
  CodeActionKind,
  type Connection,
  type InitializeParams,
  type ServerCapabilities,
} from "vscode-languageserver";
import { codeActions, fixAllKind } from "../features/code-actions.ts";
import { complete, withoutSnippets } from "../features/completion.ts";
import { hover } from "../features/hover.ts";
import type { OpenFile } from "../files/open-file.ts";
import { resourceAt } from "../files/referred-records.ts";
import type { Documents } from "./documents.ts";
import type { FeatureGroup } from "./feature-group.ts";
import type { LiveRecords } from "./live-records.ts";

interface Place {
  textDocument: { uri: string };
  position: { line: number; character: number };
}

export class Assistance implements FeatureGroup {
  readonly #documents: Documents;
  readonly #records: LiveRecords;
  #snippets = false;

  constructor(connection: Connection, documents: Documents, records: LiveRecords) {
    this.#documents = documents;
    this.#records = records;
    connection.onCompletion((params) => {
      const typed = params.context?.triggerCharacter;
      const found = this.#atPlace(params, (file, offset) => complete(file, offset, new Date(), typed));
      return found && (this.#snippets ? found : withoutSnippets(found));
    });
    connection.onHover((params) => this.#atPlace(params, (file, offset) => hover(file, offset)));
    connection.onCodeAction(({ textDocument: { uri }, range, context }) => {
      const file = documents.file(uri);
      return file && codeActions(file, range, context);
    });
  }

  capabilities({ capabilities: { textDocument } }: InitializeParams): ServerCapabilities {
    this.#snippets = textDocument?.completion?.completionItem?.snippetSupport === true;
    return {
      completionProvider: { triggerCharacters: ['"', ":", ".", "{", "$"] },
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
