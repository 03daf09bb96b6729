/** Asking for addresses, which are kept in the person's own settings. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import { deprecationAt } from "../../shared/deprecation.ts";
import { addressFacts } from "../../shared/derived/facts.ts";
import { baseAddress } from "../../shared/http/address.ts";
import type { Session } from "../session/session.ts";
import { writeSetting } from "../session/user-settings.ts";
import { showInputBox } from "../text/questions.ts";

/** Whether an address was entered. */
export async function askBaseAddress(session: Session, api: Api): Promise<boolean> {
  const { environment, baseUrls } = session.settings;
  const entered = await showInputBox({
    title: `${api.title}: base address`,
    prompt: [`For the ${environment} environment.`, ...addressFacts(api)].join(" "),
    value: baseUrls[environment]?.[api.slug] ?? "https://",
    ignoreFocusOut: true,
    validateInput: (text) =>
      problemOf(text, `https://api.example.com/${api.version}`) ?? oldVersion(api, text),
  });
  if (entered === undefined) return false;
  // The person has just read it, so that no question follows.
  await session.allowOrigins({ api: api.slug, environment, origin: baseAddress(entered.trim()).origin });
  await writeSetting("baseUrls", {
    ...baseUrls,
    [environment]: { ...baseUrls[environment], [api.slug]: entered.trim() },
  });
  session.changed();
  return true;
}

/** Where the sandbox is, or shall be started. */
export async function askSandboxAddress({ settings }: Session): Promise<void> {
  const entered = await showInputBox({
    title: "Sandbox: address",
    prompt: "Where the sandbox listens. One that is started here takes its port from it.",
    value: settings.sandboxUrl,
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(text, "http://127.0.0.1:4080"),
  });
  if (entered === undefined) return;
  await writeSetting("sandbox.url", entered.trim());
}

/** A warning that does not keep the address from being entered. */
function oldVersion(api: Api, text: string): vscode.InputBoxValidationMessage | undefined {
  const message = deprecationAt(api, text);
  return message === undefined ? undefined : { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

function problemOf(text: string, example: string): string | undefined {
  if (/^(https?:\/*)?$/.test(text.trim())) return `Enter the address, like ${example}.`;
  try {
    baseAddress(text.trim());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
