/** What people have begun and is not over, in this window and in others: the same is not begun twice. Without vscode. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { acquire, type Lock, removeAbandoned } from "./lock.ts";

/** The second click of a double click comes within so many milliseconds, also when all was over before it. */
const doubleClick = 500;

export class Begun {
  readonly #folder: string;
  readonly #warn: (message: string) => void;
  readonly #names = new Set<string>();

  /** @param folder an absolute path; it need not exist. `warn` hears why other windows could not be asked. */
  constructor(folder: string, warn: (message: string) => void) {
    this.#folder = folder;
    this.#warn = warn;
    removeAbandoned(folder, Date.now()).catch((error: unknown) =>
      warn(`Locks of windows that ended could not be removed: ${String(error)}`),
    );
  }

  /**
   * Does what has these names, or nothing while any of them is under way: then it resolves with false. What is
   * `repeatable` may follow itself at once.
   */
  async once(
    names: readonly string[],
    act: () => Promise<void>,
    { repeatable = false }: { repeatable?: boolean } = {},
  ): Promise<boolean> {
    if (names.some((name) => this.#names.has(name))) return false;
    for (const name of names) this.#names.add(name);
    const quiet = Promise.withResolvers<void>();
    if (repeatable) quiet.resolve();
    else setTimeout(quiet.resolve, doubleClick).unref();
    let locks: readonly Lock[] | undefined;
    try {
      locks = await this.#acquire(names);
      if (locks) await act();
      return locks !== undefined;
    } finally {
      await this.#release(locks);
      void quiet.promise.then(() => {
        for (const name of names) this.#names.delete(name);
      });
    }
  }

  /** Undefined while another window has begun one of them. */
  async #acquire(names: readonly string[]): Promise<Lock[] | undefined> {
    const locks: Lock[] = [];
    for (const name of names) {
      try {
        const lock = await acquire(join(this.#folder, createHash("sha256").update(name).digest("hex")));
        if (lock) {
          locks.push(lock);
          continue;
        }
        await this.#release(locks);
        return undefined;
      } catch (error) {
        // A full disk keeps nobody from sending.
        this.#warn(`Other windows could not be asked whether they send the same: ${String(error)}`);
      }
    }
    return locks;
  }

  async #release(locks: readonly Lock[] = []): Promise<void> {
    for (const lock of locks)
      await lock
        .release()
        .catch((error: unknown) => this.#warn(`A lock could not be released: ${String(error)}`));
  }
}
