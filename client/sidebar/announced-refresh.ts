/** Lists are read again when a service announces that their records have changed: soon, and of a burst now and then. Without vscode. */
import type { Api } from "../../shared/api.ts";
import type { Announcement } from "../session/session.ts";

export interface AnnouncedHost<List> {
  /** The lists that a person may see now. */
  lists(): readonly List[];
  subjectOf(list: List): { api: Api; resource: string | undefined };
  /** Whether the rate budget has room for it. */
  mayRead(list: List): boolean;
  /** Never rejects. */
  read(list: List): Promise<void>;
  /** Calls back after the time, until the result is called. */
  after(time: number, then: () => void): () => void;
}

/** Milliseconds until the first round: what is changed together is announced together. */
const soon = 100;
/** Milliseconds between two rounds. */
const pause = 2000;

export class AnnouncedRefresh<List> {
  readonly #host: AnnouncedHost<List>;
  /** What has changed since the last round. */
  readonly #changed = new Set<string>();
  #cancel: (() => void) | undefined;
  /** A round is under way, or was a short while ago. */
  #isBusy = false;
  #disposed = false;

  constructor(host: AnnouncedHost<List>) {
    this.#host = host;
  }

  announce({ api, resources }: Announcement): void {
    for (const resource of resources) this.#changed.add(nameOf(api, resource));
    if (!this.#isBusy && this.#changed.size > 0) this.#wait(soon);
  }

  #wait(time: number): void {
    this.#isBusy = true;
    this.#cancel = this.#host.after(time, () => void this.#round());
  }

  /** One list after the other: it must not be felt. */
  async #round(): Promise<void> {
    const host = this.#host;
    const changed = new Set(this.#changed);
    this.#changed.clear();
    for (const list of host.lists()) {
      const { api, resource } = host.subjectOf(list);
      if (this.#disposed) return;
      if (changed.has(nameOf(api, resource)) && host.mayRead(list)) await host.read(list);
    }
    if (this.#disposed) return;
    this.#cancel = host.after(pause, () => {
      this.#isBusy = false;
      if (this.#changed.size > 0) this.#wait(0);
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancel?.();
  }
}

const nameOf = ({ slug }: Api, resource: string | undefined) => `${slug} ${resource}`;
