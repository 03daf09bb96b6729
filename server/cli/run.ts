import { resolve } from "node:path";
import { documentedRoute } from "../../shared/api.ts";
import { apis } from "../../shared/apis/index.ts";
import { secretVariable } from "../../shared/environment-variables.ts";
import { baseAddress } from "../../shared/http/address.ts";
import { type Outcome, unbound } from "../../shared/http/errors.ts";
import { isLoopback } from "../../shared/http/loopback.ts";
import { escapedText } from "../../shared/plain-text.ts";
import type { FileRange, ResolvedRequest } from "../../shared/protocol.ts";
import { withoutSecretsIn } from "../../shared/requests/concealed.ts";
import {
  type Hidden,
  hiddenTexts,
  NoValue,
  prepare,
  processValues,
  secretsIn,
} from "../../shared/requests/fill-request.ts";
import { runSequence, type Step, type StepResult, tokensIn } from "../../shared/requests/run-sequence.ts";
import { noTotals, summary } from "../../shared/requests/totals.ts";
import { loadCompiledCatalogue } from "../disk/built-catalogue.ts";
import type { Variable } from "../knowledge/variables.ts";
import {
  type Arguments,
  type Command,
  environmentOf,
  formatOf,
  type Terminal,
  UsageError,
} from "./command.ts";
import { type Connection, connectionOptions, connectionTo, findOperation, storedKeys } from "./connection.ts";
import { readRows } from "./data-rows.ts";
import { findFiles, shownPath, type Taken } from "./files.ts";
import { record, requireWritable } from "./record.ts";
import { github } from "./reports/github.ts";
import { json } from "./reports/json.ts";
import { junit } from "./reports/junit.ts";
import { pretty } from "./reports/pretty.ts";
import { type FileRun, isFailure, type Report, type RequestRun } from "./reports/report.ts";
import { tap } from "./reports/tap.ts";
import { chosen, RunFile } from "./run-file.ts";
import { readShard } from "./shard.ts";

const taken: Taken = {
  isOurs: (path) => path.endsWith(".request.json"),
  one: "request file",
  none: "no request file",
  remedy: "Name request files *.request.json; send webhook files by: switchboard webhook send",
};

const reports: Record<string, (terminal: Terminal) => Report> = {
  pretty: ({ colored }) => pretty(colored),
  json,
  junit,
  github,
  tap,
};

