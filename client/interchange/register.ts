/** Requests of other programs come in, and requests go out to them. */
import * as vscode from "vscode";
import type { RecordDocuments } from "../documents/register.ts";
import type { RequestFiles } from "../requests/register.ts";
import type { SentRequest } from "../run/shown-text.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import { commands, pastedKind } from "./contributions.ts";
import type { PastedRequest } from "./paste-curl.ts";

interface Features {
  documents: RecordDocuments;
  requests: RequestFiles;
  language: LanguageServer;
}

export function register(session: Session, { documents, requests, language }: Features): Feature {
  const documentAt = (uri = vscode.window.activeTextEditor?.document.uri) => {
    if (!uri) throw new Error("Open a request, a reply or a record first.");
    return vscode.workspace.openTextDocument(uri);
  };
  /** What a reply or a record was asked with, else the request at the cursor of a file. */
  const requestAt = async (uri: vscode.Uri | undefined): Promise<SentRequest | undefined> => {
    const document = await documentAt(uri);
    const address = document.uri.toString();
    const shown = documents.shown().get(address) ?? requests.shown().get(address);
    if (shown && !shown.request) throw new Error("No single request asked for this.");
    if (shown?.request) return shown.request;
    const { requestAtCursor } = await import("./copy-request.ts");
    return requestAtCursor(session, language, document);
  };

  const pasting = vscode.languages.registerDocumentPasteEditProvider(
    { language: "switchboard-request" },
    {
      async provideDocumentPasteEdits(document, ranges, data) {
        const text = await data.get("text/plain")?.asString();
        if (text === undefined || !/\bcurl\b/i.test(text.slice(0, 2000))) return undefined;
        const { pasteEdits } = await import("./paste-curl.ts");
        return pasteEdits(session, document, ranges, text);
      },
      async resolveDocumentPasteEdit(edit: PastedRequest) {
        const { pasted } = await import("./paste-curl.ts");
        await pasted(session, edit);
        return edit;
      },
    },
    {
      providedPasteEditKinds: [vscode.DocumentDropOrPasteEditKind.Empty.append(pastedKind)],
      pasteMimeTypes: ["text/plain"],
    },
  );

  return {
    commands: bind(commands, {
      async importCurl() {
        const { importCurl } = await import("./import-requests.ts");
        await importCurl(session);
      },
      async importHttpFile(file) {
        const { importHttpFile } = await import("./import-requests.ts");
        await importHttpFile(session, file);
      },
      async copyAsCurl(uri) {
        const request = await requestAt(uri);
        const { copyAsCurl } = await import("./copy-request.ts");
        if (request) await copyAsCurl(request);
      },
      async copyAsCode(uri) {
        const request = await requestAt(uri);
        const { copyAsCode } = await import("./copy-request.ts");
        if (request) await copyAsCode(request);
      },
      async exportHttpFile(uri) {
        const { exportHttpFile } = await import("./copy-request.ts");
        await exportHttpFile(session, language, await documentAt(uri));
      },
    }),
    dispose: () => void pasting.dispose(),
  };
}
