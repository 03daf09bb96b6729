/**
 * Requests that were laid out and belong to no project yet: files in a folder of the extension's own, which are saved
 * at once. One that nobody has written in goes when its editor is closed; every other is kept. Without vscode.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

const extension = ".request.json";

export interface ScratchFile {
  path: string;
  /** Without the extension of request files. */
  name: string;
  /** Milliseconds since 1970. */
  changed: number;
}

export class Scratch {
  readonly #folder: string;
  /** No name comes twice: an editor may still hold what a file said that has gone. */
  readonly #given = new Set<string>();
  /** What files say that nobody has written in. */
  readonly #untouched = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A new empty file, named after what is given, with a number where that is taken. */
  async create(name: string): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (let number = 1; ; number++) {
      const path = join(this.#folder, `${name}${number > 1 ? `-${number}` : ""}${extension}`);
      if (this.#given.has(path)) continue;
      try {
        await writeFile(path, "", { flag: "wx", mode: 0o600 });
        this.#given.add(path);
        return path;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  }

  /** Says that a file holds nothing but what was laid out in it. */
  laidOut(path: string, text: string): void {
    this.#untouched.set(path, text);
  }

  /** An editor was closed: what nobody has written goes. */
  async closed(path: string): Promise<void> {
    if (await this.#isUntouched(path)) await rm(path, { force: true });
    this.#untouched.delete(path);
  }

  /** Those that somebody has written in, the newest first. */
  async files(): Promise<ScratchFile[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = names
      .filter((name) => name.endsWith(extension))
      .map(async (file) => {
        const path = join(this.#folder, file);
        const found = (await this.#isUntouched(path)) ? undefined : await stat(path).catch(() => undefined);
        return found ? [{ path, name: file.slice(0, -extension.length), changed: found.mtimeMs }] : [];
      });
    return (await Promise.all(files)).flat().toSorted((a, b) => b.changed - a.changed);
  }

  async #isUntouched(path: string): Promise<boolean> {
    const laidOut = this.#untouched.get(path);
    return laidOut !== undefined && (await readFile(path, "utf8").catch(() => undefined)) === laidOut;
  }
}
