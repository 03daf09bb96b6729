/** What each command does. */
import * as vscode from "vscode";
import type { NamedOperation, Sendable } from "../shared/api.ts";
import { askBaseAddress, askSandboxAddress } from "./environments/base-address.ts";
import { type CommandName, commandIds, nodeCommands, operationCommandPrefix } from "./session/command-ids.ts";
import { confirmOrigin, confirmOrigins } from "./environments/confirm-origin.ts";
import type { Dashboards } from "./dashboard/dashboards.ts";
import type { Edits } from "./documents/edits.ts";
import { selectEnvironment } from "./environments/select-environment.ts";
import { exportList } from "./exports/export-list.ts";
import { filterList } from "./sidebar/filter-list.ts";
import { limitsView } from "./limits/rate-limits.ts";
import { forgetKey, pickApi, setKey, showKeySource } from "./keys/key-commands.ts";
import type { LanguageServer } from "./language/language-client.ts";
import { type KeyPlaceInFile, moveKeyToKeychain } from "./keys/move-key.ts";
import type { Accounts } from "./oauth/accounts.ts";
import type { Records } from "./documents/records.ts";
import type { SandboxProcess } from "./sandbox/sandbox-process.ts";
import type { FaultMarks } from "./requests/fault-marks.ts";
import type { Responses } from "./requests/responses.ts";
import { chosen, copyAsJson, copyIds, openRelated } from "./sidebar/record-commands.ts";
import { reportFailure } from "./failures/report-failure.ts";
import { bindSomeRoute, unbindRoute } from "./routes/bind-route.ts";
import { importOpenApi } from "./routes/import-openapi.ts";
import type { Session } from "./session/session.ts";
import type { Sidebar } from "./sidebar/sidebar.ts";
import type { ListNode, MoreNode, RecordNode } from "./records/node.ts";

/** What commands work with. */
interface Parts {
  session: Session;
  sandbox: SandboxProcess;
  accounts: Accounts;
  sidebar: Sidebar;
  records: Records;
  edits: Edits;
  dashboards: Dashboards;
  language: LanguageServer;
  responses: Responses;
  marks: FaultMarks;
}

