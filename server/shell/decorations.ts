/** What the editor draws into a file: colours, hints beside values, actions above requests. */
import type {
  ClientCapabilities,
  Connection,
  InitializeParams,
  ServerCapabilities,
} from "vscode-languageserver";
import { inlayHints, resourcesToShow } from "../features/inlay-hints.ts";
import { lenses } from "../features/lenses.ts";
import { semanticTokens, type Token, tokenModifiers, tokenTypes } from "../features/semantic-tokens.ts";
import type { OpenFile } from "../files/open-file.ts";
import type { Documents } from "./documents.ts";
import type { FeatureGroup } from "./feature-group.ts";
import type { LiveRecords } from "./live-records.ts";
import { SemanticTokensBuilder } from "./lsp.ts";

export class Decorations implements FeatureGroup {
  readonly #connection: Connection;
  readonly #documents: Documents;
  /** What each file's editor has: the next answer names the differences. */
  readonly #builders = new Map<string, SemanticTokensBuilder>();
  #client: ClientCapabilities["workspace"];

  constructor(
    connection: Connection,
    documents: Documents,
    records: LiveRecords,
    now: () => number = Date.now,
  ) {
    this.#connection = connection;
    this.#documents = documents;
    const { semanticTokens: tokens } = connection.languages;
    tokens.on(({ textDocument: { uri } }) => {
      const builder = this.#builder(uri);
      // An editor that asks for all has nothing to compare with.
      builder.previousResult("");
      this.#push(builder, uri);
      return builder.build();
    });
    tokens.onDelta(({ textDocument: { uri }, previousResultId }) => {
      const builder = this.#builder(uri);
      builder.previousResult(previousResultId);
      this.#push(builder, uri);
      return builder.buildEdits();
    });
    tokens.onRange(({ textDocument: { uri }, range }) => {
      const builder = new SemanticTokensBuilder();
      const file = documents.file(uri);
      if (file) pushTokens(builder, file, semanticTokens(file, range));
      return builder.build();
    });
    connection.languages.inlayHint.on(({ textDocument: { uri }, range }) => {
      const file = documents.file(uri);
      if (!file) return [];
      records.lookAt(resourcesToShow(file, range));
      return inlayHints(file, range, now());
    });
    connection.onCodeLens(({ textDocument: { uri } }) => {
      const file = documents.file(uri);
      return file ? lenses(file) : [];
    });
  }

  capabilities({ capabilities }: InitializeParams): ServerCapabilities {
    this.#client = capabilities.workspace;
    return {
      semanticTokensProvider: {
        legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
        full: { delta: true },
        range: true,
      },
      inlayHintProvider: true,
      codeLensProvider: { resolveProvider: false },
    };
  }

  refresh(): void {
    // An editor that is closing answers none of these.
    const ignore = () => {};
    if (this.#client?.semanticTokens?.refreshSupport === true)
      this.#connection.languages.semanticTokens.refresh().catch(ignore);
    if (this.#client?.inlayHint?.refreshSupport === true)
      this.#connection.languages.inlayHint.refresh().catch(ignore);
    if (this.#client?.codeLens?.refreshSupport === true)
      this.#connection.sendRequest("workspace/codeLens/refresh").catch(ignore);
  }

  closed(uri: string): void {
    this.#builders.delete(uri);
  }

  #builder(uri: string): SemanticTokensBuilder {
    let builder = this.#builders.get(uri);
    if (!builder) {
      builder = new SemanticTokensBuilder();
      if (this.#documents.version(uri) !== undefined) this.#builders.set(uri, builder);
    }
    return builder;
  }

  #push(builder: SemanticTokensBuilder, uri: string): void {
    const file = this.#documents.file(uri);
    if (file) pushTokens(builder, file, semanticTokens(file));
  }
}

function pushTokens(builder: SemanticTokensBuilder, file: OpenFile, tokens: readonly Token[]): void {
  for (const { start, length, type, modifiers } of tokens) {
    const { line, character } = file.lines.positionAt(start);
    const bits = modifiers.reduce((sum, modifier) => sum | (1 << tokenModifiers.indexOf(modifier)), 0);
    builder.push(line, character, length, tokenTypes.indexOf(type), bits);
  }
}
