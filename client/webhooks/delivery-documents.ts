/** Payloads as read-only documents, with what is to be said of each above it. */
import { homedir } from "node:os";
import * as vscode from "vscode";
import { deliveryScheme as scheme } from "../../shared/protocol.ts";
import { plainText } from "../../shared/plain-text.ts";
import { indentJson } from "../requests/indent-json.ts";
import { commandIds } from "../session/command-ids.ts";
import type { Deliveries } from "./deliveries.ts";
import type { DeliveryNode } from "./delivery-node.ts";
import { capital, lookOf, marksOf, markWords } from "./delivery-words.ts";
import { deliveryFileName } from "./delivery-file-name.ts";
import { bytesOf, type Head, headOf } from "./delivery-head.ts";
import type { Reception } from "./reception.ts";

export class DeliveryDocuments
  implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider, vscode.Disposable
{
  readonly #reception: Reception;
  readonly #disposables: vscode.Disposable;

  constructor(reception: Reception) {
    this.#reception = reception;
    this.#disposables = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.languages.registerCodeLensProvider({ scheme }, this),
    );
  }

  async open(head: Head): Promise<void> {
    const path = `/${deliveryFileName(head, head.problem === undefined ? ".json" : ".txt")}`;
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme, path, query: head.id }),
    );
    await vscode.window.showTextDocument(document, { preserveFocus: true, preview: true });
  }

  async provideTextDocumentContent({ query: id }: vscode.Uri): Promise<string> {
    const delivery = await this.#reception.deliveries.read({ id }).catch(() => undefined);
    if (!delivery) return "";
    const text = new TextDecoder().decode(bytesOf(delivery));
    return delivery.problem === undefined ? `${indentJson(text)}\n` : text;
  }

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const delivery = await this.#reception.deliveries.read({ id: uri.query }).catch(() => undefined);
    const lens = (command: vscode.Command) => new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command);
    if (!delivery) return [lens({ title: "The delivery is not kept any more", command: "" })];
    const head = headOf(uri.query, delivery);
    const node: DeliveryNode = { kind: "delivery", head };
    const words = marksOf(head).map((mark) => markWords[mark]);
    const hint = await this.#reception.explain(head);
    const why = hint ?? (delivery.verdict.state === "verified" ? undefined : delivery.verdict.reason);
    const plain = (text: string) => plainText(text, 300).replaceAll("$(", "(");
    return [
      lens({ title: `$(${lookOf(head).icon})\u00a0${capital(words.join(", "))}`, command: "" }),
      ...(why === undefined ? [] : [lens({ title: plain(why), command: "" })]),
      lens({ title: "Resend to Handler", command: commandIds.resendDeliveries, arguments: [node] }),
      lens({ title: "Show Timeline", command: commandIds.showTimeline, arguments: [node] }),
      lens({ title: "Save as Webhook File…", command: commandIds.saveDelivery, arguments: [node] }),
    ];
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** Byte for byte as it came. */
export async function saveDelivery(deliveries: Deliveries, head: Head): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    title: "Save as Webhook File",
    filters: { "Webhook file": ["json"] },
    defaultUri: vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file(homedir()), deliveryFileName(head)),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, bytesOf(await deliveries.read(head)));
  await vscode.window.showTextDocument(uri, { preview: false });
}
