/** What we use of the library of the protocol, which is large: loaded late, and by its names as it is loaded through here. */
export { LanguageClient, TransportKind } from "vscode-languageclient/node";