export const command: Command = {
  usage:
    "run FILE|FOLDER|GLOB… [--environment NAME] [--format pretty|json|junit|github|tap] [--bail] [--grep TEXT] [--data FILE] [--concurrency N] [--shard I/N] [--record DIR] [--yes]",
  judges: true,
  summary: "Sends request files, each from top to bottom, and holds what they expect against the replies.",
  options: {
    environment: { type: "string" },
    format: { type: "string" },
    bail: { type: "boolean" },
    grep: { type: "string" },
    data: { type: "string" },
    concurrency: { type: "string" },
    shard: { type: "string" },
    record: { type: "string" },
    yes: { type: "boolean" },
    ...connectionOptions,
  },
  async run(terminal, args) {
    const { values, positionals } = args;
    const report = formatOf(reports, values.format)(terminal);
    const isForPeople = (values.format ?? "pretty") === "pretty";
    if (positionals.length === 0)
      throw new UsageError(`Name what to run. Usage: switchboard ${command.usage}`);
    const environment = environmentOf(values.environment) ?? "sandbox";
    const atOnce = wholeNumber("concurrency", values.concurrency ?? "1");
    const cwd = process.cwd();
    const catalogue = loadCompiledCatalogue();
    const paths = findFiles(positionals, undefined, cwd, taken, (folder) =>
      terminal.error(`switchboard: ${shownPath(cwd, folder)} cannot be read and was left out.`),
    );
    const shard = typeof values.shard === "string" ? readShard(values.shard) : undefined;
    const isShared = (path: string) => shard?.(shownPath(cwd, path)) ?? true;
    const read = (path: string) => new RunFile(path, catalogue, environment);
    const files = paths.filter(isShared).map(read);
    const rows = values.data === undefined ? undefined : readRows(resolve(String(values.data)), environment);
    const runner = new Runner(terminal, args, environment, cwd);
    await runner.requireConsent(files, rows?.length ?? 1);
    if (values.record !== undefined) requireWritable(resolve(String(values.record)));

    const tasks = (rows ?? [undefined]).flatMap((row, index) =>
      files.map((file) => ({ file, row: row ?? [], number: row && index + 1 })),
    );
    const totals = noTotals();
    // Names of files and texts of services are in it. What is made for people escapes them itself.
    const commands = values.format === "github" ? "commands" : undefined;
    const print = (text: string) =>
      text === "" ? undefined : terminal.out(isForPeople ? text : escapedText(text), commands);
    await print(report.begin());
    const done = new Map<number, FileRun>();
    let begun = 0;
    let written = 0;
    let stopped = false;
    let chain = Promise.resolve();
    const work = async () => {
      for (let index = begun++; index < tasks.length && !stopped; index = begun++) {
        const { file, row, number } = tasks[index] as (typeof tasks)[number]; // Within the length.
        terminal.progress?.(`${index + 1} of ${tasks.length}: ${shownPath(cwd, file.path)}`);
        const run = await runner.run(file, row, number);
        done.set(index, run);
        if (run.obstacle) totals.obstacles++;
        for (const { state } of run.results) totals[state]++;
        if (values.bail && (run.obstacle || run.results.some(isFailure))) stopped = true;
        if (terminal.signal.aborted) stopped = true;
        chain = chain.then(async () => {
          for (let next = done.get(written); next; next = done.get(written)) {
            done.delete(written++);
            terminal.progress?.("");
            await print(report.file(next));
          }
        });
        await chain;
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, work));
    terminal.progress?.("");
    const left = tasks.length - written;
    await print(report.end(totals));
    const rest = left > 0 ? ` ${left} of ${tasks.length} files were not begun.` : "";
    if (terminal.signal.aborted) {
      terminal.error(`switchboard: Interrupted. ${summary(totals)}${rest}`);
      return Number(terminal.signal.reason);
    }
    if (rest !== "") terminal.error(`switchboard: Stopped at the first failure.${rest}`);
    const count = Object.values(totals).reduce((sum, each) => sum + each, 0);
    const hasOthers = () => paths.some((path) => !isShared(path) && runner.hasRequest(read(path)));
    if (count === 0 && files.length > 0 && !hasOthers())
      throw new UsageError(
        values.grep === undefined
          ? "There is no request in these files."
          : `No request has ${JSON.stringify(values.grep)} in its name, its operation or its file's name.`,
      );
    if (totals.obstacles > 0 || runner.isRecordIncomplete) return 2;
    return totals.missed + totals.failed + totals.unknown > 0 ? 1 : 0;
  },
};

function wholeNumber(option: string, value: unknown): number {
  const number = /^\d{1,4}$/.test(String(value)) ? Number(value) : 0;
  if (number < 1) throw new UsageError(`--${option} takes a whole number from 1 to 9999.`);
  return number;
}

/** A request with what it needs to be sent. */
interface Ready extends Step {
  index: number;
  connection: Connection;
}

class Runner {
  readonly #terminal: Terminal;
  readonly #args: Arguments;
  readonly #environment: string;
  readonly #cwd: string;
  readonly #connections = new Map<string, Promise<Connection>>();
  readonly #secrets = new Map<string, Promise<string>>();
  /** A reply that was to be kept was not. */
  isRecordIncomplete = false;

  constructor(terminal: Terminal, args: Arguments, environment: string, cwd: string) {
    this.#terminal = terminal;
    this.#args = args;
    this.#environment = environment;
    this.#cwd = cwd;
  }

