/** The address of the program that takes webhooks: asked for, and remembered in the workspace. */
import type * as vscode from "vscode";
import { handlerAddress, isLocal } from "../../shared/webhooks/handler.ts";
import { confirmModally } from "../text/notifications.ts";
import { createQuickPick } from "../text/questions.ts";

const stateKey = "switchboard.handlerAddresses";
const mostRemembered = 10;

/** @param what is sent, as words: "the 188 bytes of the file" */
interface Sending {
  title: string;
  what: string;
}

/** Undefined when the person gives up. An address elsewhere is confirmed each time. */
export async function askAddress(state: vscode.Memento, sending: Sending): Promise<URL | undefined> {
  const known = remembered(state);
  const address = await pickAddress(known, sending);
  if (!address || !(isLocal(address) || (await isConfirmed(address, sending)))) return undefined;
  const { href } = address;
  const all = [href, ...known.filter((each) => each !== href)];
  await state.update(stateKey, all.slice(0, mostRemembered));
  return address;
}

/** The last that was used first. */
function remembered(state: vscode.Memento): string[] {
  const kept: unknown = state.get(stateKey);
  return Array.isArray(kept) ? kept.filter((each) => typeof each === "string" && handlerAddress(each)) : [];
}

interface AddressItem extends vscode.QuickPickItem {
  /** Absent where what is typed is meant. */
  address?: URL;
}

async function pickAddress(known: readonly string[], { title, what }: Sending): Promise<URL | undefined> {
  const pick = createQuickPick<AddressItem>();
  pick.title = title;
  pick.placeholder =
    known.length > 0
      ? "Pick an address or type one"
      : "Type the address of your handler, such as http://127.0.0.1:3000/hooks";
  pick.ignoreFocusOut = true;
  const knownItems = known.flatMap((text) => {
    const address = handlerAddress(text);
    return address ? [itemOf(address, what)] : [];
  });
  const offer = (typed: string): AddressItem[] => {
    const found = knownItems.filter(({ label }) => label.includes(typed));
    const address = handlerAddress(typed);
    if (address) {
      const { address: _, ...typedItem } = itemOf(address, what);
      return [typedItem, ...found.filter(({ label }) => label !== address.href)];
    }
    const none = "is no address such as http://127.0.0.1:3000/hooks";
    return found.length > 0 ? found : [{ label: typed, description: none, alwaysShow: true }];
  };
  pick.items = knownItems;
  const listener = pick.onDidChangeValue((value) => (pick.items = offer(value.trim())));
  const { promise, resolve } = Promise.withResolvers<URL | undefined>();
  pick.onDidAccept(() => {
    const typed = pick.value.trim();
    const [chosen] = pick.activeItems;
    // More may be typed before the items say so.
    const meant = (chosen?.label.includes(typed) && chosen.address) || handlerAddress(typed);
    if (!meant) return;
    resolve(meant);
    pick.hide();
  });
  pick.onDidHide(() => resolve(undefined));
  pick.show();
  return promise.finally(() => {
    listener.dispose();
    pick.dispose();
  });
}

const itemOf = (address: URL, what: string): AddressItem => ({
  label: address.href,
  description: isLocal(address) ? "on this machine" : "not this machine",
  detail: `POST ${what}`,
  alwaysShow: true,
  address,
});

const isConfirmed = (address: URL, { what }: Sending): Promise<boolean> =>
  confirmModally(
    `Send to ${address.host}?`,
    [`POST ${address.href}`, `That is not this machine. It gets ${what}, with their signature.`],
    { deed: "Send", refusal: "Don't Send" },
  );
