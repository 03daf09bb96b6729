/** The payload that a command is about, with the bytes that its editor shows. */
import { basename } from "node:path";
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import { deliveryScheme, locatePayload } from "../../shared/protocol.ts";
import { pickApi } from "../environments/pick-api.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import { counted } from "../text/counted.ts";
import { bytesOfText } from "./text-bytes.ts";

export interface ShownPayload {
  api: Api;
  bytes: Uint8Array;
  /** Which bytes these are: "the 188 bytes of the file". */
  what: string;
  uri: vscode.Uri;
  /** In its file, counted from zero. */
  index: number;
  /** What people call it: "order.webhook.json", "orders.webhook.json, payload 2". */
  title: string;
  /** That of its file without the extension of webhook files; with its number where the file has several. */
  name: string;
}

export interface PayloadChoice {
  /** The active editor's document where it is absent. */
  file?: string | vscode.Uri | undefined;
  /** Counted from zero; the payload at the cursor where it is absent. */
  index?: number | undefined;
}

/** Undefined when the person gives up. */
export async function shownPayload(
  session: Session,
  language: LanguageServer,
  { file, index }: PayloadChoice,
): Promise<ShownPayload | undefined> {
  const editor = vscode.window.activeTextEditor;
  const uri =
    typeof file === "string"
      ? vscode.Uri.parse(file)
      : file instanceof vscode.Uri
        ? file
        : editor?.document.uri;
  if (!uri) throw new Error("Open a *.webhook.json file first.");
  if (uri.scheme === deliveryScheme)
    throw new Error(
      "What is shown of a delivery is indented. Save it as a webhook file: that has its bytes.",
    );
  const document = await vscode.workspace.openTextDocument(uri);
  const cursor = editor?.document === document ? editor.selection.active : new vscode.Position(0, 0);
  const place = await language.request(locatePayload, {
    uri: uri.toString(),
    ...(index === undefined ? { position: { line: cursor.line, character: cursor.character } } : { index }),
  });
  if (!place) throw new Error("Put the cursor into a payload of a *.webhook.json file.");
  const { start, end } = place.range;
  const number = place.index === undefined ? undefined : place.index + 1;
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const bytes = number === undefined ? await bytesOf(document) : Buffer.from(document.getText(range));
  const api = await apiOf(session, place.api);
  const fileName = basename(uri.path);
  const size = counted(bytes.length, "byte");
  return (
    api && {
      api,
      bytes,
      uri,
      index: place.index ?? 0,
      what:
        number !== undefined
          ? `the ${size} of payload ${number}, as it stands in the file`
          : `the ${size} of the ${document.isDirty || document.isUntitled ? "text, which is not saved" : "file"}`,
      title: number === undefined ? fileName : `${fileName}, payload ${number}`,
      name: `${fileName.replace(/(\.webhook)?\.json$/, "")}${number === undefined ? "" : `-${number}`}`,
    }
  );
}

async function bytesOf(document: vscode.TextDocument): Promise<Uint8Array> {
  const { uri, isDirty, isUntitled } = document;
  const isSaved = !isDirty && !isUntitled;
  const file = isSaved
    ? await vscode.workspace.fs.readFile(uri).then(
        (found) => found,
        () => undefined, // It is gone; the editor still shows it.
      )
    : undefined;
  return bytesOfText(document.getText(), file);
}

/** The one that the file tells, else one that the person picks. */
async function apiOf(session: Session, slug: string | undefined): Promise<Api | undefined> {
  const sending = (await session.apis()).filter(({ webhooks }) => webhooks);
  const told = sending.find((api) => api.slug === slug);
  return told ?? (await pickApi(session, "Which API sends this payload?", undefined, sending));
}
