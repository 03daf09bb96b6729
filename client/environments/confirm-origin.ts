/** Asking before an origin gets its first request. A base address may have come from anywhere: a sync, a script, a copy. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import type { KeyOwner } from "../../shared/keys/keys.ts";
import type { Session } from "../session/session.ts";
import { showInformation } from "../text/notifications.ts";

/** Whether requests may go to where the API is now; asks the person when that is not known. */
export async function confirmOrigin(session: Session, api: Api): Promise<boolean> {
  const owner = session.access.newOrigin(api);
  return !owner || ask(session, api, owner);
}

/** Asks about every origin of the active environment that is not allowed yet. */
export async function confirmOrigins(session: Session): Promise<void> {
  const apis = await session.apis();
  const waiting = apis.flatMap((api) => {
    const owner = session.access.newOrigin(api);
    return owner ? [{ api, owner }] : [];
  });
  const [first] = waiting;
  const { environment } = session.settings;
  if (!first)
    return void showInformation(`Every base address of the ${environment} environment is allowed already.`);
  if (waiting.length === 1) return void (await ask(session, first.api, first.owner));
  const picked = await vscode.window.showQuickPick(
    waiting.map(({ api, owner }) => ({
      label: api.title,
      description: owner.origin,
      owner,
    })),
    {
      title: `The ${environment} environment: allow requests to which addresses?`,
      placeHolder: "Pick those that you know",
      canPickMany: true,
      ignoreFocusOut: true,
      matchOnDescription: true,
    },
  );
  if (picked && picked.length > 0) await session.allowOrigins(...picked.map(({ owner }) => owner));
}

async function ask(session: Session, api: Api, owner: KeyOwner): Promise<boolean> {
  const answer = await vscode.window.showQuickPick(
    [
      {
        label: "Allow",
        detail: `Requests and the key of ${api.title} in the ${owner.environment} environment go there.`,
        wanted: true,
      },
      { label: "Don't allow", wanted: false },
    ],
    { title: `${api.title}, ${owner.environment}: allow requests to ${owner.origin}?`, ignoreFocusOut: true },
  );
  if (!answer?.wanted) return false;
  await session.allowOrigins(owner);
  return true;
}
