/** The keys that a person has set, wherever they could be kept. */
import type { Credentials } from "../api.ts";
import { isRow } from "../traits/values.ts";
import { type KeyPlace, type KeyStore, placeNames } from "./key-store.ts";

/** Whose key it is. It is found for this origin alone, so a changed base address never gets it. */
export interface KeyOwner {
  api: string;
  environment: string;
  /** The origin of the base address: `https://api.example.com`. */
  origin: string;
}

/** A secret that request files name: `{{secret:NAME}}`. Its one credential is `value`. */
export interface NamedSecret {
  secret: string;
}

/** Somebody who has signed in to an API. Like a key, the token is found for this origin alone. */
export interface TokenOwner {
  /** The API's slug. */
  signedInTo: string;
  environment: string;
  /** The origin of the base address: `https://api.example.com`. */
  origin: string;
}

/** A place that failed, and how. */
export interface Refusal {
  place: KeyPlace;
  reason: string;
}

type Owner = KeyOwner | NamedSecret | TokenOwner;

export interface Keys {
  find(owner: Owner): Promise<{ credentials: Credentials; place: KeyPlace } | undefined>;
  /** Keeps the key in the first place that takes it. Throws when none does. */
  set(owner: Owner, credentials: Credentials): Promise<{ place: KeyPlace; refusals: Refusal[] }>;
  /** Removes the key everywhere. The places that refused may still have it. */
  forget(owner: Owner): Promise<{ refusals: Refusal[] }>;
}

function accountOf(owner: Owner): string {
  if ("secret" in owner) return `secret ${owner.secret}`;
  if ("signedInTo" in owner) return `${owner.environment} ${owner.signedInTo} ${owner.origin} token`;
  return `${owner.environment} ${owner.api} ${owner.origin}`;
}

/** `stores` in the order of preference. `onRefusal` hears of places that could not be asked. */
export function createKeys(stores: readonly KeyStore[], onRefusal?: (refusal: Refusal) => void): Keys {
  /**
   * Where a key is whose older self a place refused to give up: that place must not win over it later.
   * Undefined stands for a key that was forgotten.
   */
  const latest = new Map<string, KeyStore | undefined>();
  const remember = (account: string, store: KeyStore | undefined, refusals: readonly Refusal[]) => {
    if (refusals.length > 0) latest.set(account, store);
    else latest.delete(account);
  };

  return {
    async find(owner) {
      const account = accountOf(owner);
      const places = latest.has(account) ? [latest.get(account)] : stores;
      for (const store of places) {
        const credentials = await store?.get(account).then(parse, (error) => {
          onRefusal?.(refusalOf(store, error));
        });
        if (store && credentials) return { credentials, place: store.place };
      }
      return undefined;
    },

    async set(owner, credentials) {
      const account = accountOf(owner);
      const refusals: Refusal[] = [];
      for (const store of stores) {
        try {
          await store.set(account, JSON.stringify(credentials));
        } catch (error) {
          refusals.push(refusalOf(store, error));
          continue;
        }
        const others = stores.filter((other) => other !== store);
        remember(account, store, [...refusals, ...(await removeFrom(others, account))]);
        return { place: store.place, refusals };
      }
      throw new Error(`The key could not be kept. ${refusals.map(describeRefusal).join(" ")}`);
    },

    async forget(owner) {
      const account = accountOf(owner);
      const refusals = await removeFrom(stores, account);
      remember(account, undefined, refusals);
      return { refusals };
    },
  };
}

async function removeFrom(stores: readonly KeyStore[], account: string): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const store of stores)
    await store.delete(account).catch((error) => void refusals.push(refusalOf(store, error)));
  return refusals;
}

const refusalOf = (store: KeyStore, error: unknown): Refusal => ({
  place: store.place,
  reason: error instanceof Error ? error.message : String(error),
});

export const describeRefusal = ({ place, reason }: Refusal) =>
  `${placeNames[place]} did not work: ${reason.replace(/\.$/, "")}.`.replace(/^t/, "T");

/** Undefined for anything but an object of strings. */
function parse(text: string | undefined): Credentials | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRow(value)) return undefined;
    const entries = Object.entries(value).flatMap(([name, secret]) =>
      typeof secret === "string" ? [[name, secret] as const] : [],
    );
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}