  /** Throws where something would be written outside of the sandbox that nobody has agreed to. @param times that each file is sent */
  async requireConsent(files: readonly RunFile[], times: number): Promise<void> {
    if (this.#args.values.yes) return;
    const writes = new Map<string, number>();
    for (const file of files)
      for (const request of file.problem ? [] : this.#requestsOf(file, [])) {
        const operation = known(request.operation);
        if (!operation || operation.effect === "read") continue;
        // Why there is none is told of the file.
        const connection = await this.#connectionOf(operation.api.slug).catch(() => undefined);
        if (!connection) continue;
        const address = baseAddress(connection.baseUrl);
        if (this.#environment === "sandbox" && isLoopback(address.hostname)) continue;
        writes.set(address.origin, (writes.get(address.origin) ?? 0) + times);
      }
    if (writes.size === 0) return;
    const what = [...writes].map(([origin, count]) => `${count} to ${origin}`).join(", ");
    const question = `${this.#environment}: requests that change something will be sent: ${what}.`;
    if (!this.#terminal.ask) throw new UsageError(`${question} Give --yes to send them.`);
    if (!(await this.#terminal.ask(`${question} Send them?`))) throw new UsageError("Nothing was sent.");
  }

  hasRequest(file: RunFile): boolean {
    return file.problem === undefined && this.#requestsOf(file, []).length > 0;
  }

  #requestsOf(file: RunFile, row: readonly Variable[]): ResolvedRequest[] {
    const requests = file.requests(row);
    const { grep } = this.#args.values;
    if (grep === undefined) return requests;
    const isNamed = shownPath(this.#cwd, file.path).toLowerCase().includes(String(grep).toLowerCase());
    return isNamed ? requests : chosen(requests, String(grep));
  }

  /** @param number of the row, counted from one */
  async run(file: RunFile, row: readonly Variable[], number: number | undefined): Promise<FileRun> {
    const path = shownPath(this.#cwd, file.path);
    const named = { path, ...(number !== undefined && { row: number }) };
    const requests = this.#requestsOf(file, row);
    const obstacle = (message: string, range: FileRange): FileRun => ({
      ...named,
      results: [],
      obstacle: { message, range },
    });
    const problem = file.problem ?? requests.flatMap(({ problems }) => problems).find(({ blocks }) => blocks);
    if (problem) return obstacle(problem.message, problem.range);
    let at = requests[0]?.index ?? 0;
    try {
      const prepared: ResolvedRequest[] = prepare(requests, new Map());
      const ofProcess = processValues(prepared, this.#terminal.env);
      const steps: Ready[] = [];
      for (const request of prepared) {
        at = request.index;
        const operation = findOperation(apis, request.operation);
        const connection = await this.#connectionOf(operation.api.slug);
        if (!documentedRoute(operation) && !connection.routes[operation.id]) throw unbound(operation.id);
        const { index, name, values, expect, written } = request;
        steps.push({
          index,
          operation,
          connection,
          values,
          expect,
          written,
          ...(name !== undefined && { name }),
        });
      }
      const hidden = await this.#hiddenOf(steps, ofProcess);
      const results = await this.#send(file, steps, hidden, named);
      return { ...named, results };
    } catch (error) {
      if (!(error instanceof Error) || this.#terminal.signal.aborted) throw error;
      if (!(error instanceof NoValue)) return obstacle(error.message, file.rangeOf(at, ["operation"]));
      const { message, place, request } = error;
      return obstacle(message, file.rangeOf(requests[request]?.index ?? 0, place));
    }
  }

  async #send(
    file: RunFile,
    steps: readonly Ready[],
    hidden: Hidden,
    named: Pick<FileRun, "path" | "row">,
  ): Promise<RequestRun[]> {
    const { signal } = this.#terminal;
    const results: RequestRun[] = [];
    const running = runSequence(steps, {
      earlier: new Map(),
      hidden: () => hidden,
      now: () => performance.now(),
      signal,
      send: ({ operation, connection }, values, _, isWanted) =>
        connection.caller.call(operation, values, { signal, isWanted }),
    });
    const secrets = hiddenTexts(hidden);
    for await (const result of running) {
      if (result.exchange) secrets.push(...tokensIn(result.step.operation, [result.exchange]));
      results.push(said(file, result));
      this.#keep(result, [...secrets], named);
    }
    return results;
  }

  #keep(result: StepResult<Ready>, secrets: readonly string[], named: Pick<FileRun, "path" | "row">): void {
    const folder = this.#args.values.record;
    const reply = result.exchange ?? result.error?.reply;
    if (folder === undefined || !reply) return;
    const { step, duration } = result;
    const { id } = step.operation;
    const { status, headers } = reply;
    const body = "body" in reply ? reply.body : parsed(reply.text);
    const failure = record(
      resolve(this.#cwd, String(folder)),
      { ...named, index: step.index, title: step.name ?? id },
      {
        operation: id,
        environment: this.#environment,
        status,
        headers: withoutSecretsIn(headers, secrets),
        body: withoutSecretsIn(body, secrets),
        duration: Math.round(duration),
        at: new Date().toISOString(),
      },
    );
    if (failure === undefined) return;
    this.isRecordIncomplete = true;
    this.#terminal.error(`switchboard: ${failure} The reply is in the report alone.`);
  }

  #connectionOf(slug: string): Promise<Connection> {
    const api = apis.find((each) => each.slug === slug);
    if (!api) throw new Error(`There is no API ${slug}.`);
    const known =
      this.#connections.get(slug) ?? connectionTo(this.#terminal, this.#args, api, this.#environment);
    this.#connections.set(slug, known);
    return known;
  }

  async #hiddenOf(steps: readonly Ready[], ofProcess: Hidden): Promise<Hidden> {
    const names = secretsIn(steps.map(({ values, expect }) => ({ values, expect })));
    const found = await Promise.all(
      names.map(async (name) => [`secret:${name}`, await this.#secret(name)] as const),
    );
    return new Map([...ofProcess, ...found]);
  }

  #secret(name: string): Promise<string> {
    const known = this.#secrets.get(name) ?? findSecret(name, this.#terminal.env);
    this.#secrets.set(name, known);
    return known;
  }
}

/** What came of a request, which its sequence tells without secrets. */
function said(
  file: RunFile,
  { step, state, duration, exchange, error, findings }: StepResult<Ready>,
): RequestRun {
  const status = exchange?.status ?? error?.reply?.status ?? error?.fault?.status;
  const isFailed = state === "failed" || state === "unknown" || state === "missed";
  const failure = error && isFailed ? `${error.message} (${outcomes[error.outcome]})` : undefined;
  const told = findings.map(({ at, message, missed }) => ({
    range: file.rangeOf(step.index, at),
    message,
    ...missed,
  }));
  return {
    title: step.name ?? step.operation.id,
    operation: step.operation.id,
    state,
    ...(status !== undefined && { status }),
    duration,
    ...(failure !== undefined && { failure }),
    findings:
      told.length === 0 && failure !== undefined
        ? [{ range: file.rangeOf(step.index, ["operation"]), message: failure }]
        : told,
  };
}

const outcomes: Readonly<Record<Outcome, string>> = {
  "not-sent": "not sent",
  rejected: "not carried out",
  unknown: "whether it was carried out is not known",
};

async function findSecret(name: string, env: Terminal["env"]): Promise<string> {
  const variable = secretVariable(name);
  const value = env[variable] ?? (await storedKeys(variable).find({ secret: name }))?.credentials.value;
  if (!value)
    throw new UsageError(`The secret ${name} is not known. Set ${variable}, or set it in the editor.`);
  return value;
}

function known(id: string) {
  try {
    return findOperation(apis, id);
  } catch {
    return undefined; // It is told of its file.
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
