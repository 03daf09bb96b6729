/** The one face of the shell's parts: language-server.ts lists them, and knows no feature. */
import type { InitializeParams, ServerCapabilities } from "vscode-languageserver";

/** Features of one kind. Made, it has put their handlers on the connection. */
export interface FeatureGroup {
  /** What it offers to this client. */
  capabilities(client: InitializeParams): ServerCapabilities;
  /** What the client is told when it has started. */
  register?(): Promise<void>;
  /** What is known beside the texts has changed: what was said of open files may no longer be true. */
  refresh?(): void;
  /** The file is no longer open. */
  closed?(uri: string): void;
}
