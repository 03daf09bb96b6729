/** Keeps a running sandbox sending its webhooks here: one that starts later, or that was started again, is told as well. */
import type { Transport } from "../http/transport.ts";
import { receiveFromSandbox, receiveNoMore } from "./sandbox-webhooks.ts";

export interface RegistrationHost {
  /** By slug: where the webhooks of an API are taken here. */
  addresses: Readonly<Record<string, string>>;
  transport(): Promise<Transport>;
  /** The sandbox's root address, while its environment is active and it runs. */
  find(): Promise<string | undefined>;
  /** Another window may have a receiver as well: the sandbox sends to that of the window that is used. */
  isInUse(): boolean;
  /** The state is different now. */
  changed(): void;
  /** Calls back after so many milliseconds, until the result is called. */
  after(time: number, then: () => void): () => void;
}

/** `elsewhere`: it runs, and sends nothing here. */
export type RegistrationState = "here" | "elsewhere" | "not running";

/** Milliseconds between two looks. */
const pause = 3000;

export class SandboxRegistration {
  readonly #host: RegistrationHost;
  #state: RegistrationState | undefined;
  /** The sandbox that was told last. */
  #sandbox: string | undefined;
  #wasInUse = false;
  #isEnded = false;
  #callOff: (() => void) | undefined;
  #looking: Promise<void> | undefined;

  constructor(host: RegistrationHost) {
    this.#host = host;
  }

  /** Undefined before the first look. */
  get state(): RegistrationState | undefined {
    return this.#state;
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
    const before = this.#state;
    const isInUse = found !== undefined && host.isInUse();
    if (found === undefined) {
      // Another environment is active, if it was not ended.
      await this.#leave();
      this.#state = "not running";
    } else {
      this.#sandbox = found;
      // Whoever registered later keeps it, until this window is used again.
      const isTaking = before === undefined || (isInUse && !this.#wasInUse);
      const isHere = await receiveFromSandbox(await host.transport(), found, host.addresses, isTaking);
      this.#state = isHere ? "here" : "elsewhere";
    }
    this.#wasInUse = isInUse;
    if (this.#state !== before) host.changed();
  }

  /** It sends here no more. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#callOff?.();
    await this.#looking;
    await this.#leave();
    this.#state = "not running";
  }

  async #leave(): Promise<void> {
    const sandbox = this.#sandbox;
    if (sandbox === undefined) return;
    this.#sandbox = undefined;
    await receiveNoMore(await this.#host.transport(), sandbox, this.#host.addresses);
  }
}
