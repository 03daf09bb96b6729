/** Request files that expect something, as tests in VS Code's Testing view: folder → file → request. */
import * as vscode from "vscode";
import { escapedText, plainText } from "../../shared/plain-text.ts";
import { type FileRange, type ResolvedRequest, resolveRequests } from "../../shared/protocol.ts";
import type { Step, StepResult } from "../../shared/requests/run-sequence.ts";
import { environmentPresentation } from "../session/environments.ts";
import type { Session } from "../session/session.ts";
import { writeSetting } from "../session/user-settings.ts";
import { confirmModally } from "../text/notifications.ts";
import type { Sending } from "./ready-requests.ts";
import { inOrder } from "./folder-order.ts";
import { requestFilePattern, requestFiles } from "./request-folders.ts";
import { comparedText, mayExpect, withNeeded } from "./test-files.ts";

/** More files are not looked through. */
const mostFiles = 2000;
const longestFile = 1024 * 1024;
const longestText = 10_000;

interface Known {
  requests: readonly ResolvedRequest[];
  items: ReadonlyMap<number, vscode.TestItem>;
}

export class TestView implements vscode.Disposable {
  readonly #session: Session;
  readonly #sending: Sending;
  /** By their addresses. */
  readonly #files = new Map<string, vscode.TestItem>();
  readonly #controller = vscode.tests.createTestController("switchboard", "Switchboard");
  readonly #disposables: vscode.Disposable[];

