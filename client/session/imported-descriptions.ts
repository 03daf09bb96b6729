/** What was imported of OpenAPI descriptions: one file for each API. Without vscode. */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Route } from "../../shared/api.ts";
import { type ImportedDescription, parseImported } from "../../shared/openapi/imported.ts";
import { formatRoute } from "../../shared/routes.ts";
import { writeWhole } from "../../shared/whole-file.ts";

export class ImportedDescriptions {
  readonly #folder: string;
  readonly #warn: (message: string) => void;
  #known: Promise<ImportedDescription[]> | undefined;

  /** @param folder an absolute path; it need not exist */
  constructor(folder: string, warn: (message: string) => void) {
    this.#folder = folder;
    this.#warn = warn;
  }

  all(): Promise<readonly ImportedDescription[]> {
    this.#known ??= this.#read();
    return this.#known;
  }

  /** Another window may have imported something. */
  forget(): void {
    this.#known = undefined;
  }

  async save(imported: ImportedDescription): Promise<void> {
    await writeWhole(this.fileOf(imported.api), JSON.stringify(imported));
    this.forget();
  }

  async remove(slug: string): Promise<void> {
    await rm(this.fileOf(slug), { force: true });
    this.forget();
  }

  fileOf(slug: string): string {
    return join(this.#folder, `${slug}.json`);
  }

  async #read(): Promise<ImportedDescription[]> {
    // Nothing was ever imported.
    const names = await readdir(this.#folder).catch(() => []);
    const read = names
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map(async (name) => {
        const imported = parseImported(await readFile(join(this.#folder, name), "utf8").catch(() => ""));
        if (imported && name === `${imported.api}.json`) return [imported];
        this.#warn(`${name} in ${this.#folder} is no imported description. Import it again.`);
        return [];
      });
    return (await Promise.all(read)).flat();
  }
}

/** The ids of the operations whose routes are still those that the description has bound. */
export const boundOf = (imported: ImportedDescription, routes: Readonly<Record<string, Route>>): string[] =>
  Object.entries(routes).flatMap(([id, route]) => (binderOf([imported], id, route) ? [id] : []));

/** The description that has bound the route, if one has. */
export const binderOf = (
  imports: readonly ImportedDescription[],
  id: string,
  route: Route,
): ImportedDescription | undefined =>
  imports.find(({ routes }) => Object.hasOwn(routes, id) && routes[id] === formatRoute(route));
