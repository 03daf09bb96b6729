/** With which secret payloads are signed and verified in the active environment, and what to do where it is missing. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import type { NamedSecret } from "../../shared/webhooks/mismatch.ts";
import { missingToSign, type SignatureSettings } from "../../shared/webhooks/verify.ts";
import { commandIds } from "../session/command-ids.ts";
import { environmentPresentation } from "../session/environments.ts";
import { Obstacle } from "../session/obstacle.ts";
import { readSandboxDirectory } from "../session/sandbox-directory.ts";
import type { Session } from "../session/session.ts";
import { userValue } from "../session/user-settings.ts";
import { type Button, showWarning } from "../text/notifications.ts";
import { Signing } from "../webhooks/signing.ts";
import { readWebhookSettings } from "../webhooks/webhook-settings.ts";

export interface PayloadSigning {
  settings: SignatureSettings;
  /** All secrets that are known for the API, that of the environment first. */
  secrets: readonly NamedSecret[];
}

/** Throws an Obstacle in a workspace that is not trusted, and where the sandbox is to sign and does not run. */
export async function signingOf(session: Session, api: Api): Promise<PayloadSigning> {
  requireTrust();
  const { environment, sandboxUrl } = session.settings;
  const signing = new Signing(session, () => readWebhookSettings(userValue));
  if (environment === "sandbox") {
    session.access.requireAllowed(api);
    signing.know(await readSandboxDirectory(await session.transport(), sandboxUrl));
  }
  const settings = await signing.settingsOf(api, environment);
  return { settings, secrets: await signing.secretsOf(api, environment) };
}

export function requireTrust(): void {
  if (!vscode.workspace.isTrusted)
    throw new Obstacle("untrusted", "Webhooks are signed and sent only from a folder that you trust.");
}

/** Whether the API's deliveries can be signed now; where they are signed and cannot be, the person is told what to do. */
export function canSign(session: Session, api: Api, { settings }: PayloadSigning): boolean {
  const missing = missingToSign(api, settings);
  if (missing === undefined || missing === "signature") return true;
  const { title } = environmentPresentation(session.settings.environment);
  if (missing === "secret")
    void showWarning(`No webhook secret of ${api.title} is set for the ${title} environment.`, {
      title: "Set Webhook Secret…",
      apply: () => vscode.commands.executeCommand(commandIds.setWebhookSecret, api.slug),
    });
  else void showWarning(`How ${api.title} signs its webhooks is not documented: choose it.`, openSetting);
  return false;
}

const openSetting: Button = {
  title: "Open Setting",
  apply: () =>
    vscode.commands.executeCommand("workbench.action.openSettings", "switchboard.webhooks.signatures"),
};
