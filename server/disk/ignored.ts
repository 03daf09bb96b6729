/** What the `.gitignore` files of a folder, of those above it and of those below leave out. */
import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { textOfFile } from "../../shared/regular-file.ts";
import { readRules, type Rules } from "./gitignore.ts";

/** Longer files of rules are none. */
const sizeLimit = 1024 * 1024;

/** The rules of one folder, which go before those of the folders above. */
interface FolderRules {
  folder: string;
  own: Rules;
  above: FolderRules | undefined;
}

export class Ignored {
  readonly #top: string;
  readonly #known = new Map<string, FolderRules | undefined>();

  /** @param top the folder whose rules are the last that count */
  constructor(top: string) {
    this.#top = top;
  }

  /** Whether the folder itself, or one above it, is left out. */
  hasFolder(folder: string): boolean {
    for (let at = folder; at !== this.#top && dirname(at) !== at; at = dirname(at))
      if (this.has(dirname(at), basename(at), { isFolder: true })) return true;
    return false;
  }

  /** Whether what has this name in a folder is left out: a rule may be for folders alone. */
  has(folder: string, name: string, { isFolder }: { isFolder: boolean }): boolean {
    for (let rules = this.#rulesOf(folder); rules; rules = rules.above) {
      const relative = join(folder, name)
        .slice(rules.folder.length + 1)
        .replaceAll(sep, "/");
      const found = rules.own(relative, { isFolder });
      if (found) return found === "ignored";
    }
    return false;
  }

  #rulesOf(folder: string): FolderRules | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const parent = dirname(folder);
    const above = folder === this.#top || parent === folder ? undefined : this.#rulesOf(parent);
    const text = textOfFile(join(folder, ".gitignore"), sizeLimit);
    // Git tells upper and lower case apart where the file system does.
    const ignoreCase = process.platform === "win32" || process.platform === "darwin";
    const rules = text === undefined ? above : { folder, own: readRules(text, { ignoreCase }), above };
    this.#known.set(folder, rules);
    return rules;
  }
}

/** The folder of the repository that a folder is in. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}
