/** What of the library is there when the server runs: each file that imports from it copies its 700 names at the start. */
export {
  CodeActionKind,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  ErrorCodes,
  LSPErrorCodes,
  MarkupContent,
  MarkupKind,
  ResponseError,
  SemanticTokensBuilder,
  TextDocumentSyncKind,
} from "vscode-languageserver";
