import type * as vscode from "vscode";
import { registerCommands } from "./commands.ts";
import { Dashboards } from "./dashboard/dashboards.ts";
import { Edits } from "./documents/edits.ts";
import { removeOldExports } from "./exports/export-list.ts";
import { startLanguageClient } from "./language/language-client.ts";
import { showRateLimits } from "./limits/rate-limits.ts";
import { Accounts } from "./oauth/accounts.ts";
import { Records } from "./documents/records.ts";
import { FaultMarks } from "./requests/fault-marks.ts";
import { Responses } from "./requests/responses.ts";
import { SandboxProcess } from "./sandbox/sandbox-process.ts";
import { watchImports } from "./routes/watch-imports.ts";
import { Session } from "./session/session.ts";
import { Sidebar } from "./sidebar/sidebar.ts";
import { showStatus } from "./limits/status-bar.ts";

export function activate(context: vscode.ExtensionContext): void {
  const session = new Session(context);
  const records = new Records(session);
  const edits = new Edits(session);
  const sidebar = new Sidebar(session, records, edits);
  const dashboards = new Dashboards(session);
  const sandbox = new SandboxProcess(session);
  const accounts = new Accounts(session);
  const language = startLanguageClient(session);
  const responses = new Responses();
  const marks = new FaultMarks(language);
  context.subscriptions.push(
    records,
    edits,
    sidebar,
    dashboards,
    sandbox,
    accounts,
    responses,
    marks,
    registerCommands({
      session,
      sandbox,
      accounts,
      sidebar,
      records,
      edits,
      dashboards,
      language,
      responses,
      marks,
    }),
    showStatus(session),
    showRateLimits(session),
    language,
    watchImports(session),
    session,
  );
  removeOldExports(session);
}
