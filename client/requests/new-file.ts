/** Files that begin with a whole request or a whole payload: new ones, and those that are open and empty. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import { layOutPayload, layOutRequest } from "../../shared/protocol.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import { openRequest } from "./open-request.ts";
import { pickOperation } from "./pick-operation.ts";
import type { Scratch } from "./scratch.ts";
import { showQuickPick } from "../text/questions.ts";

/** @param file the URI of the empty file to begin, as text; anything else asks for a new one */
export async function newRequest(
  session: Session,
  server: LanguageServer,
  scratch: Scratch,
  file: unknown,
): Promise<void> {
  const picked = await pickOperation(session, "New Request");
  if (!picked) return;
  if (typeof file !== "string") return openRequest(server, scratch, picked);
  await begin(file, await server.request(layOutRequest, { operation: picked.id, known: {} }));
}

/** @param file as for a request */
export async function newPayload(session: Session, server: LanguageServer, file: unknown): Promise<void> {
  const apis = await session.apis();
  const slug = typeof file === "string" ? apiInName(apis, file) : undefined;
  const picked = await pickEvent(slug === undefined ? apis : apis.filter((api) => api.slug === slug));
  if (!picked) return;
  const { api, event } = picked;
  const snippet = await server.request(layOutPayload, { api, event });
  if (typeof file === "string") return begin(file, snippet);
  const document = await vscode.workspace.openTextDocument({ language: "switchboard-webhook" });
  await begin(document.uri.toString(), snippet);
}

/** The slug that `<name>.<api>.webhook.json` has. */
const apiInName = (apis: readonly Api[], uri: string) =>
  apis.find(({ slug }) => uri.endsWith(`.${slug}.webhook.json`))?.slug;

async function pickEvent(apis: readonly Api[]) {
  const items = apis
    .filter(({ events }) => Object.keys(events).length > 0)
    .flatMap(({ slug, title, events }) => [
      { label: title, kind: vscode.QuickPickItemKind.Separator },
      ...Object.entries(events).map(([event, { meaning }]) => ({
        label: `$(bell) ${event}`,
        description: meaning,
        named: { api: slug, event },
      })),
    ]);
  const item = await showQuickPick(items, {
    title: "New Webhook Payload",
    placeHolder: "Search by event or meaning",
    matchOnDescription: true,
  });
  return item && "named" in item ? item.named : undefined;
}

/** Lays a snippet out in a file that has nothing but perhaps an empty object. */
async function begin(file: string, snippet: string | null): Promise<void> {
  if (snippet === null) throw new Error("The language server does not know what was picked.");
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(file));
  const editor = await vscode.window.showTextDocument(document);
  const text = document.getText();
  const braces = /\{\s*\}\s*$/.exec(text);
  const range = new vscode.Range(
    document.positionAt(braces?.index ?? text.length),
    document.positionAt(text.length),
  );
  await editor.insertSnippet(new vscode.SnippetString(snippet), range);
}
