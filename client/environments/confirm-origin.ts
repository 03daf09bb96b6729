/** Asking before an origin gets its first request. A base address may have come from anywhere: a sync, a script, a copy. */
import type { Api } from "../../shared/api.ts";
import type { KeyOwner } from "../../shared/keys/keys.ts";
import { environmentPresentation } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { confirmModally, showInformation } from "../text/notifications.ts";
import { showQuickPick } from "../text/questions.ts";

/** Whether requests may go to where the API is now; asks the person when that is not known. */
export async function confirmOrigin(session: Session, api: Api): Promise<boolean> {
  const owner = session.access.newOrigin(api);
  return !owner || ask(session, api, owner);
}

/** Asks about every origin of the APIs that is not allowed yet. */
export async function confirmOrigins(session: Session, apis: readonly Api[]): Promise<void> {
  const waiting = apis.flatMap((api) => {
    const owner = session.access.newOrigin(api);
    return owner ? [{ api, owner }] : [];
  });
  const [first] = waiting;
  const { environment } = session.settings;
  if (!first)
    return void showInformation(`Every base address of the ${environment} environment is allowed already.`);
  if (waiting.length === 1) return void (await ask(session, first.api, first.owner));
  const picked = await showQuickPick(
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

async function ask(session: Session, { title }: Api, owner: KeyOwner): Promise<boolean> {
  const allowed = await confirmModally(
    `${environmentPresentation(owner.environment).title}: allow requests to ${owner.origin}?`,
    [`Requests and the key of ${title} go there.`],
    { deed: "Allow", refusal: "Don't Allow" },
  );
  if (allowed) await session.allowOrigins(owner);
  return allowed;
}
