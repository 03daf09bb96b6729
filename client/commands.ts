/** What each command does. */
import * as vscode from "vscode";
import type { NamedOperation } from "../shared/api.ts";
import { askBaseAddress } from "./base-address.ts";
import { type CommandName, commandIds } from "./command-ids.ts";
import { selectEnvironment } from "./environment.ts";
import { forgetKey, pickApi, setKey, showKeySource } from "./key-commands.ts";
import { type KeyPlaceInFile, moveKeyToKeychain } from "./move-key.ts";
import type { Records } from "./records.ts";
import type { SandboxProcess } from "./sandbox-process.ts";
import { reportFailure } from "./report-failure.ts";
import type { Session } from "./session.ts";
import type { Sidebar } from "./sidebar.ts";
import type { ListNode, MoreNode, RecordNode } from "./views/node.ts";

export function registerCommands(
  session: Session,
  sandbox: SandboxProcess,
  sidebar: Sidebar,
  records: Records,
): vscode.Disposable {
  // Commands of the palette get no argument; a node comes from our own trees.
  const handlers: Record<CommandName, (...given: never[]) => unknown> = {
    setKey: (api?: string | ListNode) => setKey(session, slugOf(api)),
    forgetKey: (api?: string | ListNode) => forgetKey(session, slugOf(api)),
    moveKeyToKeychain: (place: KeyPlaceInFile) => moveKeyToKeychain(session, place),
    showKeySource: () => showKeySource(session),
    async setBaseAddress(slug?: string) {
      if (session.settings.environment === "sandbox") return selectEnvironment(session);
      const api = await pickApi(session, "Set the base address of which API?", slug);
      if (api) await askBaseAddress(session, api);
    },
    selectEnvironment: () => selectEnvironment(session),
    startSandbox: () => sandbox.start(),
    stopSandbox: () => sandbox.stop(),
    refresh: () => session.changed(),
    refreshList: (list: ListNode) => sidebar.treeOf(list).refresh(list),
    openRecord: (node: RecordNode) => records.open(node),
    lookWhetherItHappened: (named: NamedOperation) => sidebar.look(named),
    loadMore: ({ list }: MoreNode) => sidebar.treeOf(list).more(list),
  };
  return vscode.Disposable.from(
    ...Object.entries(commandIds).map(([name, id]) =>
      vscode.commands.registerCommand(id, async (...given: unknown[]) => {
        try {
          // Object.entries forgets that it is one. An answer is for tests and other callers.
          return await handlers[name as CommandName](...(given as never[]));
        } catch (error) {
          reportFailure(session, error);
          return undefined;
        }
      }),
    ),
  );
}

const slugOf = (api: string | ListNode | undefined) => (typeof api === "string" ? api : api?.source.api.slug);