  constructor(session: Session, sending: Sending) {
    this.#session = session;
    this.#sending = sending;
    const watcher = vscode.workspace.createFileSystemWatcher(requestFilePattern);
    const look = (uri: vscode.Uri) => void this.#look(uri);
    this.#disposables = [
      this.#controller,
      watcher,
      watcher.onDidCreate(look),
      watcher.onDidChange(look),
      watcher.onDidDelete((uri) => this.#remove(uri.toString())),
      vscode.workspace.onDidOpenTextDocument(({ uri, languageId }) => {
        if (languageId === "switchboard-request" && uri.scheme === "file") look(uri);
      }),
    ];
    this.#controller.resolveHandler = async (item) => {
      if (!item) await this.#find();
      else if (this.#files.has(item.id)) await this.#read(item);
    };
    this.#controller.refreshHandler = () => this.#find();
    this.#controller.createRunProfile(
      "Run in the Sandbox",
      vscode.TestRunProfileKind.Run,
      async (request, token) => {
        if (await this.#selectSandbox()) await this.#runOrFollow(request, token);
      },
      true,
      undefined,
      true,
    );
    this.#controller.createRunProfile(
      "Run in the Selected Environment",
      vscode.TestRunProfileKind.Run,
      (request, token) => this.#run(request, token),
    );
  }

  async #find(): Promise<void> {
    const uris = await requestFiles(mostFiles);
    const found = new Set(uris.map(String));
    for (const id of this.#files.keys()) if (!found.has(id)) this.#remove(id);
    await Promise.all(uris.map((uri) => this.#look(uri)));
  }

  /** A file may have become a test, or is none any more. */
  async #look(uri: vscode.Uri): Promise<void> {
    const id = uri.toString();
    if (!(await isTest(uri))) {
      this.#remove(id);
      return;
    }
    const item = this.#files.get(id) ?? this.#add(uri);
    const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === id);
    // Only then its requests are shown: beside their lines, and where the file was opened in the view.
    if (isOpen || item.children.size > 0) await this.#read(item);
  }

  /** A file below its folders, which are made where they are not there yet. */
  #add(uri: vscode.Uri): vscode.TestItem {
    const steps = pathOf(uri).split("/");
    const name = (steps.pop() ?? "").replace(/\.request\.jsonc?$/, "");
    const item = this.#controller.createTestItem(uri.toString(), plainText(name, 200), uri);
    item.canResolveChildren = true;
    let siblings = this.#controller.items;
    for (const [index, step] of steps.entries()) {
      const id = `${steps.slice(0, index + 1).join("/")}/`;
      const known = siblings.get(id);
      const folder = known ?? this.#controller.createTestItem(id, plainText(step, 200));
      if (!known) siblings.add(folder);
      siblings = folder.children;
    }
    siblings.add(item);
    this.#files.set(item.id, item);
    return item;
  }

  /** With the folders that hold nothing any more. */
  #remove(id: string): void {
    let item = this.#files.get(id);
    this.#files.delete(id);
    while (item) {
      const { parent }: vscode.TestItem = item;
      const siblings = parent?.children ?? this.#controller.items;
      siblings.delete(item.id);
      item = siblings.size === 0 ? parent : undefined;
    }
  }

  /** The file that a test is, or is a request of; undefined of a folder. */
  #fileOf(item: vscode.TestItem): vscode.TestItem | undefined {
    return [item, item.parent].find((each) => each !== undefined && this.#files.has(each.id));
  }

  /** The files that are meant, in order of name, with the indexes of those requests that are; without any all are. */
  #chosen(include: readonly vscode.TestItem[] | undefined) {
    const whole = [...this.#files.values()].filter(
      (file) => include?.some((item) => holds(item, file)) ?? true,
    );
    const parts = Map.groupBy(include ?? [], (item) => this.#fileOf(item));
    return inOrder([
      ...whole.map((file) => ({ path: orderOf(file), file, indexes: undefined })),
      ...[...parts].flatMap(([file, items]) =>
        file && !whole.includes(file)
          ? [{ path: orderOf(file), file, indexes: new Set(items.map(indexOf)) }]
          : [],
      ),
    ]);
  }

  /** The requests of a file as they stand now. */
  async #read(file: vscode.TestItem): Promise<Known> {
    const { uri } = file;
    if (!uri) return { requests: [], items: new Map() };
    await vscode.workspace.openTextDocument(uri);
    const requests = (await this.#sending.language.request(resolveRequests, { uri: uri.toString() })) ?? [];
    const items = new Map(
      requests.map(({ index, name, operation, range }) => {
        const id = `${uri.toString()}#${index}`;
        const item = this.#controller.createTestItem(id, plainText(name ?? operation, 200), uri);
        item.sortText = String(index).padStart(6, "0");
        item.range = rangeOf(range);
        if (name !== undefined) item.description = plainText(operation, 200);
        return [index, item] as const;
      }),
    );
    file.children.replace([...items.values()]);
    return { requests, items };
  }

  /** Whether the sandbox is the active environment. Another one is not left without a question. */
  async #selectSandbox(): Promise<boolean> {
    const { environment } = this.#session.settings;
    if (environment === "sandbox") return true;
    const { title } = environmentPresentation(environment);
    const isWanted = await confirmModally(
      `${title} is selected. Select the sandbox and run the tests there?`,
      ["Run in the Selected Environment, in the menu of a test, runs them where you are."],
      { deed: "Select Sandbox and Run", refusal: "Don't Run" },
    );
    if (isWanted) await writeSetting("environment", "sandbox");
    return isWanted;
  }

  /** At once, and with a continuous run whenever a file is saved. */
  async #runOrFollow(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (!request.continuous) return this.#run(request, token);
    const following = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      const file = this.#files.get(uri.toString());
      const isMeant = (item: vscode.TestItem) => holds(item, file) || this.#fileOf(item) === file;
      if (
        !file ||
        request.include?.some(isMeant) === false ||
        this.#session.settings.environment !== "sandbox"
      )
        return;
      void this.#run(new vscode.TestRunRequest([file], request.exclude, request.profile, true), token);
    });
    token.onCancellationRequested(() => following.dispose());
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.#controller.createTestRun(request);
    try {
      if (!request.include) await this.#find();
      const exclude = request.exclude ?? [];
      for (const { file, indexes } of this.#chosen(request.include)) {
        if (token.isCancellationRequested) break;
        if (exclude.some((item) => holds(item, file))) continue;
        await this.#runFile(run, file, { indexes, exclude: new Set(exclude.map(({ id }) => id)) }, token);
      }
    } finally {
      run.end();
    }
  }

  /** @param indexes of the requests that are wanted; all where there are none */
  async #runFile(
    run: vscode.TestRun,
    file: vscode.TestItem,
    { indexes, exclude }: { indexes: ReadonlySet<number> | undefined; exclude: ReadonlySet<string> },
    token: vscode.CancellationToken,
  ): Promise<void> {
    const { uri } = file;
    if (!uri) return;
    const { requests, items } = await this.#read(file);
    const wanted = new Set(
      requests.flatMap(({ index }) =>
        (indexes?.has(index) ?? true) && !exclude.has(items.get(index)?.id ?? "") ? [index] : [],
      ),
    );
    const order = withNeeded(requests, wanted);
    const open = order.flatMap((index) => items.get(index) ?? []);
    for (const item of open) run.enqueued(item);
    const abort = new AbortController();
    const cancelling = token.onCancellationRequested(() => abort.abort());
    const start = () => open[0] && run.started(open[0]);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const { sendRequests } = await import("./send.ts");
      start();
      await sendRequests(this.#sending, document, order, {
        signal: abort.signal,
        hear: async (result, ranges) => {
          const item = items.get(result.step.request.index);
          if (!item) return;
          open.splice(open.indexOf(item), 1);
          tell(run, item, result, ranges);
          if (result.state !== "skipped") start();
        },
      });
      for (const item of open) run.skipped(item);
    } catch (error) {
      // What keeps one from being sent keeps all: it is said where the run stands.
      const [first, ...rest] = open;
      if (first) run.errored(first, new vscode.TestMessage(plainText(messageOf(error), 1000)));
      for (const item of rest) run.skipped(item);
    } finally {
      cancelling.dispose();
    }
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** @param ranges of the findings, where they stand in the file */
function tell(
  run: vscode.TestRun,
  item: vscode.TestItem,
  { state, exchange, error, findings, duration }: StepResult<Step>,
  ranges: readonly (FileRange | null)[],
): void {
  const status = exchange?.status ?? error?.reply?.status;
  const label = `${item.label}: ${status ?? state} · ${Math.round(duration)} ms`;
  run.appendOutput(`${escapedText(label)}\r\n`, undefined, item);
  if (state === "skipped") return run.skipped(item);
  if (state === "held") return run.passed(item, duration);
  const messages = findings.map(({ message, missed }, index) => {
    const words = plainText(message, 1000);
    const told = missed
      ? vscode.TestMessage.diff(words, compared(missed.expected), compared(missed.actual))
      : new vscode.TestMessage(words);
    const range = ranges[index] ?? undefined;
    if (item.uri && range) told.location = new vscode.Location(item.uri, rangeOf(range));
    return told;
  });
  if (messages.length === 0) messages.push(new vscode.TestMessage(plainText(error?.message ?? state, 1000)));
  for (const { message } of messages)
    run.appendOutput(`  ${escapedText(String(message))}\r\n`, undefined, item);
  if (state === "unknown") run.errored(item, messages, duration);
  else run.failed(item, messages, duration);
}

const compared = (value: unknown) => escapedText(comparedText(value).slice(0, longestText));

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const indexOf = ({ id }: vscode.TestItem) => Number(id.slice(id.lastIndexOf("#") + 1));

const rangeOf = ({ start, end }: FileRange) =>
  new vscode.Range(start.line, start.character, end.line, end.character);

/** Below the folder that is open; where there are several, with its name. */
const pathOf = (uri: vscode.Uri) => vscode.workspace.asRelativePath(uri);

const orderOf = ({ uri }: vscode.TestItem) => (uri ? pathOf(uri) : "");

/** Whether it is the item, or a folder around it. */
const holds = (outer: vscode.TestItem, item: vscode.TestItem | undefined): boolean =>
  item !== undefined && (outer === item || holds(outer, item.parent));

async function isTest(uri: vscode.Uri): Promise<boolean> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return (
      size <= longestFile && mayExpect(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)))
    );
  } catch {
    return false; // Gone, or closed to us.
  }
}
