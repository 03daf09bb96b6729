/** Asks the client for the records that features look at, and tells when other ones are known. */
import type { Connection } from "vscode-languageserver";
import { resourceIds, resourceIdsChanged, type ResourceIdsParams } from "../../shared/protocol.ts";
import { ask } from "./wire.ts";
import type { Workspace } from "../knowledge/workspace.ts";

/** How long an answer is taken for current, in milliseconds. The client keeps its own time. */
const current = 5000;

/** `changed` is called when records came or went: what was said of open files may be different now. */
export function followRecords(connection: Connection, workspace: Workspace, changed: () => void): void {
  /** When each resource was asked for, and whether the client was to read it. */
  const asked = new Map<string, { at: number; read: boolean }>();
  let supported = true;

  const read = async (params: ResourceIdsParams) => {
    try {
      const result = await ask(connection, resourceIds, params);
      const before = JSON.stringify(workspace.peek(params.api, params.resource));
      workspace.setRecords(params.api, params.resource, result);
      if (JSON.stringify(workspace.peek(params.api, params.resource)) !== before) changed();
    } catch {
      supported = false; // An editor that has no records to offer.
    }
  };

  workspace.wanted = (params) => {
    if (!supported) return;
    const name = `${params.api} ${params.resource}`;
    const last = asked.get(name);
    if (last && Date.now() - last.at < current && (last.read || !params.read)) return;
    asked.set(name, { at: Date.now(), read: params.read });
    void read(params);
  };

  connection.onNotification(resourceIdsChanged.method, () => {
    asked.clear();
    workspace.forgetRecords();
    changed();
  });
}
