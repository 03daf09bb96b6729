/** Choosing the active environment, and making one. */
import * as vscode from "vscode";
import { environmentPresentation, environmentsOf, problemOfName } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { guardsWrites } from "../session/settings.ts";
import { writeSetting } from "../session/user-settings.ts";
import { showInputBox, showQuickPick } from "../text/questions.ts";

export async function selectEnvironment(session: Session): Promise<void> {
  const { settings } = session;
  const { environment, baseUrls, unguardedEnvironments } = settings;
  const names = environmentsOf(settings);
  const picked = await showQuickPick(
    [
      ...names.map((name) => {
        const { icon, title, meaning } = environmentPresentation(name);
        const guarded = name !== "live" && guardsWrites({ environment: name, unguardedEnvironments });
        return {
          label: `$(${icon}) ${title}`,
          description: [
            ...(name === environment ? ["active"] : []),
            ...(name === "sandbox" ? [] : [addresses(Object.keys(baseUrls[name] ?? {}).length)]),
          ].join(" · "),
          detail: guarded ? `${meaning} Writes are asked about.` : meaning,
          name,
        };
      }),
      { label: "", kind: vscode.QuickPickItemKind.Separator, name: undefined },
      { label: "$(add) New Environment…", name: undefined },
    ],
    { title: "Select the environment" },
  );
  if (!picked) return;
  const name = picked.name ?? (await newEnvironment(session, names));
  if (name !== undefined && name !== environment) await writeSetting("environment", name);
}

/** Undefined when the person gave no name. */
async function newEnvironment(session: Session, existing: readonly string[]): Promise<string | undefined> {
  const entered = await showInputBox({
    title: "New environment",
    prompt: "Its name, like staging. Base addresses and keys are set for it next.",
    ignoreFocusOut: true,
    validateInput: (text) => problemOfName(text.trim(), existing),
  });
  if (entered === undefined) return undefined;
  const name = entered.trim();
  await writeSetting("baseUrls", { ...session.settings.baseUrls, [name]: {} });
  return name;
}

const addresses = (count: number) =>
  count === 0 ? "no base address" : count === 1 ? "1 API has an address" : `${count} APIs have an address`;
