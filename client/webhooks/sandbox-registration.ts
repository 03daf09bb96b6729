/**
 * Keeps a running sandbox sending its webhooks here: one that starts later, or that was started again, is told as well.
 * Without vscode.
 */
import type { SandboxDirectory } from "../../shared/sandbox/directory.ts";

export interface RegistrationHost {
  /** The sandbox, while its environment is active and it runs. */
  find(): Promise<SandboxDirectory | undefined>;
  /** Whether it has heard. */
  tell(isHere: boolean): Promise<boolean>;
  /** Another window may have a receiver as well: the sandbox sends to that of the window that is used. */
  isInUse(): boolean;
  /** Whether it sends here is different now. */
  changed(): void;
  /** Calls back after so many milliseconds, until the result is called. */
  after(time: number, then: () => void): () => void;
}

/** Milliseconds between two looks. */
const pause = 3000;

export class SandboxRegistration {
  readonly #host: RegistrationHost;
  /** Undefined before the first look. */
  #isRegistered: boolean | undefined;
  #isEnded = false;
  #callOff: (() => void) | undefined;
  #looking: Promise<void> | undefined;

  constructor(host: RegistrationHost) {
    this.#host = host;
  }

  /** Whether the sandbox sends here; undefined before that is known. */
  get isRegistered(): boolean | undefined {
    return this.#isRegistered;
  }

  /** Looks whether the sandbox is there, and tells it; from then on again and again. */
  async look(): Promise<void> {
    while (this.#looking) await this.#looking;
    if (this.#isEnded) return;
    this.#callOff?.();
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined;
      if (!this.#isEnded) this.#callOff = this.#host.after(pause, () => void this.look());
    });
    await this.#looking;
  }

  async #look(): Promise<void> {
    const host = this.#host;
    const found = await host.find().catch(() => undefined); // Its address may be none.
    const before = this.#isRegistered;
    if (!found) {
      // Another environment is active, if it was not ended.
      if (before) await host.tell(false);
      this.#isRegistered = false;
    } else if (!before || host.isInUse()) this.#isRegistered = await host.tell(true);
    if (this.#isRegistered !== before) host.changed();
  }

  /** It sends here no more. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#callOff?.();
    await this.#looking;
    if (this.#isRegistered) await this.#host.tell(false);
    this.#isRegistered = false;
  }
}
