/** A cURL command that is pasted into a request file becomes the request. */
import * as vscode from "vscode";
import { looksLikeCurl, readCurlCommand } from "../../shared/interchange/curl-command.ts";
import { Refusal } from "../../shared/interchange/plain-request.ts";
import { requestText } from "../../shared/interchange/request-text.ts";
import { type Insertion, placeBeside } from "../../shared/interchange/place-beside.ts";
import { placeForRequest } from "../../shared/interchange/place-for-request.ts";
import { type MappedRequest, toOperation } from "../../shared/interchange/to-operation.ts";
import type { Session } from "../session/session.ts";
import { showWarning } from "../text/notifications.ts";
import { pastedKind } from "./contributions.ts";
import { offerToKeep } from "./keep-keys.ts";
import { knownRequests } from "./known-requests.ts";

/** A paste with what it was made of. */
export class PastedRequest extends vscode.DocumentPasteEdit {
  readonly request: MappedRequest;

  constructor(text: string, title: string, request: MappedRequest) {
    super(text, title, vscode.DocumentDropOrPasteEditKind.Empty.append(pastedKind));
    this.request = request;
  }
}

/** One for each operation that it may be; none where no request can stand. */
export async function pasteEdits(
  session: Session,
  document: vscode.TextDocument,
  [range, ...more]: readonly vscode.Range[],
  text: string,
): Promise<PastedRequest[]> {
  if (!range || more.length > 0 || !looksLikeCurl(text)) return [];
  const whole = document.getText();
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const place = placeForRequest(whole, start, end);
  // What is selected would be replaced: it is nobody's wish that it goes and the request stands elsewhere.
  const beside = place || start !== end ? undefined : placeBeside(whole, start);
  if (!place && !beside) return [];
  try {
    const result = toOperation(readCurlCommand(text), await knownRequests(session));
    if ("reason" in result) throw new Refusal(result.reason);
    return result.mapped.map((request) => {
      const laid = requestText([request]);
      const { title, id } = request.found.operation;
      const edit = new PastedRequest(
        place?.(laid) ?? "",
        `${place ? "Request" : "Another Request"}: ${title} (${id})`,
        request,
      );
      if (beside) edit.additionalEdit = editOf(document, beside(laid));
      return edit;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    void showWarning(`${error.message} The cURL command stays as it is.`);
    return [];
  }
}

function editOf(document: vscode.TextDocument, insertions: readonly Insertion[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    insertions.map(({ offset, text }) => vscode.TextEdit.insert(document.positionAt(offset), text)),
  );
  return edit;
}

/** What was pasted is about to stand in the file. */
export const pasted = (session: Session, { request }: PastedRequest): Promise<void> =>
  offerToKeep(session, [request]);
