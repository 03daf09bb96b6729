/** Finds, reads and remembers the environment files of the folders that request files lie in. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { textOfFile } from "../../shared/regular-file.ts";
import { environmentFiles, readVariables, type Variable } from "../knowledge/variables.ts";
import { pathOf } from "./paths.ts";

/** Longer ones are no environments. */
const sizeLimit = 1024 * 1024;

/** How long a file is believed to be as it was, in milliseconds: not every editor tells of changes. */
const believed = 2000;

interface Read {
  at: number;
  /** The file's last change and length: an unchanged one is not read again. */
  stamp: string;
  variables: Variable[];
}

/** Read at once and not asynchronously: they are few and short, and the first diagnostics need them. */
export class EnvironmentFiles {
  readonly #read = new Map<string, Read>();
  readonly #folders = new Map<string, { from: Variable[][]; variables: readonly Variable[] }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * The variables that a file may use, of all environments; the nearest folder's first, in a folder the private ones.
   * Files that are on no disk have none. One that lies in none of the folders that are open has those of the first, too.
   *
   * @param open the open folders, as URIs
   */
  variables(uri: string, open: readonly string[] = []): readonly Variable[] {
    const path = pathOf(uri);
    if (path === undefined) return [];
    const start = dirname(path);
    const [first] = open;
    const home =
      first === undefined || open.some((folder) => uri.startsWith(`${folder}/`)) ? undefined : pathOf(first);
    const folders = [...new Set([...upwards(start), ...(home === undefined ? [] : upwards(home))])];
    const from = folders.flatMap((folder) =>
      environmentFiles.toReversed().map((name) => this.#of(join(folder, name))),
    );
    // The same array for as long as nothing changed.
    const key = [start, home].join("\n");
    const known = this.#folders.get(key);
    if (known?.from.length === from.length && known.from.every((each, index) => each === from[index]))
      return known.variables;
    const variables = from.flat();
    this.#folders.set(key, { from, variables });
    return variables;
  }

  /** A file was changed, made or removed. */
  forget(uri: string): void {
    const path = pathOf(uri);
    if (path !== undefined) this.#read.delete(path);
  }

  #of(path: string): Variable[] {
    const now = this.#now();
    const known = this.#read.get(path);
    if (known && now - known.at < believed) return known.variables;
    const stamp = stampOf(path);
    if (known?.stamp === stamp) {
      known.at = now;
      return known.variables;
    }
    const variables = stamp === "" ? none : read(path);
    this.#read.set(path, { at: now, stamp, variables });
    return variables;
  }
}

/** A folder and all above it, the nearest first. */
function upwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}

const none: Variable[] = [];

export const isEnvironmentFile = (uri: string) => environmentFiles.some((name) => uri.endsWith(`/${name}`));

function read(path: string): Variable[] {
  try {
    return readVariables(textOfFile(path, sizeLimit) ?? "", pathToFileURL(path).href);
  } catch {
    return none; // Removed since, or not ours to read.
  }
}

/** Empty when there is no such file. */
function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= sizeLimit ? `${stat.mtimeMs} ${stat.size}` : "";
}
