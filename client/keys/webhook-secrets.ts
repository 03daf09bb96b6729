/** The secrets that sign webhooks: set and forgotten here, used where deliveries are signed or verified. */
import type { Api } from "../../shared/api.ts";
import { type KeyPlace, placeNames } from "../../shared/keys/key-store.ts";
import { describeRefusal, type WebhookSecretOwner } from "../../shared/keys/keys.ts";
import { pickApi } from "../environments/pick-api.ts";
import { environmentPresentation } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showInformation, showWarning } from "../text/notifications.ts";
import { showInputBox, showQuickPick } from "../text/questions.ts";

export async function setWebhookSecret(session: Session, slug: string | undefined): Promise<void> {
  const { environment } = session.settings;
  if (environment === "sandbox")
    return void showInformation(
      "The sandbox signs with secrets of its own. They are set for the other environments.",
    );
  const signing = (await session.apis()).filter(({ signature }) => signature);
  const api = await pickApi(session, "Set the webhook secret of which API?", slug, signing);
  if (!api) return;
  const owner = { webhooksOf: api.slug, environment };
  const found = await session.keys.find(owner);
  const { title } = environmentPresentation(environment);
  const deed = found ? await replaceOrForget(api, title) : "Replace";
  if (found && deed === "Forget") return forget(session, api, owner, found.place);
  if (deed !== "Replace") return;
  const value = await showInputBox({
    title: `${api.title}: webhook secret`,
    prompt: [
      `For the ${title} environment.`,
      ...(api.signature?.algorithm ? [] : ["How it signs is not documented, so it is your choice."]),
      "It is kept in the keychain, or where there is none in VS Code's secret storage, and is sent to nobody.",
    ].join(" "),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? "Enter the webhook secret." : undefined),
  });
  if (value === undefined) return;
  const { place, refusals } = await session.keys.set(owner, { value: value.trim() });
  session.signingChanged();
  if (place === "keychain")
    return showBriefly("key", `The webhook secret of ${api.title} is in ${placeNames[place]}.`);
  void showWarning(
    `The webhook secret of ${api.title} is in ${placeNames[place]}, where the command line does not find it. ${refusals.map(describeRefusal).join(" ")}`,
  );
}

async function replaceOrForget(api: Api, environment: string) {
  const answer = await showQuickPick(
    [
      { label: "Replace" as const, detail: `For the ${environment} environment.` },
      { label: "Forget" as const },
    ],
    { title: `There is a webhook secret of ${api.title}` },
  );
  return answer?.label;
}

async function forget(session: Session, api: Api, owner: WebhookSecretOwner, place: KeyPlace): Promise<void> {
  const { refusals } = await session.keys.forget(owner);
  session.signingChanged();
  // A place that had none and does not work is nothing to worry about.
  const keeper = refusals.find((refusal) => refusal.place === place);
  if (keeper)
    void showWarning(
      `The webhook secret of ${api.title} is not used any more, but it could not be removed. ${describeRefusal(keeper)}`,
    );
  else showBriefly("key", `The webhook secret of ${api.title} is forgotten.`);
}
