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

/** What signs the webhooks that an API sends, as its account in an environment has it. Its one credential is `value`. */
export interface WebhookSecretOwner {
  /** The API's slug. */
  webhooksOf: string;
  environment: string;
}

/** A place that failed, and how. */
export interface Refusal {
  place: KeyPlace;
  reason: string;
}

type Owner = KeyOwner | NamedSecret | TokenOwner | WebhookSecretOwner;

export interface Keys {
  find(owner: Owner): Promise<{ credentials: Credentials; place: KeyPlace } | undefined>;
  /** Keeps the key in the first place that takes it. Throws when none does. */
  set(owner: Owner, credentials: Credentials): Promise<{ place: KeyPlace; refusals: Refusal[] }>;
  /** Removes the key everywhere. The places that refused may still have it. */
  forget(owner: Owner): Promise<{ refusals: Refusal[] }>;
}

function accountOf(owner: Owner): string {
  if ("secret" in owner) return `secret ${owner.secret}`;
  if ("webhooksOf" in owner) return `${owner.environment} ${owner.webhooksOf} webhook secret`;
  if ("signedInTo" in owner) return `${owner.environment} ${owner.signedInTo} ${owner.origin} token`;
  return `${owner.environment} ${owner.api} ${owner.origin}`;
}

/** Where the one valid key is while a place has not given up an older one. */
export interface Outdated {
  /** Null where the key was forgotten. */
  validIn: KeyPlace | null;
  /** The places that may still have what does not count any more. */
  staleIn: readonly KeyPlace[];
}

/** Keeps what is outdated, by account, for longer than this process lives, and for others that use the same places. */
export interface OutdatedKeys {
  get(account: string): Promise<Outdated | undefined>;
  /** Undefined: nothing is outdated any more. */
  set(account: string, outdated: Outdated | undefined): Promise<void>;
}

/** `stores` in the order of preference. `onRefusal` hears of places that could not be asked. */
export function createKeys(
  stores: readonly KeyStore[],
  onRefusal?: (refusal: Refusal) => void,
  outdatedKeys: OutdatedKeys = forThisProcess(),
): Keys {
  /** The places that refused last: they are not asked to remove anything before they have worked again. */
  const refusing = new Set<KeyPlace>();
  /** One change at a time for each account: a removal never meets a key that was set meanwhile. */
  const turns = new Map<string, Promise<unknown>>();

  function inTurn<T>(account: string, act: (account: string) => Promise<T>): Promise<T> {
    const done = Promise.resolve(turns.get(account)).then(() => act(account));
    const turn = done
      .catch(() => {}) // Whoever asked is told.
      .finally(() => {
        if (turns.get(account) === turn) turns.delete(account);
      });
    turns.set(account, turn);
    return done;
  }

  async function ask<T>(store: KeyStore, call: () => Promise<T>): Promise<{ answer: T } | Refusal> {
    try {
      const answer = await call();
      refusing.delete(store.place);
      return { answer };
    } catch (error) {
      refusing.add(store.place);
      return { place: store.place, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  const isReachable = (place: KeyPlace) => stores.some((store) => store.place === place);

  /** Removes the key from the places that may still have it, and remembers those that refused. */
  async function remove(account: string, outdated: Outdated): Promise<Refusal[]> {
    // Remembered first: the process may end in between.
    await outdatedKeys.set(account, outdated);
    const refusals: Refusal[] = [];
    for (const store of stores) {
      if (!outdated.staleIn.includes(store.place)) continue;
      const removed = await ask(store, () => store.delete(account));
      if ("reason" in removed) refusals.push(removed);
    }
    // What cannot be reached from here is left to those who can.
    const staleIn = outdated.staleIn.filter(
      (place) => !isReachable(place) || refusals.some((refusal) => refusal.place === place),
    );
    await outdatedKeys.set(account, staleIn.length > 0 ? { ...outdated, staleIn } : undefined);
    return refusals;
  }

  /** What is outdated, once the places that may work again were asked to remove it. */
  async function finished(account: string): Promise<Outdated | undefined> {
    const canBeAsked = (outdated: Outdated | undefined) =>
      outdated?.staleIn.some((place) => isReachable(place) && !refusing.has(place)) === true;
    const outdated = await outdatedKeys.get(account);
    if (!canBeAsked(outdated)) return outdated;
    return inTurn(account, async () => {
      const now = await outdatedKeys.get(account);
      if (now && canBeAsked(now)) await remove(account, now);
      return now;
    });
  }

  const placesBut = (store?: KeyStore) => stores.filter((other) => other !== store).map(({ place }) => place);

  return {
    async find(owner) {
      const account = accountOf(owner);
      const outdated = await finished(account);
      for (const store of stores) {
        if (outdated && store.place !== outdated.validIn) continue;
        const found = await ask(store, () => store.get(account));
        if ("reason" in found) onRefusal?.(found);
        const credentials = "answer" in found ? parse(found.answer) : undefined;
        if (credentials) return { credentials, place: store.place };
      }
      return undefined;
    },

    set: (owner, credentials) =>
      inTurn(accountOf(owner), async (account) => {
        const refusals: Refusal[] = [];
        for (const store of stores) {
          const kept = await ask(store, () => store.set(account, JSON.stringify(credentials)));
          if ("answer" in kept) {
            await remove(account, { validIn: store.place, staleIn: placesBut(store) });
            return { place: store.place, refusals };
          }
          refusals.push(kept);
        }
        throw new Error(`The key could not be kept. ${refusals.map(describeRefusal).join(" ")}`);
      }),

    forget: (owner) =>
      inTurn(accountOf(owner), async (account) => ({
        refusals: await remove(account, { validIn: null, staleIn: placesBut() }),
      })),
  };
}

function forThisProcess(): OutdatedKeys {
  const known = new Map<string, Outdated>();
  return {
    get: async (account) => known.get(account),
    async set(account, outdated) {
      if (outdated) known.set(account, outdated);
      else known.delete(account);
    },
  };
}

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
