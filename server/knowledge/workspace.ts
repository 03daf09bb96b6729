/** What is known beside the text of the open files: settings, records of the APIs, and which strings are keys. */
import {
  defaultSettings,
  type LiveRecord,
  type ResourceIdsParams,
  type ResourceIdsResult,
  type Settings,
} from "../../shared/protocol.ts";
import type { Variable } from "./variables.ts";

export interface KnownRecords {
  records: readonly LiveRecord[];
  /** Whether there are more than these. */
  more: boolean;
}

/** Features read it; the shell keeps it current. They take what is here and never wait. */
export class Workspace {
  settings: Settings = defaultSettings;
  /** The folders that the editor has open, as URIs without a slash at the end. */
  folders: readonly string[] = [];
  /** The variables that a file may use, of all environments; the nearest folder's first, in a folder the private ones. */
  variables: (uri: string) => readonly Variable[] = () => [];
  /** Whether the editor can rename files for an action. */
  renamesFiles = false;
  /** Others as soon as other records or keys are known: what was found by them holds as long as they are the same. */
  recordsState: object = {};
  keysState: object = {};
  /** Called when records are asked for, so that the shell can fetch them. */
  wanted: (resource: ResourceIdsParams) => void = () => {};
  readonly #records = new Map<string, KnownRecords>();
  readonly #keys = new Set<string>();

  /**
   * The records of a resource; undefined while they are not known. Looking at a file only takes what the client has;
   * `read` is for when a person waits for them.
   */
  records(api: string, resource: string, read = false): KnownRecords | undefined {
    this.wanted({ api, resource, read });
    return this.peek(api, resource);
  }

  peek(api: string, resource: string): KnownRecords | undefined {
    return this.#records.get(`${api} ${resource}`);
  }

  setRecords(api: string, resource: string, { records, more }: ResourceIdsResult): void {
    if (records) this.#records.set(`${api} ${resource}`, { records, more });
    else this.#records.delete(`${api} ${resource}`);
    this.recordsState = {};
  }

  forgetRecords(): void {
    this.#records.clear();
    this.recordsState = {};
  }

  get hasKeys(): boolean {
    return this.#keys.size > 0;
  }

  /** Whether a string of a file is a key that the client holds. */
  isKey(text: string): boolean {
    return this.#keys.has(text);
  }

  /** Which of the strings are keys. Answers whether that was not known before. */
  compared(strings: readonly string[], keys: readonly string[]): boolean {
    const before = strings.filter((each) => this.#keys.has(each));
    for (const string of strings) this.#keys.delete(string);
    for (const key of keys) this.#keys.add(key);
    this.keysState = {};
    return before.length !== keys.length || before.some((each) => !this.#keys.has(each));
  }
}
