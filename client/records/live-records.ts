/** What the language server may know of the APIs' records: their identifiers, names and states. */
import * as vscode from "vscode";
import { type Api, recordIdIn, type RequestValues, type Row, type Sendable } from "../../shared/api.ts";
import type { ResourceIdsParams, ResourceIdsResult } from "../../shared/protocol.ts";
import { type ListedRecords, listedRecords } from "./listed-records.ts";
import type { ReadList, Session } from "../session/session.ts";
import type { RecordName } from "./known-records.ts";
import { recordOf } from "./live-record.ts";

/** How long records are taken for current, in milliseconds. */
const timeToLive = 60_000;
/** After a failure: not at every keystroke. */
const pause = 15_000;
interface Known {
  result: ResourceIdsResult;
  /** When to read again. */
  until: number;
}

export class LiveRecords implements vscode.Disposable {
  readonly #session: Session;
  readonly #known = new Map<string, Known>();
  readonly #reading = new Map<string, AbortController>();
  /** Names by identifier, of the records that lists have shown. */
  readonly #shown = new Map<string, Map<string, string>>();
  /** Of each resource the first that a list has shown last. */
  readonly #rows = new Map<string, Row>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable[];

  /** Other records are known than before. */
  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    const forget = () => {
      this.#forget();
      this.#changed.fire();
    };
    this.#listeners = [
      session.onDidChange(() => {
        this.#shown.clear();
        this.#rows.clear();
      }),
      session.onDidChange(forget),
      session.onDidWrite(forget),
      session.onDidList((list) => this.#learn(list)),
    ];
  }

  /** What is known now. With `read`, what is missing or old is read for the next time. */
  answer({ api, resource, read }: ResourceIdsParams): ResourceIdsResult {
    const name = `${api} ${resource}`;
    const known = this.#known.get(name);
    if (read && !this.#reading.has(name) && (!known || known.until < Date.now()))
      void this.#read(name, api, resource);
    return known?.result ?? { records: null, more: false };
  }

  /** The record that the values name, where its name is known now. */
  named({ api, resource }: Sendable, values: RequestValues): RecordName | undefined {
    const id = recordIdIn(values);
    if (id === undefined || resource === undefined) return undefined;
    const label = this.nameOf(api, resource, id);
    return label === undefined ? undefined : { id, label };
  }

  /** The record's name, where it is known now. */
  nameOf({ slug }: Api, resource: string, id: string): string | undefined {
    const name = `${slug} ${resource}`;
    const read = this.#known.get(name)?.result.records?.find((record) => record.id === id)?.name;
    return read ?? this.#shown.get(name)?.get(id);
  }

  /** A record of the resource that a list has shown. */
  anyOf({ slug }: Api, resource: string): Row | undefined {
    return this.#rows.get(`${slug} ${resource}`);
  }

  #learn({ source: { api, list, collection }, rows }: ReadList): void {
    if (list.resource === undefined) return;
    const name = `${api.slug} ${list.resource}`;
    const names = this.#shown.get(name) ?? new Map<string, string>();
    this.#shown.set(name, names);
    const [first] = rows;
    if (first) this.#rows.set(name, first.row);
    else this.#rows.delete(name);
    for (const { row } of rows) {
      const record = recordOf(row, collection);
      if (record?.name !== undefined) names.set(record.id, record.name);
    }
  }

  async #read(name: string, slug: string, resource: string): Promise<void> {
    const abort = new AbortController();
    this.#reading.set(name, abort);
    const before = JSON.stringify(this.#known.get(name)?.result);
    let known: Known;
    try {
      const api = (await this.#session.apis()).find((each) => each.slug === slug);
      const listed = api && (await listedRecords(this.#session, api, resource, abort.signal));
      const result = listed ? recordsOf(listed) : api && (await this.#referred(api, resource, abort.signal));
      known = {
        result: result ?? { records: null, more: false },
        // That no operation tells of them will not change.
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

  /** Where no operation lists them: as others refer to them, undefined when no documented field does. */
  async #referred(api: Api, resource: string, signal: AbortSignal): Promise<ResourceIdsResult | undefined> {
    const { referredRecords, referrersOf } = await import("./referred-records.ts");
    if (referrersOf(api, resource).length === 0) return undefined;
    const records = await referredRecords(this.#session, api, resource, signal);
    return { records: records.length > 0 ? records : null, more: true };
  }

  #forget(): void {
    for (const abort of this.#reading.values()) abort.abort();
    this.#reading.clear();
    this.#known.clear();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#forget();
    this.#changed.dispose();
  }
}

const recordsOf = ({ rows, more, collection }: ListedRecords): ResourceIdsResult => ({
  records: rows.map((row) => recordOf(row, collection)).filter((each) => each !== undefined),
  more,
});

const later = (span: number) => Date.now() + span;
