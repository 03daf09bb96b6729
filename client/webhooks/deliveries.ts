/** The deliveries of this workspace: this window's and those that another window has received. */
import * as vscode from "vscode";
import type { Api } from "../../shared/api.ts";
import type { Delivery } from "../../shared/webhooks/receiver.ts";
import type { Replays } from "../../shared/webhooks/verify.ts";
import type { Session } from "../session/session.ts";
import { WorkspaceEntries } from "../session/workspace-entries.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Head } from "./delivery-head.ts";
import type { KeptDelivery } from "./kept-delivery.ts";

export class Deliveries implements vscode.Disposable {
  readonly #session: Session;
  readonly #entries: WorkspaceEntries;
  #store: Promise<DeliveryStore> | undefined;

  /** At most ten times a second. */
  readonly onDidChange: vscode.Event<void>;

  constructor(session: Session) {
    this.#session = session;
    this.#entries = new WorkspaceEntries(session.context.globalStorageUri, "webhooks");
    this.onDidChange = this.#entries.onDidChange;
  }

  /** The newest first. */
  async heads(): Promise<readonly Head[]> {
    await this.#entries.watch();
    return (await this.#opened()).all();
  }

  /** Throws an Error with words for the person when it is not there any more. */
  async read({ id }: Pick<Head, "id">): Promise<KeptDelivery> {
    const delivery = await (await this.#opened()).read(id);
    if (delivery) return delivery;
    this.#entries.changed();
    throw new Error("The delivery is not kept any more.");
  }

  /** When it is safe. */
  async add(delivery: Delivery, environment: string): Promise<void> {
    const { keptDelivery } = await import("./kept-delivery.ts");
    await (await this.#opened()).add(keptDelivery(delivery, environment));
    this.#entries.changed();
  }

  async delete(heads: readonly Head[]): Promise<void> {
    await (await this.#opened()).delete(heads.map(({ id }) => id));
    this.#entries.changed();
  }

  async clear(): Promise<void> {
    await (await this.#opened()).clear();
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

  #opened(): Promise<DeliveryStore> {
    this.#store ??= import("./delivery-store.ts").then(({ deliveryStore }) =>
      deliveryStore(this.#entries.path, (message) => this.#session.log.warn(message)),
    );
    return this.#store;
  }

  dispose(): void {
    this.#entries.dispose();
  }
}
