/** What can be done with an entry of the history. */
import { homedir } from "node:os";
import * as vscode from "vscode";
import type { Api, Sendable } from "../../shared/api.ts";
import type { RequestFiles } from "../requests/register.ts";
import { findOperation } from "../routes/imported-operations.ts";
import type { Session } from "../session/session.ts";
import { clockWords, momentWords } from "../text/clock-words.ts";
import { showQuickPick } from "../text/questions.ts";
import { type Entry, resultOf, whyNotSendable } from "./entry.ts";
import { descriptionOf, type Head, labelOf, lookOf } from "./head.ts";
import type { History } from "./history.ts";
import { requestText, whyNotSavable } from "./request-text.ts";

interface Room {
  session: Session;
  history: History;
  requests: RequestFiles;
}

export async function open(room: Room, head: Head): Promise<void> {
  const { source, name, sent, again } = await replyOf(room, head);
  await room.requests.responses.show(source, name, [sent], again);
}

/** With the second entry, else with one that is picked. */
export async function compare(room: Room, head: Head, second?: Head): Promise<void> {
  const other = second ?? (await pickOther(room, head));
  if (!other) return;
  // The older one on the left.
  const pair = [head, other].toSorted((a, b) => a.begun - b.begun);
  const [left, right] = await Promise.all(
    pair.map(async (each) => {
      const { source, name, sent, again } = await replyOf(room, each);
      return room.requests.responses.keep(source, name, [sent], again);
    }),
  );
  const names = pair.map((each) => `${labelOf(each)} ${clockWords(each.begun)}`);
  await vscode.commands.executeCommand("vscode.diff", left, right, names.join(" ↔ "));
}

export async function search(room: Room): Promise<void> {
  const heads = await room.history.heads();
  const picked = await pick(heads, "Search the history", "By operation, status, environment, day or path");
  if (picked) await open(room, picked);
}

/** Throws an Error with words for the person when it can't be sent again. */
export async function sendAgain({ session, history, requests }: Room, head: Head): Promise<void> {
  const entry = await history.read(head);
  const { environment, name, values, placeholders } = entry;
  session.requireEnvironment(environment);
  const why = whyNotSendable(entry);
  if (!values || why !== undefined) throw new Error(`It can't be sent again from the history: ${why}.`);
  const operation = await findOperation(session, entry.operation);
  if (!operation) throw new Error(`There is no operation ${entry.operation} any more. Nothing was sent.`);
  await requests.sendAgain({ operation, environment, name, values, placeholders });
}

/** Throws an Error with words for the person when it can't be saved. */
export async function save({ history }: Room, head: Head): Promise<void> {
  const entry = await history.read(head);
  const why = whyNotSavable(entry);
  if (why !== undefined) throw new Error(`It can't be saved as a request file: ${why}.`);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const file = `${labelOf(head)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")}.request.json`;
  const uri = await vscode.window.showSaveDialog({
    title: "Save as Request File",
    filters: { "Request file": ["json"] },
    defaultUri: vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file(homedir()), file),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(requestText(entry)));
  await vscode.window.showTextDocument(uri, { preview: false });
}

async function pickOther({ history }: Room, head: Head): Promise<Head | undefined> {
  const others = (await history.heads()).filter(({ id }) => id !== head.id);
  // Those of the same operation first.
  const [same, rest] = [true, false].map((isSame) =>
    others.filter(({ operation }) => (operation === head.operation) === isSame),
  );
  return pick(
    [...(same ?? []), ...(rest ?? [])],
    `Compare ${labelOf(head)}, ${momentWords(head.begun)}`,
    "With which reply?",
  );
}

async function pick(heads: readonly Head[], title: string, placeHolder: string): Promise<Head | undefined> {
  const items = heads.map((head) => ({
    label: `$(${lookOf(head).icon}) ${labelOf(head).replaceAll("$(", "(")}`,
    description: descriptionOf(head),
    detail: `${momentWords(head.begun)} · ${head.method} ${head.path} · ${head.operation}`,
    head,
  }));
  const item = await showQuickPick(items, {
    title,
    placeHolder: items.length === 0 ? "Nothing was sent yet." : placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return item?.head;
}

/** The reply as the documents of replies show it. */
async function replyOf(room: Room, head: Head) {
  const entry = await room.history.read(head);
  const operation = await findOperation(room.session, entry.operation);
  const api = operation?.api ?? (await apiOf(room.session, entry.operation));
  return {
    source: vscode.Uri.from({ scheme: "switchboard", path: `/history/${head.id}` }),
    name: `${entry.operation} ${clockWords(head.begun).replaceAll(":", "-")}`,
    sent: {
      api,
      target: { baseUrl: entry.baseUrl, route: entry.route },
      title: entry.name ?? entry.operation,
      duration: entry.duration,
      result: resultOf(entry),
      remarks: remarksOf(entry, head),
      ...requestOf(entry, operation),
    },
    again: () => sendAgain(room, head),
  };
}

function requestOf({ environment, baseUrl, route, values }: Entry, operation: Sendable | undefined) {
  return operation && values && { request: { operation, target: { environment, baseUrl, route }, values } };
}

function remarksOf({ reply, environment }: Entry, head: Head): string[] {
  const cutFrom = reply?.cutFrom;
  return [
    `From the history: ${momentWords(head.begun)}, in the ${environment} environment.`,
    ...(cutFrom === undefined
      ? []
      : [`Its begin: the body had ${Math.ceil(cutFrom / 1024)} KiB, which is more than the history keeps.`]),
  ];
}

async function apiOf(session: Session, operation: string): Promise<Api> {
  const api = (await session.apis()).find(({ slug }) => operation.startsWith(`${slug}.`));
  if (!api) throw new Error(`There is no API that has an operation ${operation}.`);
  return api;
}
