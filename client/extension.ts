import type * as vscode from "vscode";
import * as accounts from "./accounts/register.ts";
import { bindCommands } from "./commands.ts";
import * as dashboard from "./dashboard/register.ts";
import * as documents from "./documents/register.ts";
import * as environments from "./environments/register.ts";
import * as exports from "./exports/register.ts";
import * as history from "./history/register.ts";
import * as interchange from "./interchange/register.ts";
import * as keys from "./keys/register.ts";
import * as language from "./language/register.ts";
import * as limits from "./limits/register.ts";
import * as oauth from "./oauth/register.ts";
import * as operations from "./operations/register.ts";
import { LiveRecords } from "./records/live-records.ts";
import * as payloads from "./payloads/register.ts";
import * as requests from "./requests/register.ts";
import * as routes from "./routes/register.ts";
import * as sandbox from "./sandbox/register.ts";
import * as seen from "./seen/register.ts";
import { Session } from "./session/session.ts";
import * as sidebar from "./sidebar/register.ts";
import * as titleActions from "./title-actions/register.ts";
import * as webhooks from "./webhooks/register.ts";

export function activate(context: vscode.ExtensionContext): void {
  const session = new Session(context);
  const records = new LiveRecords(session);
  const views = sidebar.register(session, records);
  const seenReplies = seen.register(session);
  const server = language.register(session, { records, seen: seenReplies });
  const requestFiles = requests.register(session, server, records);
  const recordDocuments = documents.register(session);
  const dashboards = dashboard.register(session, records);
  const sent = history.register(session, { requests: requestFiles });
  const received = webhooks.register(session, records, { history: sent });
  const begun = operations.register(session, { requests: requestFiles, dashboard: dashboards });
  const features = [
    environments.register(session),
    accounts.register(session),
    limits.register(session),
    oauth.register(session),
    keys.register(session),
    sandbox.register(session),
    exports.register(session),
    routes.register(session),
    seenReplies,
    recordDocuments,
    views,
    server,
    requestFiles,
    dashboards,
    titleActions.register(session, { documents: recordDocuments, requests: requestFiles }),
    interchange.register(session, { documents: recordDocuments, requests: requestFiles, language: server }),
    sent,
    received,
    begun,
    payloads.register(session, {
      language: server,
      records,
      run: (operation, nodes) => begun.run(operation, nodes),
      webhooks: received,
    }),
  ];
  context.subscriptions.push(
    ...features,
    bindCommands(
      session,
      () => views.chosen(),
      features.flatMap(({ commands }) => commands),
    ),
    records,
    session,
  );
}
