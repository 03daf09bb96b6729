import type { SecretStorage } from "vscode";
import type { KeyStore } from "../../shared/keys/key-store.ts";

/** On some systems VS Code's own store asks the person to unlock something; after this many milliseconds it counts as failed. */
const patience = 5000;

export function secretStorage(secrets: SecretStorage): KeyStore {
  return {
    place: "secret-storage",
    get: (account) => within(secrets.get(account)),
    set: (account, secret) => within(secrets.store(account, secret)),
    delete: (account) => within(secrets.delete(account)),
  };
}

async function within<T>(answer: Thenable<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${patience / 1000} s`)), patience);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
