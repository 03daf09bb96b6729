/** A request as text for other programs: a cURL command, code, an `.http` file. The keys in it are variables. */
import * as vscode from "vscode";
import { languages, type Language, writeCode } from "../../shared/interchange/code.ts";
import { writeHttpFile } from "../../shared/interchange/http-file.ts";
import { plainRequestOf } from "../../shared/interchange/outgoing.ts";
import type { Shell } from "../../shared/interchange/shells.ts";
import { writeCurl } from "../../shared/interchange/write-curl.ts";
import { type ResolvedRequest, resolveRequests } from "../../shared/protocol.ts";
import { targetOf } from "../routes/bind-route.ts";
import { findOperation } from "../routes/imported-operations.ts";
import type { SentRequest } from "../run/shown-text.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showWarning } from "../text/notifications.ts";
import { showQuickPick } from "../text/questions.ts";

const shellNames: Readonly<Record<Shell, { label: string; description: string }>> = {
  sh: { label: "sh", description: "bash, zsh, and every other shell of POSIX" },
  cmd: { label: "cmd", description: "Windows' command prompt" },
  powershell: { label: "PowerShell", description: "Windows PowerShell and PowerShell 7" },
};

/** The shell of this machine comes first. */
const shellOrder: readonly Shell[] =
  process.platform === "win32" ? ["powershell", "cmd", "sh"] : ["sh", "powershell", "cmd"];

export async function copyAsCurl(request: SentRequest, given?: Shell): Promise<void> {
  const plain = plainRequestOf(request);
  const picked =
    given ??
    (
      await showQuickPick(
        shellOrder.map((shell) => ({ ...shellNames[shell], shell })),
        {
          title: "Copy as cURL for which shell?",
          placeHolder: "The key is a variable of the shell, never its value",
        },
      )
    )?.shell;
  if (picked) await copy(writeCurl(plain, picked), `the request as cURL for ${shellNames[picked].label}`);
}

export async function copyAsCode(request: SentRequest): Promise<void> {
  const plain = plainRequestOf(request);
  const picked = await showQuickPick(
    Object.entries(languages).map(([name, { title, detail }]) => ({
      label: title,
      description: detail,
      language: name as Language, // Object.entries forgets that the names are those of languages.
    })),
    {
      title: "Copy as code in which language?",
      placeHolder: "The key is a variable of the environment, never its value",
    },
  );
  if (picked) await copy(writeCode(plain, picked.language), `the request as ${picked.label}`);
}

async function copy(text: string, what: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  const [unknown] = /\{\{[^{}]*\}\}/.exec(text) ?? [];
  if (unknown === undefined) showBriefly("check", `Copied ${what}`);
  else
    void showWarning(
      `Copied ${what}. ${unknown} stands in it as it is: its value is not known before it is sent.`,
    );
}

/** All requests of a file, in a new editor. */
export async function exportHttpFile(
  session: Session,
  language: LanguageServer,
  document: vscode.TextDocument,
): Promise<void> {
  const requests = await requestsOf(language, document);
  const written: Parameters<typeof writeHttpFile>[0][number][] = [];
  for (const request of requests) {
    const sent = await sentRequest(session, request);
    if (!sent) return;
    written.push({
      title: sent.operation.title,
      ...(request.name !== undefined && { name: request.name }),
      request: plainRequestOf(sent),
    });
  }
  const known = (await vscode.languages.getLanguages()).includes("http");
  const exported = await vscode.workspace.openTextDocument({
    content: writeHttpFile(written),
    ...(known && { language: "http" }),
  });
  await vscode.window.showTextDocument(exported, { preview: false });
}

/** The request at the cursor; undefined when the person gives up. */
export async function requestAtCursor(
  session: Session,
  language: LanguageServer,
  document: vscode.TextDocument,
): Promise<SentRequest | undefined> {
  const requests = await requestsOf(language, document);
  const [only] = requests;
  const cursor = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.selection
    .active;
  const chosen =
    requests.length === 1
      ? only
      : requests.find(({ range: { start, end } }) =>
          new vscode.Range(start.line, start.character, end.line, end.character).contains(
            cursor ?? new vscode.Position(0, 0),
          ),
        );
  if (!chosen) throw new Error("Put the cursor into a request.");
  return sentRequest(session, chosen);
}

async function requestsOf(
  language: LanguageServer,
  document: vscode.TextDocument,
): Promise<ResolvedRequest[]> {
  const found = await language.request(resolveRequests, { uri: document.uri.toString() });
  if (!found || found.length === 0) throw new Error("There is no request in this file.");
  return found;
}

async function sentRequest(session: Session, request: ResolvedRequest): Promise<SentRequest | undefined> {
  const operation = await findOperation(session, request.operation);
  if (!operation)
    throw new Error(`${request.operation || "A request without an operation"} is not known here.`);
  const target = await targetOf(session, operation);
  return target && { operation, target, values: request.values };
}
