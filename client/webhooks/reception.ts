/** What this window does with webhooks: it receives them, keeps them, passes them on and says what they announce. */
import * as vscode from "vscode";
import type { Delivery, Receiver } from "../../shared/webhooks/receiver.ts";
import type { RegistrationState } from "../../shared/webhooks/sandbox-registration.ts";
import type { Session } from "../session/session.ts";
import { userValue } from "../session/user-settings.ts";
import { Deliveries } from "./deliveries.ts";
import type { Head } from "./delivery-head.ts";
import { answerLine, lineOf } from "./delivery-words.ts";
import { explanationOf } from "./explanation.ts";
import { Forwarding } from "./forwarding.ts";
import { Listening } from "./listening.ts";
import type { RunHost } from "./receiver-run.ts";
import { Signing } from "./signing.ts";
import { readWebhookSettings, type WebhookSettings } from "./webhook-settings.ts";

export class Reception implements vscode.Disposable {
  readonly session: Session;
  readonly deliveries: Deliveries;
  readonly signing: Signing;
  readonly forwarding: Forwarding;
  readonly listening: Listening;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #lines = new vscode.EventEmitter<string>();
  readonly #ended = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable;

  /** It receives or forwards otherwise than before. */
  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.session = session;
    this.deliveries = new Deliveries(session);
    this.signing = new Signing(session, () => this.settings());
    this.forwarding = new Forwarding(session, this.deliveries, () => this.#port());
    this.listening = new Listening({
      start: async () => {
        const { receive, registerAtSandbox } = await import("./receive.ts");
        const receiver = await receive(this);
        return { receiver, registration: registerAtSandbox(this, receiver, () => this.#changed.fire()) };
      },
      changed: () => {
        this.#changed.fire();
        const { kind } = this.listening.state;
        if (kind === "off" || kind === "ended") this.#ended.fire();
      },
    });
    this.#disposables = vscode.Disposable.from(
      this.#changed,
      this.#lines,
      this.#ended,
      this.forwarding,
      this.deliveries,
      this.forwarding.onDidChange(() => this.#changed.fire()),
      this.forwarding.onDidAnswer(({ answer, again }) => this.#lines.fire(answerLine(answer, again))),
      // The sandbox sends to the window that is used.
      vscode.window.onDidChangeWindowState(() => void this.listening.look()),
      session.onDidChangeSigning(() => this.signing.forget()),
      session.onDidChange(() => {
        this.signing.forget();
        this.#changed.fire();
        void this.listening.look();
      }),
    );
  }

  settings(): WebhookSettings {
    return readWebhookSettings(userValue);
  }

  /** Throws an Error with words for the person when there is none. */
  get receiver(): Receiver {
    const { state } = this.listening;
    if (state.kind === "on") return state.receiver;
    throw new Error("Listen for webhooks first: there is no receiver now.");
  }

  /** Whether the sandbox sends here; undefined while it need not. */
  get sandbox(): RegistrationState | undefined {
    const { state } = this.listening;
    const { environment } = this.session.settings;
    return state.kind === "on" && environment === "sandbox" ? state.registration.state : undefined;
  }

  /** What would make a wrong signature match, where something simple does. */
  explain(head: Head): Promise<string | undefined> {
    return explanationOf(this, head);
  }

  /** A delivery was kept. @param id in the store */
  received(delivery: Delivery, id: string): void {
    this.#lines.fire(lineOf(delivery));
    this.forwarding.add({ id, bytes: delivery.bytes, headers: delivery.headers });
    if (!this.settings().refresh) return;
    void import("./announcement.ts").then(({ announcementOf }) => {
      const announcement = announcementOf(delivery);
      if (announcement) this.session.announced(announcement);
    });
  }

  /** For tasks and debug sessions. */
  get runs(): RunHost {
    const until = (disposable: vscode.Disposable) => () => void disposable.dispose();
    return {
      forwardTo: (url) => this.forwarding.meanwhile(url),
      problemOf: (url) => this.forwarding.problemOf(url),
      isListening: () => this.listening.state.kind === "on",
      listen: () => this.listening.start(),
      stop: () => this.listening.stop(),
      onLine: (say) => until(this.#lines.event(say)),
      onEnd: (ended) => until(this.#ended.event(ended)),
    };
  }

  #port(): string | undefined {
    const { state } = this.listening;
    return state.kind === "on" ? new URL(state.receiver.url).port : undefined;
  }

  dispose(): void {
    this.#disposables.dispose();
    void this.listening.stop();
  }
}
