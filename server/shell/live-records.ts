/** Keeps the workspace's records as the client last gave them: asks for those that features name. */
import type { Connection } from "vscode-languageserver";
import { resourceIds, resourceIdsChanged } from "../../shared/protocol.ts";
import { nameOf, type Resource, withRecords } from "../knowledge/records.ts";
import type { Documents } from "./documents.ts";
import { ask, isUnknownMethod } from "./wire.ts";

/** After a failure nothing is asked for by looking at a file for so long, in milliseconds: not at every keystroke. */
const pause = 15_000;

interface Asked {
  /** Whether the client was to read them from the API. */
  read: boolean;
  state: "under way" | "answered" | "failed";
  at: number;
}

export class LiveRecords {
  readonly #connection: Connection;
  readonly #documents: Documents;
  readonly #changed: () => void;
  readonly #now: () => number;
  readonly #asked = new Map<string, Asked>();
  #supported = true;

  /** @param changed called when records came or went: what was said of open files may be different now */
  constructor(
    connection: Connection,
    documents: Documents,
    changed: () => void,
    now: () => number = Date.now,
  ) {
    this.#connection = connection;
    this.#documents = documents;
    this.#changed = changed;
    this.#now = now;
    connection.onNotification(resourceIdsChanged.method, () => {
      this.#asked.clear();
      documents.know({ records: new Map() });
      changed();
    });
  }

  /** A file is looked at: the client gives what it has. It tells when that changes, so it is asked once. */
  lookAt(resources: readonly Resource[]): void {
    for (const resource of resources) {
      const asked = this.#asked.get(nameOf(resource));
      if (!asked || (asked.state === "failed" && this.#now() - asked.at >= pause))
        void this.#ask(resource, { read: false });
    }
  }

  /** A person waits for them: the client reads what it does not have, or has had for long. */
  read(resource: Resource | undefined): void {
    if (!resource) return;
    const asked = this.#asked.get(nameOf(resource));
    if (asked?.state !== "under way" || !asked.read) void this.#ask(resource, { read: true });
  }

  async #ask({ api, resource }: Resource, { read }: { read: boolean }): Promise<void> {
    if (!this.#supported) return;
    const asked: Asked = { read, state: "under way", at: this.#now() };
    this.#asked.set(nameOf({ api, resource }), asked);
    try {
      const result = await ask(this.#connection, resourceIds, { api, resource, read });
      asked.state = "answered";
      const before = this.#documents.workspace.records;
      const records = withRecords(before, { api, resource }, result);
      if (records === before) return;
      this.#documents.know({ records });
      this.#changed();
    } catch (error) {
      asked.state = "failed";
      if (isUnknownMethod(error)) this.#supported = false; // An editor that has no records to offer.
    }
  }
}
