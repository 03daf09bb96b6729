/** The connection to the language server, which starts with the first file that it is for. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Session } from "./session.ts";

const languages = ["switchboard-request", "switchboard-webhook"];

export function startLanguageClient(session: Session): vscode.Disposable {
  let client: Promise<LanguageClient> | undefined;
  const startFor = (document: vscode.TextDocument) => {
    if (client || !languages.includes(document.languageId)) return;
    client = start(session);
    client.catch((error: Error) => session.log.error(`The language server did not start: ${error.message}`));
  };
  vscode.workspace.textDocuments.forEach(startFor);
  const listener = vscode.workspace.onDidOpenTextDocument(startFor);
  return new vscode.Disposable(() => {
    listener.dispose();
    void client?.then((running) => running.dispose()).catch(() => {}); // It may never have started.
  });
}

async function start(session: Session): Promise<LanguageClient> {
  const { LanguageClient, TransportKind } = await import("vscode-languageclient/node");
  const client = new LanguageClient(
    "switchboard",
    "Switchboard",
    { module: session.context.asAbsolutePath("dist/server.js"), transport: TransportKind.ipc },
    {
      documentSelector: languages.flatMap((language) =>
        ["file", "untitled"].map((scheme) => ({ language, scheme })),
      ),
      outputChannel: session.log,
    },
  );
  await client.start();
  return client;
}
