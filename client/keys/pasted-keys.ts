/** Compares strings of files with the keys that are kept here. No key leaves the client for it. */
import { baseAddress } from "../../shared/http/address.ts";
import type { Session } from "../session/session.ts";

/** A shorter one could be a word. */
const shortest = 12;

export async function compareSecrets(
  session: Session,
  { strings }: { strings: readonly string[] },
): Promise<number[]> {
  if (strings.length === 0) return [];
  const keys = await heldKeys(session);
  return strings.flatMap((string, index) => (keys.some((key) => string.includes(key)) ? [index] : []));
}

/** The keys of all environments with a base address. The sandbox's own open nothing. */
async function heldKeys(session: Session): Promise<string[]> {
  const owners = Object.entries(session.settings.baseUrls).flatMap(([environment, addresses]) =>
    Object.entries(addresses).flatMap(([api, address]) => {
      const origin = originOf(address);
      return origin === undefined ? [] : [{ api, environment, origin }];
    }),
  );
  const found = await Promise.all(owners.map((owner) => session.keys.find(owner)));
  return found.flatMap((each) =>
    Object.entries(each?.credentials ?? {})
      // A client's identifier may stand in a file.
      .filter(([name, value]) => !/id$/i.test(name) && value.length >= shortest)
      .map(([, value]) => value),
  );
}

function originOf(address: string): string | undefined {
  try {
    return baseAddress(address).origin;
  } catch {
    return undefined;
  }
}
