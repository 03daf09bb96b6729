/** What stands in the title of an editor that shows a reply or a record. */
import * as vscode from "vscode";
import type { RecordDocuments } from "../documents/register.ts";
import type { RecordNode } from "../records/node.ts";
import { webAddressesIn } from "../records/web-addresses.ts";
import type { RequestFiles } from "../requests/register.ts";
import { contextOf, type ShownText } from "../run/shown-text.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { showBriefly } from "../text/notifications.ts";
import { commands } from "./contributions.ts";
import { openAddress } from "./open-address.ts";

export function register(
  session: Session,
  { documents, requests }: { documents: RecordDocuments; requests: RequestFiles },
): Feature {
  const shown = () => new Map([...documents.shown(), ...requests.shown()]);
  const update = async () => {
    const { abilitiesOf } = await import("./abilities.ts");
    for (const [ability, addresses] of abilitiesOf(shown()))
      void vscode.commands.executeCommand("setContext", contextOf(ability), addresses);
  };
  const listeners = [documents, requests].map(({ onDidShow }) => onDidShow(() => void update()));

  const textAt = (uri = vscode.window.activeTextEditor?.document.uri): ShownText => {
    const text = uri && shown().get(uri.toString());
    if (!text) throw new Error("Open a reply or a record first.");
    return text;
  };
  const recordAt = (uri?: vscode.Uri) => {
    const { record } = textAt(uri);
    if (!record) throw new Error("This shows no single record.");
    return record;
  };

  return {
    commands: bind(commands, {
      readAgain: (uri) => textAt(uri).readAgain?.(),
      editShown: (uri) => documents.edit(recordAt(uri)),
      async showRelated(uri) {
        const { relatedIn } = await import("../records/capabilities.ts");
        const { environment, api, resource, row } = recordAt(uri);
        session.requireEnvironment(environment);
        await documents.openRelated(api, relatedIn(api, resource, row));
      },
      openUrl: (from) => openAddress(webAddressesIn(isNode(from) ? from.read.row : recordAt(from).row)),
      async copyBody(uri) {
        await vscode.env.clipboard.writeText(textAt(uri).json ?? "");
        showBriefly("check", "Copied the JSON");
      },
    }),
    dispose() {
      for (const listener of listeners) listener.dispose();
    },
  };
}

const isNode = (from: vscode.Uri | RecordNode | undefined): from is RecordNode =>
  from !== undefined && "kind" in from;
