/** Records as documents: read-only, and edited with their changes sent when they are saved. */
import * as vscode from "vscode";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { EditFiles } from "./edit-files.ts";
import { openRelated } from "./open-related.ts";
import { Records } from "./records.ts";

export function register(session: Session): Feature {
  const records = new Records(session);
  const edits = new EditFiles(session);
  return {
    commands: bind(commands, {
      openRecord: (node) => records.open(node),
      openRelated: (node) => openRelated(records, node),
      editRecord: (node) => edits.open(node),
      // Saving is sending.
      sendMerged: () => vscode.commands.executeCommand("workbench.action.files.save"),
    }),
    dispose() {
      records.dispose();
      edits.dispose();
    },
  };
}
