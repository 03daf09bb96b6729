/** The secrets that request files name: `{{secret:NAME}}`. */
import * as vscode from "vscode";
import { placeNames } from "../../shared/keys/key-store.ts";
import type { Session } from "../session/session.ts";
import { showBriefly } from "../text/notifications.ts";

const confirmedState = "switchboard.secretOrigins";

/** The secrets as the keychain has them; one that is missing is asked for and kept. Undefined when the person gives up. */
export async function findSecrets(
  session: Session,
  names: readonly string[],
  origin: string,
): Promise<Map<string, string> | undefined> {
  const found = new Map<string, string>();
  for (const name of names) {
    const known = (await session.keys.find({ secret: name }))?.credentials.value;
    const value = known ?? (await askSecret(session, name));
    if (value === undefined || !(await mayGo(session, name, origin))) return undefined;
    found.set(name, value);
  }
  return found;
}

async function askSecret(session: Session, name: string): Promise<string | undefined> {
  const entered = await vscode.window.showInputBox({
    title: `The secret ${name}`,
    prompt: `The request names it as {{secret:${name}}}. It is kept in the keychain, never in a file.`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text === "" ? "Enter the secret." : undefined),
  });
  if (entered === undefined) return undefined;
  const { place } = await session.keys.set({ secret: name }, { value: entered });
  showBriefly("key", `${name} is in ${placeNames[place]}.`);
  return entered;
}

/** A file may name any secret: the first time that one goes to an origin the person is asked. */
async function mayGo({ context, settings }: Session, name: string, origin: string): Promise<boolean> {
  if (settings.environment === "sandbox") return true;
  const confirmed = context.globalState.get<string[]>(confirmedState, []);
  const pair = `${name} ${origin}`;
  if (confirmed.includes(pair)) return true;
  const answer = await vscode.window.showQuickPick(
    [
      { label: `Send ${name} to ${origin}`, wanted: true },
      { label: "Do nothing", wanted: false },
    ],
    { title: `May the secret ${name} go to ${origin}?`, ignoreFocusOut: true },
  );
  if (!answer?.wanted) return false;
  await context.globalState.update(confirmedState, [...confirmed, pair]);
  return true;
}
