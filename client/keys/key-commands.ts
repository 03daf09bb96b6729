/** Setting and forgetting keys. A key is typed in and never shown again. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import { keyFacts } from "../../shared/derived/facts.ts";
import { placeNames } from "../../shared/keys/key-store.ts";
import { describeRefusal, type KeyOwner } from "../../shared/keys/keys.ts";
import { askBaseAddress } from "../environments/base-address.ts";
import { type ApiChoice, pickApi } from "../environments/pick-api.ts";
import { commandIds } from "../session/command-ids.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showInformation, showWarning } from "../text/notifications.ts";
import { showInputBox, showQuickPick } from "../text/questions.ts";

export async function setKey(session: Session, of: ApiChoice | undefined): Promise<void> {
  if (await sandboxHasItsOwn(session)) return;
  const api = await pickApi(session, "Set the key of which API?", of);
  if (!api) return;
  const owner = session.access.keyOwner(api) ?? (await ownerAfterAsking(session, api));
  if (!owner) return;

  const entered: Record<string, string> = {};
  for (const [name, words] of Object.entries(api.auth.credentials)) {
    const value = await showInputBox({
      title: `${api.title}: ${words}`,
      prompt: [
        `For ${owner.origin} in the ${owner.environment} environment.`,
        ...keyFacts(api),
        "It is kept in the keychain, or where there is none in VS Code's secret storage.",
      ].join(" "),
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === "" ? `Enter the ${words.toLowerCase()}.` : undefined),
    });
    if (value === undefined) return;
    entered[name] = value.trim();
  }
  const { place, refusals } = await session.keys.set(owner, entered);
  session.log.info(`The key of ${api.slug} for ${owner.origin} is kept in ${placeNames[place]}.`);
  await session.allowOrigins(owner); // The person was told where the key goes.
  if (place === "session")
    void showWarning(
      `The key of ${api.title} is kept until this window closes, because no safe place for it works here. ${refusals.map(describeRefusal).join(" ")}`,
    );
  else showBriefly("key", `The key of ${api.title} is in ${placeNames[place]}.`);
}

export async function forgetKey(session: Session, slug: string | undefined): Promise<void> {
  if (await sandboxHasItsOwn(session)) return;
  const kept = slug === undefined ? await apisWithKey(session) : undefined;
  if (kept?.length === 0)
    return void showInformation(`No key is kept for the ${session.settings.environment} environment.`);
  const api = await pickApi(session, "Forget the key of which API?", slug, kept);
  if (!api) return;
  const owner = session.access.keyOwner(api);
  const found = owner && (await session.keys.find(owner));
  if (!owner || !found) return void showInformation(`There is no key of ${api.title} to forget.`);
  const answer = await showQuickPick(
    [
      { label: "Forget", detail: `For ${owner.origin} in the ${owner.environment} environment.` },
      { label: "Keep" },
    ],
    { title: `Forget the key of ${api.title}?` },
  );
  if (answer?.label !== "Forget") return;
  const { refusals } = await session.keys.forget(owner);
  session.changed();
  for (const refusal of refusals)
    session.log.warn(`Forgetting the key of ${api.slug}: ${describeRefusal(refusal)}`);
  // A place that had no key and does not work is nothing to worry about.
  const keeper = refusals.find(({ place }) => place === found.place);
  if (keeper)
    void showWarning(
      `The key of ${api.title} is not used any more, but it could not be removed. ${describeRefusal(keeper)}`,
    );
}

async function apisWithKey(session: Session): Promise<Api[]> {
  const apis = await session.apis();
  const kept: Api[] = [];
  for (const api of apis) {
    const owner = session.access.keyOwner(api);
    if (owner && (await session.keys.find(owner))) kept.push(api);
  }
  return kept;
}

async function sandboxHasItsOwn(session: Session): Promise<boolean> {
  if (session.settings.environment !== "sandbox") return false;
  void showInformation("The sandbox brings its own keys. Keys are set for the other environments.", {
    title: "Select Environment…",
    apply: () => vscode.commands.executeCommand(commandIds.selectEnvironment),
  });
  return true;
}

/** A key belongs to an origin, so the base address comes first. */
async function ownerAfterAsking(session: Session, api: Api): Promise<KeyOwner | undefined> {
  return (await askBaseAddress(session, api)) ? session.access.keyOwner(api) : undefined;
}