export function registerCommands(parts: Parts): vscode.Disposable {
  const { session, sandbox, accounts, sidebar, records, edits, dashboards, language, responses } = parts;
  const filter = async (list: ListNode) => {
    if (await filterList(sidebar.filters, list)) sidebar.treeOf(list).refresh(list);
  };
  const handlers: Record<CommandName, (...given: never[]) => unknown> = {
    setKey: (api?: string | ListNode) => setKey(session, slugOf(api)),
    forgetKey: (api?: string | ListNode) => forgetKey(session, slugOf(api)),
    moveKeyToKeychain: (place: KeyPlaceInFile) => moveKeyToKeychain(session, place),
    showKeySource: () => showKeySource(session),
    signIn: (slug?: string) => accounts.signIn(slug),
    signOut: (slug?: string) => accounts.signOut(slug),
    async setBaseAddress(slug?: string) {
      if (session.settings.environment === "sandbox") return selectEnvironment(session);
      const api = await pickApi(session, "Set the base address of which API?", slug);
      if (api) await askBaseAddress(session, api);
    },
    async allowOrigin(slug?: string) {
      const api = (await session.registry()).apis.find((each) => each.slug === slug);
      return api ? confirmOrigin(session, api) : confirmOrigins(session);
    },
    showRateLimits: () => vscode.commands.executeCommand(`${limitsView}.focus`),
    selectEnvironment: () => selectEnvironment(session),
    startSandbox: () => sandbox.start(),
    stopSandbox: () => sandbox.stop(),
    setSandboxAddress: () => askSandboxAddress(session),
    refresh: () => session.changed(),
    refreshList: (list: ListNode) => sidebar.treeOf(list).refresh(list),
    openRecord: (node: RecordNode) => records.open(node),
    editRecord: (node: RecordNode) => edits.openNode(node),
    copyId: (node: RecordNode, nodes?: RecordNode[]) => copyIds(chosen(node, nodes)),
    copyAsJson: (node: RecordNode, nodes?: RecordNode[]) => copyAsJson(chosen(node, nodes)),
    openRelated: (node: RecordNode) => openRelated(session, records, node),
    async runOperation() {
      const { apis, openRequest, operationsOf, pickOperation } = await session.registry();
      const picked = await pickOperation(session);
      const documented = operationsOf(apis).find(({ id }) => id === picked?.id);
      if (documented) await start(documented);
      // Of an imported one nothing is known that would ask for the parts of its path.
      else if (picked) await openRequest(language, picked);
    },
    send: (uri?: string | vscode.Uri, index?: number) => sendFrom(parts, uri, index),
    sendAll: (uri?: string | vscode.Uri) => sendFrom(parts, uri, "all"),
    bindRoute: (id?: string) => bindSomeRoute(session, id),
    unbindRoute: () => unbindRoute(session),
    importOpenApi: (slug?: string, file?: string | vscode.Uri) => importOpenApi(session, slug, file),
    lookWhetherItHappened: (operation: Sendable) => sidebar.look(operation),
    showDashboard: (id?: string) => dashboards.choose(id),
    loadMore: ({ list }: MoreNode) => sidebar.treeOf(list).more(list),
    filterList: filter,
    changeFilters: filter,
    async resetFilters(list: ListNode) {
      await sidebar.filters.set(list, {});
      sidebar.treeOf(list).refresh(list);
    },
    exportList: (node?: ListNode | RecordNode) => exportList(session, sidebar.filters, node),
  };
  const start = async (operation: NamedOperation, nodes: readonly (ListNode | RecordNode)[] = []) => {
    if (operation.dashboard) return dashboards.open(operation);
    const { openEdit, openRequest, showReply, startOperation } = await session.registry();
    const ways = {
      openEdit: openEdit.bind(undefined, session),
      openRequest: openRequest.bind(undefined, language),
      showReply: showReply.bind(undefined, session, responses),
    };
    await startOperation(session, ways, operation, nodes).catch((error: unknown) =>
      reportFailure(session, error, operation),
    );
  };
  const ofOperations = operationIds(session).map((id) =>
    vscode.commands.registerCommand(
      `${operationCommandPrefix}${id}`,
      async (node?: ListNode | RecordNode, nodes?: (ListNode | RecordNode)[]) => {
        const { apis, operationsOf } = await session.registry();
        const operation = operationsOf(apis).find((each) => each.id === id);
        if (operation) await start(operation, chosen(node, nodes));
      },
    ),
  );
  return vscode.Disposable.from(
    ...ofOperations,
    ...Object.entries(commandIds).map(([name, id]) =>
      vscode.commands.registerCommand(id, async (...given: unknown[]) => {
        try {
          // VS Code gives none when the tree is drawn anew while its menu is open.
          if (nodeCommands.has(name as CommandName) && given[0] === undefined)
            throw new Error("The list was just read again. Choose the entry once more.");
          // Object.entries forgets that it is one. Commands of the palette get no argument; a node comes from our trees.
          return await handlers[name as CommandName](...(given as never[]));
        } catch (error) {
          reportFailure(session, error);
          return undefined;
        }
      }),
    ),
  );
}

/** Of the file that is given, else of the active editor; there the request at the cursor. */
async function sendFrom(parts: Parts, given?: string | vscode.Uri, which?: number | "all"): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const uri = typeof given === "string" ? vscode.Uri.parse(given) : (given ?? editor?.document.uri);
  if (!uri) throw new Error("Open a *.request.json file first.");
  const document = await vscode.workspace.openTextDocument(uri);
  const cursor = editor?.document === document ? editor.selection.active : new vscode.Position(0, 0);
  const { sendRequests } = await parts.session.registry();
  await sendRequests(parts, document, which ?? cursor);
}

/** Those with a command of their own: the registry itself is not loaded for it. */
function operationIds({ context }: Session): string[] {
  const manifest: { contributes: { commands: { command: string }[] } } = context.extension.packageJSON;
  return manifest.contributes.commands
    .filter(({ command }) => command.startsWith(operationCommandPrefix))
    .map(({ command }) => command.slice(operationCommandPrefix.length));
}

const slugOf = (api: string | ListNode | undefined) => (typeof api === "string" ? api : api?.source.api.slug);
