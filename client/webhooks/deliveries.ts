/** The deliveries of this workspace: this window's and those that another window has received. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import { systemClock } from "../../shared/http/clock.ts";
import type { Answer } from "../../shared/webhooks/handler.ts";
import type { Delivery } from "../../shared/webhooks/receiver.ts";
import type { Replays } from "../../shared/webhooks/verify.ts";
import { Paced } from "../session/paced.ts";
import type { Session } from "../session/session.ts";
import { WorkspaceEntries } from "../session/workspace-entries.ts";
import { bytesOf, type Head } from "./delivery-head.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { AnswerStore } from "./kept-answer.ts";
import type { KeptDelivery } from "./kept-delivery.ts";

interface Stores {
  deliveries: DeliveryStore;
  answers: AnswerStore;
}

/** So many of one length are read to find one by its bytes. */
const mostCompared = 100;

export class Deliveries implements vscode.Disposable {
  readonly #session: Session;
  readonly #entries: WorkspaceEntries;
  readonly #answers: WorkspaceEntries;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable;
  #stores: Promise<Stores> | undefined;
  /** The answers that this window has kept, by the delivery's id. */
  readonly #lastAnswers = new Map<string, string>();

  /** At most ten times a second. */
  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    const storage = session.context.globalStorageUri;
    this.#entries = new WorkspaceEntries(storage, "webhooks");
    this.#answers = new WorkspaceEntries(storage, "webhook-answers");
    const paced = new Paced({
      say: () => this.#changed.fire(),
      after: (time, then) => systemClock.after(time, then),
    });
    this.#disposables = vscode.Disposable.from(
      this.#changed,
      this.#entries,
      this.#answers,
      new vscode.Disposable(() => paced.dispose()),
      ...[this.#entries, this.#answers].map(({ onDidChange }) => onDidChange(() => paced.changed())),
    );
  }

  /** The newest first, each with the last answer to it. */
  async heads(): Promise<readonly Head[]> {
    const { deliveries, answers } = await this.#opened();
    const { lastAnswers } = await import("./kept-answer.ts");
    const [heads, answered] = await Promise.all([deliveries.all(), answers.all()]);
    const last = lastAnswers(answered);
    return heads.map((head) => {
      const answer = last.get(head.id);
      return answer ? { ...head, answer } : head;
    });
  }

  /** Throws an Error with words for the person when it is not there any more. */
  async read({ id }: Pick<Head, "id">): Promise<KeptDelivery> {
    const delivery = await (await this.#opened()).deliveries.read(id);
    if (delivery) return delivery;
    this.#entries.changed();
    throw new Error("The delivery is not kept any more.");
  }

  /** The newest of an API that came with these bytes. */
  async withBytes(api: Api, bytes: Uint8Array): Promise<KeptDelivery | undefined> {
    const { deliveries } = await this.#opened();
    const alike = (await deliveries.all()).filter(
      (head) => head.api === api.slug && head.size === bytes.length,
    );
    for (const { id } of alike.slice(0, mostCompared)) {
      const delivery = await deliveries.read(id);
      if (delivery && Buffer.compare(bytesOf(delivery), bytes) === 0) return delivery;
    }
    return undefined;
  }

  /** When it is safe. Gives its id. */
  async add(delivery: Delivery, environment: string): Promise<string> {
    const { keptDelivery } = await import("./kept-delivery.ts");
    const id = await (await this.#opened()).deliveries.add(keptDelivery(delivery, environment));
    this.#entries.changed();
    return id;
  }

  /** In place of the answer before. */
  async answered(
    answer: Answer,
    of: { delivery: string; url: string; again: number | undefined },
  ): Promise<void> {
    const { answers } = await this.#opened();
    const { keptAnswer } = await import("./kept-answer.ts");
    const before = this.#lastAnswers.get(of.delivery);
    const id = await answers.add(keptAnswer(answer, { ...of, at: Date.now() }));
    this.#lastAnswers.set(of.delivery, id);
    if (before !== undefined) await answers.delete([before]);
    this.#answers.changed();
  }

  /** The begin of what the handler has said, where it said something. */
  async answerTo({ answer }: Head): Promise<string | undefined> {
    return answer && (await (await this.#opened()).answers.read(answer.id))?.body;
  }

  async delete(heads: readonly Head[]): Promise<void> {
    const { deliveries, answers } = await this.#opened();
    await deliveries.delete(heads.map(({ id }) => id));
    await answers.delete(heads.flatMap(({ answer }) => answer?.id ?? []));
    this.#entries.changed();
  }

  async clear(): Promise<void> {
    const { deliveries, answers } = await this.#opened();
    await deliveries.clear();
    await answers.clear();
    this.#entries.changed();
  }

  /** What came before, also to another receiver. */
  async replays(apis: readonly Api[]): Promise<Replays> {
    const { createReplays } = await import("../../shared/webhooks/verify.ts");
    const replays = createReplays();
    for (const head of (await this.heads()).toReversed()) {
      const api = apis.find(({ slug }) => slug === head.api);
      if (api && head.delivery !== undefined) replays.isReplay(api, { id: head.delivery }, head.verdict);
    }
    return replays;
  }

  async #opened(): Promise<Stores> {
    this.#stores ??= this.#open();
    return this.#stores;
  }

  async #open(): Promise<Stores> {
    const [{ deliveryStore }, { answerStore }] = await Promise.all([
      import("./delivery-store.ts"),
      import("./kept-answer.ts"),
      this.#entries.watch(),
      this.#answers.watch(),
    ]);
    const warn = (message: string) => this.#session.log.warn(message);
    return {
      deliveries: deliveryStore(this.#entries.path, warn),
      answers: answerStore(this.#answers.path, warn),
    };
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
