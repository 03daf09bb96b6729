/** The request files of the folders that the editor has open, read when a feature first needs all of them. */
import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { textOfFile } from "../../shared/regular-file.ts";
import { Ignored } from "./ignored.ts";
import { pathOf } from "./paths.ts";

/** A longer file is data rather than something that a person looks for by name. */
const sizeLimit = 1024 * 1024;

const fileLimit = 5000;

/** How long a search is believed where the editor does not tell of changes, in milliseconds. */
const believed = 5000;

const left = new Set(["node_modules", ".git", ".hg", ".svn"]);

interface Known<Summary> {
  stamp: string;
  summary: Summary;
}

/** @typeParam Summary what is remembered of a file beside its place */
export class RequestFiles<Summary> {
  readonly #summarise: (uri: string, text: string) => Summary;
  readonly #now: () => number;
  #known = new Map<string, Known<Summary>>();
  #search: { at: number; done: Promise<void> } | undefined;
  #folders: readonly string[] = [];
  /** Whether the editor tells of files that are changed, made and removed. */
  watched = false;

  constructor(summarise: (uri: string, text: string) => Summary, now: () => number = Date.now) {
    this.#summarise = summarise;
    this.#now = now;
  }

  /** By URI. @param folders as URIs */
  async all(folders: readonly string[]): Promise<ReadonlyMap<string, Summary>> {
    const stale = this.#search && !this.watched && this.#now() - this.#search.at > believed;
    if (!this.#search || stale || folders.join("\n") !== this.#folders.join("\n")) {
      this.#folders = folders;
      this.#search = { at: this.#now(), done: this.#find(folders) };
    }
    await this.#search.done;
    return new Map([...this.#known].map(([uri, { summary }]) => [uri, summary]));
  }

  /** A file was changed, made or removed. Without a search so far there is nothing to correct. */
  changed(uri: string): void {
    const search = this.#search;
    const path = pathOf(uri);
    if (!search || path === undefined || !this.#counts(path)) return;
    search.done = search.done.then(() => this.#read(path, this.#known));
  }

  /** What is ignored has changed. */
  forget(): void {
    this.#search = undefined;
  }

  /** Whether a search would come to a file. */
  #counts(path: string): boolean {
    return this.#folders.some((uri) => {
      const top = pathOf(uri);
      if (top === undefined || !path.startsWith(join(top, sep))) return false;
      const ignored = new Ignored(top);
      const names = relative(top, path).split(sep);
      return names.every((name, index) => {
        const isFolder = index < names.length - 1;
        return !left.has(name) && !ignored.has(join(top, ...names.slice(0, index)), name, { isFolder });
      });
    });
  }

  async #find(folders: readonly string[]): Promise<void> {
    const found = new Map<string, Known<Summary>>();
    for (const folder of folders.map(pathOf)) {
      if (folder !== undefined) await this.#findIn(folder, new Ignored(folder), found);
    }
    this.#known = found;
  }

  async #findIn(top: string, ignored: Ignored, found: Map<string, Known<Summary>>): Promise<void> {
    const open = [top];
    for (let folder = open.pop(); folder !== undefined && found.size < fileLimit; folder = open.pop()) {
      // A folder may be gone or closed to us.
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (left.has(entry.name)) continue;
        const wanted = entry.isFile() && entry.name.endsWith(".request.json");
        // Links are not followed: they can lead in circles.
        if (!wanted && !entry.isDirectory()) continue;
        if (ignored.has(folder, entry.name, { isFolder: entry.isDirectory() })) continue;
        if (wanted) await this.#read(join(folder, entry.name), found);
        else open.push(join(folder, entry.name));
      }
    }
  }

  async #read(path: string, into: Map<string, Known<Summary>>): Promise<void> {
    const uri = pathToFileURL(path).href;
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: Number.POSITIVE_INFINITY, mtimeMs: 0 }));
    if (size > sizeLimit) {
      into.delete(uri);
      return;
    }
    const stamp = `${mtimeMs} ${size}`;
    const known = this.#known.get(uri);
    if (known?.stamp === stamp) {
      into.set(uri, known);
      return;
    }
    const text = textOfFile(path, sizeLimit);
    if (text === undefined) into.delete(uri);
    else into.set(uri, { stamp, summary: this.#summarise(uri, text) });
  }
}
