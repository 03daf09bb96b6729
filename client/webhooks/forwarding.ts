/** Passes deliveries on to a handler on this machine, where a person wants that in this workspace. */
import * as vscode from "vscode";
import { systemClock } from "../../shared/http/clock.ts";
import type { Forward } from "../../shared/webhooks/forward.ts";
import {
  type Answer,
  handlerAddress,
  handlerPatience,
  isLocal,
  type Outgoing,
} from "../../shared/webhooks/handler.ts";
import type { Session } from "../session/session.ts";
import { showInputBox } from "../text/questions.ts";
import type { Deliveries } from "./deliveries.ts";

const stateName = "switchboard.forwardWebhooksTo";
const usualAddress = "http://127.0.0.1:3000/webhooks";
/** A person who debugs the handler stands at a breakpoint, in milliseconds. */
const patienceOfDebugging = 60 * 60 * 1000;

/** A delivery with its id in the store. */
interface Kept extends Outgoing {
  id: string;
}

export class Forwarding implements vscode.Disposable {
  readonly #session: Session;
  readonly #deliveries: Deliveries;
  readonly #receiverPort: () => string | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #answered = new vscode.EventEmitter<{ answer: Answer; again: number | undefined }>();
  /** Where it goes while tasks and debug sessions say so: the last of them holds. */
  readonly #meanwhile = new Set<{ url: string }>();
  #running: { url: string; forward: Promise<Forward<Kept>> } | undefined;

  /** It goes to another address than before, or nowhere. */
  readonly onDidChange = this.#changed.event;
  readonly onDidAnswer = this.#answered.event;

  /** @param receiverPort that of this window's receiver: what goes there comes again */
  constructor(session: Session, deliveries: Deliveries, receiverPort: () => string | undefined) {
    this.#receiverPort = receiverPort;
    this.#session = session;
    this.#deliveries = deliveries;
  }

  /** Undefined while nothing is passed on. */
  get url(): string | undefined {
    const meanwhile = [...this.#meanwhile].at(-1);
    if (meanwhile) return meanwhile.url;
    const url: unknown = this.#session.context.workspaceState.get(stateName);
    return typeof url === "string" && forwardAddress(url) ? url : undefined;
  }

  async set(url: string | undefined): Promise<void> {
    await this.#session.context.workspaceState.update(stateName, url);
    this.#turn();
  }

  /** Passes on to the address until the result is called. */
  meanwhile(url: string): () => void {
    const wanted = { url };
    this.#meanwhile.add(wanted);
    this.#turn();
    return () => {
      this.#meanwhile.delete(wanted);
      this.#turn();
    };
  }

  /** Passes it on after those that wait. Does nothing without an address. */
  add(delivery: Kept): void {
    const { url } = this;
    if (url === undefined || !vscode.workspace.isTrusted || this.problemOf(url) !== undefined) return;
    this.#running ??= { url, forward: this.#start(url) };
    this.#running.forward.then(
      (forward) => forward.add(delivery),
      (error: unknown) => this.#session.log.error(`Webhooks are not forwarded: ${String(error)}`),
    );
  }

  /** Asks for the address, with the present one to change. False when the person left without an answer. */
  async ask(): Promise<boolean> {
    const value = this.url ?? usualAddress;
    const answer = await showInputBox({
      title: "Forward Webhooks",
      prompt:
        "An address of this machine, to which each webhook is passed on with its bytes and headers. Empty for none.",
      value,
      valueSelection: [0, value.length],
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === "" ? undefined : this.problemOf(text.trim())),
    });
    if (answer === undefined) return false;
    await this.set(answer.trim() === "" ? undefined : answer.trim());
    return true;
  }

  /** Why webhooks can't be passed on to the address; undefined when they can. */
  problemOf(text: string): string | undefined {
    const url = forwardAddress(text);
    if (!url) return `Enter an address of this machine, such as ${usualAddress}.`;
    return url.port !== "" && url.port === this.#receiverPort()
      ? "It leads back to the receiver itself."
      : undefined;
  }

  async #start(url: string): Promise<Forward<Kept>> {
    const [{ createForward }, transport] = await Promise.all([
      import("../../shared/webhooks/forward.ts"),
      this.#session.transport(),
    ]);
    return createForward<Kept>({
      url: new URL(url),
      transport,
      clock: systemClock,
      patience: () => (vscode.debug.activeDebugSession ? patienceOfDebugging : handlerPatience),
      onAnswer: ({ id }, answer, again) => {
        this.#answered.fire({ answer, again });
        this.#deliveries
          .answered(answer, { delivery: id, url, again })
          .catch((error: unknown) => this.#session.log.warn(`An answer is not kept: ${String(error)}`));
      },
    });
  }

  #turn(): void {
    this.#stop();
    this.#changed.fire();
  }

  /** What waits is given up. */
  #stop(): void {
    void this.#running?.forward.then((forward) => forward.close());
    this.#running = undefined;
  }

  dispose(): void {
    this.#stop();
    this.#changed.dispose();
    this.#answered.dispose();
  }
}

/** The address where it is one of this machine; undefined otherwise. */
function forwardAddress(text: string): URL | undefined {
  const url = handlerAddress(text);
  return url && isLocal(url) ? url : undefined;
}
