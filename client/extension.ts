import type * as vscode from "vscode";
import { registerCommands } from "./commands.ts";
import { showEnvironment } from "./environment.ts";
import { removeOldExports } from "./export-list.ts";
import { startLanguageClient } from "./language-client.ts";
import { Records } from "./records.ts";
import { SandboxProcess } from "./sandbox-process.ts";
import { Session } from "./session.ts";
import { Sidebar } from "./sidebar.ts";

export function activate(context: vscode.ExtensionContext): void {
  const session = new Session(context);
  const records = new Records(session);
  const sidebar = new Sidebar(session, records);
  const sandbox = new SandboxProcess(session);
  context.subscriptions.push(
    records,
    sidebar,
    sandbox,
    registerCommands(session, sandbox, sidebar, records),
    showEnvironment(session),
    startLanguageClient(session),
    session,
  );
  removeOldExports(session);
}
