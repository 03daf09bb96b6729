/** What is known beside the text of the open files: settings, records of the APIs, and which strings are keys. */
import {
  defaultSettings,
  type ResourceIdsParams,
  type ResourceIdsResult,
  type Settings,
} from "../shared/protocol.ts";
import type { Variable } from "./variables.ts";

/** Features read it; the shell keeps it current. They take what is here and never wait. */
export class Workspace {
  settings: Settings = defaultSettings;
  /** The folders that the editor has open, as URIs without a slash at the end. */
  folders: readonly string[] = [];
  /** The variables that a file may use, of all environments; the nearest folder's first, in a folder the private ones. */
  variables: (uri: string) => readonly Variable[] = () => [];
  /** Asked for records that are not known: told about it, the shell fetches them. */
  wanted: (resource: ResourceIdsParams) => void = () => {};
  readonly #records = new Map<string, ResourceIdsResult>();
  #keys: ReadonlySet<string> = new Set();

  /** The records of a resource; undefined while they are not known. */
  records(api: string, resource: string): ResourceIdsResult | undefined {
    const known = this.#records.get(`${api} ${resource}`);
    this.wanted({ api, resource });
    return known?.records ? known : undefined;
  }

  setRecords({ api, resource }: ResourceIdsParams, result: ResourceIdsResult): void {
    this.#records.set(`${api} ${resource}`, result);
  }

  forgetRecords(): void {
    this.#records.clear();
  }

  /** Whether a string of a file is a key that the client holds. */
  isKey(text: string): boolean {
    return this.#keys.has(text);
  }

  setKeys(strings: Iterable<string>): void {
    this.#keys = new Set(strings);
  }
}
