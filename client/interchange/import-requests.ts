/** Requests of other programs as request files: cURL commands, `.http` files, HTTP archives. */
import { basename } from "node:path";
import * as vscode from "vscode";
import { looksLikeCurl, readCurlCommand } from "../../shared/interchange/curl-command.ts";
import { readHar } from "../../shared/interchange/har.ts";
import { readHttpFile } from "../../shared/interchange/http-file.ts";
import { type ReadRequest, Refusal } from "../../shared/interchange/plain-request.ts";
import { requestText } from "../../shared/interchange/request-text.ts";
import {
  type MappedRequest,
  type Requests,
  SecretNames,
  toOperation,
} from "../../shared/interchange/to-operation.ts";
import { readRegularFile } from "../../shared/regular-file.ts";
import type { Session } from "../session/session.ts";
import { counted } from "../text/counted.ts";
import { showWarning } from "../text/notifications.ts";
import { showInputBox, showQuickPick } from "../text/questions.ts";
import { offerToKeep } from "./keep-keys.ts";
import { knownRequests } from "./known-requests.ts";

/** In bytes. Browsers save archives with all replies. */
const largest = 64 * 1024 * 1024;

/** A command that was copied is taken at once: a box would show the key in it, and has one line. */
export async function importCurl(session: Session): Promise<void> {
  const copied = await vscode.env.clipboard.readText();
  const command = looksLikeCurl(copied) ? copied : await askCommand();
  if (command === undefined) return;
  const result = toOperation(readCurlCommand(command), await knownRequests(session));
  if ("reason" in result) throw new Refusal(`The cURL command was not imported. ${result.reason}`);
  const mapped = await pickOperation(result.mapped);
  if (mapped) await openRequests(session, [mapped]);
}

async function askCommand(): Promise<string | undefined> {
  const entered = await showInputBox({
    title: "Import cURL Command",
    prompt: "Nothing is run and nothing is sent: it becomes a request file. Keys stay out of it.",
    placeHolder: "curl https://…",
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(inOneLine(text)),
  });
  return entered === undefined ? undefined : inOneLine(entered);
}

/** The marks by which lines are continued, where the box has joined the lines. */
const inOneLine = (text: string) => text.replace(/(\s)[\\^`]\s+/g, "$1");

function problemOf(text: string): string | undefined {
  if (text.trim() === "") return "Paste a cURL command.";
  try {
    readCurlCommand(text);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function pickOperation(mapped: readonly MappedRequest[]): Promise<MappedRequest | undefined> {
  if (mapped.length < 2) return mapped[0];
  const picked = await showQuickPick(
    mapped.map((request) => ({
      label: request.found.operation.title,
      description: request.found.operation.id,
      detail: request.found.operation.api.title,
      request,
    })),
    {
      title: "Which operation is it?",
      placeHolder: "Several have a route that fits",
      matchOnDescription: true,
      matchOnDetail: true,
      ignoreFocusOut: true,
    },
  );
  return picked?.request;
}

/** An `.http` or `.rest` file, or an HTTP archive. */
export async function importHttpFile(session: Session, file: vscode.Uri | undefined): Promise<void> {
  const path = file instanceof vscode.Uri ? file.fsPath : await pickFile();
  if (path === undefined) return;
  const text = textOf(path);
  const isArchive = /\.(har|json)$/i.test(path);
  await chooseAndOpen(session, path, isArchive ? entriesOfArchive(text) : readHttpFile(text));
}

const entriesOfArchive = (text: string): Entry[] =>
  readHar(text).map(({ status, startedAt, read }) => ({
    title: `${read.request.method} ${withoutQuery(read.request.url)}`,
    detail: [status, startedAt].filter((each) => each !== undefined).join(" · "),
    read,
  }));

/** A key may stand in a query, or before the host. */
const withoutQuery = (url: string) => url.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");

async function pickFile(): Promise<string | undefined> {
  const [picked] =
    (await vscode.window.showOpenDialog({
      title: "Import requests",
      openLabel: "Import",
      filters: { "HTTP files and archives": ["http", "rest", "har", "json"] },
    })) ?? [];
  return picked?.fsPath;
}

function textOf(path: string): string {
  const bytes = readRegularFile(path, largest + 1);
  if (bytes.length > largest) throw new Error(`${basename(path)} is too large. Save fewer requests.`);
  return new TextDecoder().decode(bytes);
}

interface Entry {
  title: string;
  detail?: string;
  read: ReadRequest | Refusal;
}

/** Those that are operations, to choose from where there are several; the others are named with the reason. */
async function chooseAndOpen(session: Session, path: string, entries: readonly Entry[]): Promise<void> {
  const name = basename(path);
  const known = await knownRequests(session);
  const names = new SecretNames();
  const judged = entries.map((entry) => ({ ...entry, result: judge(entry.read, known, names) }));
  const fitting = judged.flatMap(({ title, detail, result }) =>
    "reason" in result ? [] : [{ title, detail, mapped: result.mapped }],
  );
  const refused = judged.flatMap(({ title, result }) =>
    "reason" in result ? [`${title}: ${result.reason}`] : [],
  );
  for (const line of refused) session.log.info(`${name}: not imported: ${line}`);
  if (fitting.length === 0)
    throw new Error(
      entries.length === 0
        ? `${name} holds no request.`
        : `Nothing of ${name} was imported: none of its ${counted(entries.length, "request")} is of an operation known here. ${refused[0] ?? ""}`,
    );
  const items = fitting.flatMap(({ title, detail, mapped }) =>
    mapped.slice(0, 1).map((request) => ({
      label: request.found.operation.title,
      description: request.found.operation.id,
      detail: [title, detail].filter((each) => (each ?? "") !== "").join(" · "),
      picked: fitting.length <= 20,
      request,
    })),
  );
  const [only] = items;
  const chosen =
    items.length === 1 && only && refused.length === 0
      ? [only]
      : await showQuickPick(items, {
          title: `${name}: import which requests?`,
          placeHolder:
            refused.length === 0
              ? "What is ticked is imported, in this order"
              : `What is ticked is imported; ${counted(refused.length, "other")} of no operation known here`,
          canPickMany: true,
          matchOnDescription: true,
          matchOnDetail: true,
          ignoreFocusOut: true,
        });
  if (!chosen || chosen.length === 0) return;
  await openRequests(
    session,
    chosen.map(({ request }) => request),
  );
  if (refused.length > 0)
    void showWarning(
      `${counted(refused.length, "request")} of ${name} ${refused.length === 1 ? "was" : "were"} not imported. ${refused[0]}`,
      {
        title: "Show Log",
        apply: () => session.log.show(),
      },
    );
}

function judge(
  read: ReadRequest | Refusal,
  known: Requests,
  names: SecretNames,
): { mapped: MappedRequest[] } | { reason: string } {
  return read instanceof Refusal ? { reason: read.message } : toOperation(read, known, names);
}

async function openRequests(session: Session, requests: readonly MappedRequest[]): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    language: "switchboard-request",
    content: `${requestText(requests)}\n`,
  });
  await vscode.window.showTextDocument(document, { preview: false });
  await offerToKeep(session, requests);
}
