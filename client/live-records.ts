/** What the language server may know of the APIs' records: their identifiers, names and states. */
import * as vscode from "vscode";
import { type Api, operationsOf, views } from "../shared/api.ts";
import { collectionsOf, type NamedCollection } from "../shared/collections.ts";
import type { LiveRecord, ResourceIdsParams, ResourceIdsResult } from "../shared/protocol.ts";
import type { Session } from "./session.ts";
import { recordOf } from "./views/live-record.ts";

/** How long records are taken for current, in milliseconds. */
const timeToLive = 60_000;
/** After a failure: not at every keystroke. */
const pause = 15_000;
/** One page of the longest documented size. */
const pageSize = 100;

interface Known {
  result: ResourceIdsResult;
  /** When to read again. */
  until: number;
}

export class LiveRecords implements vscode.Disposable {
  readonly #session: Session;
  readonly #known = new Map<string, Known>();
  readonly #reading = new Map<string, AbortController>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;

  /** Other records are known than before. */
  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#listener = session.onDidChange(() => {
      this.#forget();
      this.#changed.fire();
    });
  }

  /** What is known now. With `read`, what is missing or old is read for the next time. */
  answer({ api, resource, read }: ResourceIdsParams): ResourceIdsResult {
    const name = `${api} ${resource}`;
    const known = this.#known.get(name);
    if (read && !this.#reading.has(name) && (!known || known.until < Date.now()))
      void this.#read(name, api, resource);
    return known?.result ?? { records: null, more: false };
  }

  async #read(name: string, slug: string, resource: string): Promise<void> {
    const abort = new AbortController();
    this.#reading.set(name, abort);
    const before = JSON.stringify(this.#known.get(name)?.result);
    let known: Known;
    try {
      const { apis } = await this.#session.registry();
      const api = apis.find((each) => each.slug === slug);
      const result = api && (await this.#list(api, resource, abort.signal));
      // No operation lists them: that will not change.
      known = {
        result: result ?? { records: null, more: false },
        until: result ? later(timeToLive) : Infinity,
      };
    } catch (error) {
      this.#session.log.debug(
        `The ${resource} of ${slug} are not offered: ${error instanceof Error ? error.message : String(error)}`,
      );
      known = { result: { records: null, more: false }, until: later(pause) };
    }
    // Another environment may be active by now.
    if (this.#reading.get(name) !== abort) return;
    this.#reading.delete(name);
    this.#known.set(name, known);
    if (JSON.stringify(known.result) !== before) this.#changed.fire();
  }

  async #list(api: Api, resource: string, signal: AbortSignal): Promise<ResourceIdsResult | undefined> {
    const list = operationsOf([api]).find(
      ({ operation }) =>
        operation.paging && operation.resource === resource && !operation.path?.includes("{"),
    );
    if (!list || !(await this.#session.isBound(list))) return undefined;
    const caller = await this.#session.caller(api);
    const size = list.operation.paging?.sizeParameter;
    const query = size === undefined ? {} : { [size]: pageSize };
    const { value: page } = await caller.list(list, { query }, { signal }).pages().next();
    const collection = views
      .flatMap((view) => collectionsOf([api], view))
      .find((each: NamedCollection) => each.list.id === list.id)?.collection;
    const rows = page?.rows ?? [];
    return {
      records: rows
        .map((row) => recordOf(row, collection))
        .filter((each): each is LiveRecord => each !== undefined),
      more: page?.next !== undefined || page?.incomplete !== undefined,
    };
  }

  #forget(): void {
    for (const abort of this.#reading.values()) abort.abort();
    this.#reading.clear();
    this.#known.clear();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#forget();
    this.#changed.dispose();
  }
}

const later = (span: number) => Date.now() + span;
