/** A place that keeps secrets by name. Any call may fail at any time: keychains are locked, absent or restarted. */
export interface KeyStore {
  readonly place: KeyPlace;
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  /** Nothing to delete is no failure. */
  delete(account: string): Promise<void>;
}

/** `keychain` the operating system's; `secret-storage` VS Code's; `session` this process's memory. */
export type KeyPlace = "keychain" | "secret-storage" | "session";

export const placeNames: Readonly<Record<KeyPlace, string>> = {
  keychain: "the system's keychain",
  "secret-storage": "VS Code's secret storage",
  session: "the memory of this session",
};

/** Keeps keys until the process ends. */
export function sessionStore(): KeyStore {
  const secrets = new Map<string, string>();
  return {
    place: "session",
    get: async (account) => secrets.get(account),
    set: async (account, secret) => void secrets.set(account, secret),
    delete: async (account) => void secrets.delete(account),
  };
}
