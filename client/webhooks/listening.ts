/** Whether this window receives webhooks: what it says of itself is true, also when the receiver ends by itself. Without vscode. */
import type { Receiver } from "../../shared/webhooks/receiver.ts";
import type { SandboxRegistration } from "../../shared/webhooks/sandbox-registration.ts";

export type ListeningState =
  | { kind: "off" | "starting" }
  | ({ kind: "on" } & Begun)
  /** It has ended by itself. */
  | { kind: "ended" };

/** A receiver, and what keeps the sandbox sending to it. */
export interface Begun {
  receiver: Receiver;
  registration: SandboxRegistration;
}

export interface ListeningHost {
  start(): Promise<Begun>;
  /** The state is different now. */
  changed(): void;
}

export class Listening {
  readonly #host: ListeningHost;
  #state: ListeningState = { kind: "off" };
  #starting: Promise<Receiver> | undefined;

  constructor(host: ListeningHost) {
    this.#host = host;
  }

  get state(): ListeningState {
    return this.#state;
  }

  /** The receiver that runs, else a new one. Rejects with what the host's start rejects with. */
  start(): Promise<Receiver> {
    if (this.#state.kind === "on") return Promise.resolve(this.#state.receiver);
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #start(): Promise<Receiver> {
    this.#become({ kind: "starting" });
    try {
      const { receiver, registration } = await this.#host.start();
      const state = { kind: "on", receiver, registration } as const;
      void receiver.closed.then(() => {
        if (this.#state === state) void this.#end(state, "ended");
      });
      this.#become(state);
      await registration.look();
      return receiver;
    } catch (error) {
      this.#become({ kind: "off" });
      throw error;
    }
  }

  /** The sandbox may be another, or another environment is active. */
  async look(): Promise<void> {
    if (this.#state.kind === "on") await this.#state.registration.look();
  }

  async stop(): Promise<void> {
    await this.#starting?.catch(() => {}); // Whoever started it is told.
    const state = this.#state;
    if (state.kind === "on") await this.#end(state, "off");
    else this.#become({ kind: "off" });
  }

  async #end(
    { receiver, registration }: ListeningState & { kind: "on" },
    kind: "off" | "ended",
  ): Promise<void> {
    this.#become({ kind });
    await registration.end();
    await receiver.close();
  }

  #become(state: ListeningState): void {
    this.#state = state;
    this.#host.changed();
  }
}
