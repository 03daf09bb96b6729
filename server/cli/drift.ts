/** What replies had that the documents do not show, and the other way round. */
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Sendable } from "../../shared/api.ts";
import { apis } from "../../shared/apis/index.ts";
import type { Catalogue } from "../../shared/catalogue.ts";
import { readRegularFile } from "../../shared/regular-file.ts";
import { Seen } from "../../shared/requests/drift.ts";
import { type DriftOf, driftReport } from "../../shared/requests/drift-report.ts";
import { isRow } from "../../shared/traits/values.ts";
import { loadCatalogue } from "../disk/built-catalogue.ts";
import { type Arguments, type Command, formatOf, type Terminal, UsageError } from "./command.ts";
import { connectionOptions, connectionTo, findOperation } from "./connection.ts";
import { parameterOptions, parametersOf, requirePath } from "./parameters.ts";

const longestFile = 64 * 1024 * 1024;

export const command: Command = {
  usage: "drift OPERATION|FILE|FOLDER… [--query k=v]… [--path k=v]… [--format markdown|json]",
  summary:
    "What replies had that the documents do not show, and the other way round: of replies that run --record has kept, or of an operation that reads and is sent now.",
  options: {
    ...parameterOptions,
    format: { type: "string", default: "markdown" },
    ...connectionOptions,
  },
  async run(terminal, args) {
    const print = formatOf(formats, args.values.format);
    if (args.positionals.length === 0)
      throw new UsageError(
        `Name an operation that reads, or files or folders of recorded replies. Usage: switchboard ${command.usage}`,
      );
    const gathered = new Gathered();
    for (const given of args.positionals) {
      if (isOperation(given)) await readNow(terminal, args, given, gathered);
      else for (const file of filesIn(resolve(given))) gathered.read(file, terminal);
    }
    if (gathered.operations.size === 0)
      throw new UsageError("There are no recorded replies. Make some: switchboard run FILE… --record FOLDER");
    const found = [...gathered.operations].map(([operation, seen]) => ({
      operation,
      replies: seen.replies,
      beyond: seen.drift,
      unseen: seen.unseen,
    }));
    await terminal.out(print(found));
    return found.some(({ beyond }) => beyond.length > 0) ? 1 : 0;
  },
};

const isOperation = (given: string) => /^[a-z][\w-]*(\.[\w-]+){2}$/.test(given) && !given.endsWith(".json");

const formats: Readonly<Record<string, (found: readonly DriftOf[]) => string>> = {
  markdown: (found) => found.map(driftReport).join("\n"),
  json: (found) => `${JSON.stringify(found, undefined, 2)}\n`,
};

/** By operation. */
class Gathered {
  readonly operations = new Map<string, Seen>();
  readonly #catalogue: Catalogue = loadCatalogue();

  of(operation: Sendable): Seen {
    const { id, api } = operation;
    const known = this.operations.get(id);
    if (known) return known;
    const entry = this.#catalogue.operations.find((each) => each.id === id);
    const statuses = Object.keys(api.statuses).map(Number);
    const seen = new Seen({
      schema: entry?.response,
      statuses: new Set(operation.status === undefined ? statuses : [...statuses, operation.status]),
    });
    this.operations.set(id, seen);
    return seen;
  }

  read(file: string, terminal: Terminal): void {
    const leftOut = (why: string) => terminal.error(`switchboard: ${file} ${why}`);
    let text: string;
    try {
      text = readRegularFile(file, longestFile).toString("utf8");
    } catch (error) {
      return leftOut(`cannot be read and was left out: ${messageOf(error)}`);
    }
    const reply = recordedIn(text);
    if (!reply) return leftOut("is no recorded reply.");
    try {
      this.of(findOperation(apis, reply.operation)).add(reply);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      leftOut(`was left out: ${error.message}`);
    }
  }
}

async function readNow(terminal: Terminal, args: Arguments, id: string, gathered: Gathered): Promise<void> {
  const operation = findOperation(apis, id);
  if (operation.effect !== "read")
    throw new UsageError(`${id} changes something. Send it by: switchboard run FILE… --record FOLDER`);
  const values = parametersOf(args.values);
  const { caller, routes } = await connectionTo(terminal, args, operation.api);
  requirePath(operation, routes, values);
  gathered.of(operation).add(await caller.call(operation, values, { signal: terminal.signal }));
}

/** JSON files, through all folders. */
function filesIn(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith(".json") && !entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted();
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function recordedIn(text: string): { operation: string; status: number; body: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRow(value) || typeof value.operation !== "string" || typeof value.status !== "number")
      return undefined;
    return { operation: value.operation, status: value.status, body: value.body };
  } catch {
    return undefined;
  }
}
