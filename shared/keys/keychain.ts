/** The operating system's keychain, through keytar. */
import type { KeyStore } from "./key-store.ts";

type Keytar = Pick<typeof import("keytar"), "getPassword" | "setPassword" | "deletePassword">;

const service = "switchboard";

/** A locked keychain asks the person, who may be away; the next place is tried after this many milliseconds. */
const patience = 5000;

/**
 * One call at a time, and none while one hangs: each call holds a thread of Node's small pool, which files and names
 * need too. keytar is loaded at the first call; without libsecret or D-Bus every call throws.
 */
export function keychain(load: () => Promise<Keytar> = loadKeytar, wait: number = patience): KeyStore {
  let loaded: Promise<Keytar> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let hanging = false;

  function call<T>(ask: (keytar: Keytar) => Promise<T>, undo?: (keytar: Keytar) => Promise<unknown>) {
    const answer = turn.then(async () => {
      if (hanging) throw new Error("An earlier call is still waiting; the keychain may be locked");
      loaded ??= load();
      const keytar = await loaded;
      const asked = ask(keytar);
      const late = Symbol();
      const { promise: timeout, resolve } = Promise.withResolvers<typeof late>();
      const timer = setTimeout(() => resolve(late), wait);
      const first = await Promise.race([asked, timeout]).finally(() => clearTimeout(timer));
      if (first !== late) return first;
      hanging = true;
      asked
        .then(() => undo?.(keytar))
        .catch(() => {}) // The caller has been told already.
        .finally(() => {
          hanging = false;
        });
      throw new Error(`No answer within ${wait / 1000} s; it may be locked`);
    });
    turn = answer.catch(() => {});
    return answer;
  }

  return {
    place: "keychain",
    get: (account) => call(async (keytar) => (await keytar.getPassword(service, account)) ?? undefined),
    // The caller keeps the key elsewhere when this takes too long, so what arrives late is taken back.
    set: (account, secret) =>
      call(
        (keytar) => keytar.setPassword(service, account, secret),
        (keytar) => keytar.deletePassword(service, account),
      ),
    delete: (account) =>
      call(async (keytar) => {
        await keytar.deletePassword(service, account);
      }),
  };
}

async function loadKeytar(): Promise<Keytar> {
  const module: Keytar & { default?: Keytar } = await import("keytar");
  return module.default ?? module; // Outside a bundle Node gives a CommonJS package as the default export.
}
