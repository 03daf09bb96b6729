import * as vscode from "vscode";
import { plainText } from "../../shared/plain-text.ts";
import type { FoundAddress } from "../records/web-addresses.ts";
import { showQuickPick } from "../text/questions.ts";

/** Opens an address outside of VS Code, which asks as it does for every link; one of several is picked first. */
export async function openAddress(found: readonly FoundAddress[]): Promise<void> {
  if (found.length === 0) throw new Error("There is no web address here.");
  const picked =
    found.length > 1
      ? await showQuickPick(
          found.map(({ field, address }) => ({
            label: plainText(field, 80),
            description: plainText(address, 200),
            address,
          })),
          { title: "Open URL", matchOnDescription: true },
        )
      : found[0];
  // A Uri would be encoded anew: what VS Code takes as it stands is a string.
  if (picked) await vscode.env.openExternal(picked.address as unknown as vscode.Uri);
}
