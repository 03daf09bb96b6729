/** Records as documents: read-only, and edited with their changes sent when they are saved. */
import * as vscode from "vscode";
import type { Event } from "vscode";
import type { Related } from "../records/capabilities.ts";
import type { ShownRecord, ShownText } from "../run/shown-text.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Api } from "../../shared/api.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { EditFiles } from "./edit-files.ts";
import { openRelated } from "./open-related.ts";
import { Records } from "./records.ts";

export interface RecordDocuments extends Feature {
  /** What the read-only documents on hand show, by address. */
  shown(): ReadonlyMap<string, ShownText>;
  onDidShow: Event<void>;
  edit(record: ShownRecord): Promise<void>;
  openRelated(api: Api, related: readonly Related[]): Promise<void>;
}

export function register(session: Session): RecordDocuments {
  const records = new Records(session);
  const edits = new EditFiles(session);
  return {
    commands: bind(commands, {
      openRecord: (node) => records.open(node),
      async openRelated(node) {
        const { relatedOf } = await import("../records/capabilities.ts");
        await openRelated(records, node.list.source.api, relatedOf(node));
      },
      editRecord({ list: { source }, read }) {
        const { api, list } = source;
        const { environment } = session.settings;
        return edits.open({ environment, api, resource: list.resource ?? "", id: read.key, row: read.row });
      },
      // Saving is sending.
      sendMerged: () => vscode.commands.executeCommand("workbench.action.files.save"),
    }),
    shown: () => records.shown,
    onDidShow: records.onDidShow,
    edit: (record) => edits.open(record),
    openRelated: (api, related) => openRelated(records, api, related),
    dispose() {
      records.dispose();
      edits.dispose();
    },
  };
}
