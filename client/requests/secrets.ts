/** The secrets that request files name: `{{secret:NAME}}`. */
import { placeNames } from "../../shared/keys/key-store.ts";
import type { Address } from "../session/access.ts";
import { environmentPresentation } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { confirmModally, showBriefly } from "../text/notifications.ts";
import { showInputBox } from "../text/questions.ts";

const confirmedState = "switchboard.secretOrigins";

/** The secrets as the keychain has them; one that is missing is asked for and kept. Undefined when the person gives up. */
export async function findSecrets(
  session: Session,
  names: readonly string[],
  { environment, baseUrl }: Address,
): Promise<Map<string, string> | undefined> {
  const { origin } = new URL(baseUrl);
  const found = new Map<string, string>();
  for (const name of names) {
    const known = (await session.keys.find({ secret: name }))?.credentials.value;
    const value = known ?? (await askSecret(session, name));
    if (value === undefined || !(await mayGo(session, name, environment, origin))) return undefined;
    found.set(name, value);
  }
  return found;
}

async function askSecret(session: Session, name: string): Promise<string | undefined> {
  const entered = await showInputBox({
    title: `The secret ${name}`,
    prompt: `The request names it as {{secret:${name}}}. It is kept in the keychain, or where there is none in VS Code's secret storage.`,
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
async function mayGo(
  { context }: Session,
  name: string,
  environment: string,
  origin: string,
): Promise<boolean> {
  if (environment === "sandbox") return true;
  const confirmed = context.globalState.get<string[]>(confirmedState, []);
  const pair = `${name} ${origin}`;
  if (confirmed.includes(pair)) return true;
  const { title } = environmentPresentation(environment);
  const message = `${title}: may the secret ${name} go to ${origin}?`;
  if (
    !(await confirmModally(message, ["The request names it. You are asked once for this address."], {
      deed: "Send Secret",
      refusal: "Don't Send",
    }))
  )
    return false;
  await context.globalState.update(confirmedState, [...confirmed, pair]);
  return true;
}
