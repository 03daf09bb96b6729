/** With which secret payloads are signed and verified in the active environment, and what to do where it is missing. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import type { SandboxDirectory } from "../../shared/sandbox/directory.ts";
import type { NamedSecret } from "../../shared/webhooks/mismatch.ts";
import { missingToSign, type SignatureSettings } from "../../shared/webhooks/verify.ts";
import { commandIds } from "../session/command-ids.ts";
import { environmentPresentation, environmentsOf } from "../session/environments.ts";
import { Obstacle } from "../session/obstacle.ts";
import { readSandboxDirectory } from "../session/sandbox-directory.ts";
import type { Session } from "../session/session.ts";
import { type Button, showWarning } from "../text/notifications.ts";

export interface Signing {
  settings: SignatureSettings;
  /** All secrets that are known for the API, that of the environment first. */
  secrets: readonly NamedSecret[];
}

/** Throws an Obstacle in a workspace that is not trusted, and where the sandbox is to sign and does not run. */
export async function signingOf(session: Session, api: Api): Promise<Signing> {
  requireTrust();
  const { environment, sandboxUrl } = session.settings;
  const isSandbox = environment === "sandbox";
  if (isSandbox) session.access.requireAllowed(api);
  const sandbox = isSandbox ? await readSandboxDirectory(await session.transport(), sandboxUrl) : undefined;
  const names = [environment, ...environmentsOf(session.settings).filter((name) => name !== environment)];
  const found = await Promise.all(
    names.map(async (name) => {
      const secret =
        name === "sandbox"
          ? sandboxSecret(api, sandbox)
          : (await session.keys.find({ webhooksOf: api.slug, environment: name }))?.credentials.value;
      return secret === undefined
        ? []
        : [{ environment: name, name: `the secret of ${environmentPresentation(name).title}`, secret }];
    }),
  );
  const secrets = found.flat();
  const own = secrets.find((each) => each.environment === environment)?.secret;
  return {
    settings: {
      encoding: "hex",
      prefix: "",
      // What the documents leave open the sandbox decides for itself.
      ...(isSandbox && { algorithm: "HMAC-SHA256" }),
      ...(own !== undefined && { secret: own }),
    },
    secrets,
  };
}

export function requireTrust(): void {
  if (!vscode.workspace.isTrusted)
    throw new Obstacle("untrusted", "Webhooks are signed and sent only from a folder that you trust.");
}

/** Any program may listen at its port: what is no sandbox's secret is none. */
function sandboxSecret({ slug }: Api, sandbox: SandboxDirectory | undefined): string | undefined {
  const secret: unknown = sandbox?.apis[slug]?.webhooks?.secret;
  return typeof secret === "string" && secret.startsWith("sandbox-") ? secret : undefined;
}

/** Whether the API's deliveries can be signed now; where they are signed and cannot be, the person is told what to do. */
export function canSign(session: Session, api: Api, { settings }: Signing): boolean {
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
