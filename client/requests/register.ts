/** Request files: laid out, sent, answered beside the file, with what an API refuses marked at its place. */
import * as vscode from "vscode";
import type { NamedOperation, Sendable } from "../../shared/api.ts";
import type { LiveRecords } from "../records/live-records.ts";
import type { ShownText } from "../run/shown-text.ts";
import type { Target } from "../session/access.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { FaultMarks } from "./fault-marks.ts";
import { type Given, openRequest } from "./open-request.ts";
import { watchRequestFiles } from "./request-folders.ts";
import { Responses } from "./responses.ts";
import { ResultMarks } from "./result-marks.ts";
import { TestView } from "./test-view.ts";
import { openScratchFile, scratchOf, watchTabs } from "./scratch-files.ts";
import type { Again } from "./send-again.ts";

export interface RequestFiles extends Feature {
  /** Lays out a request to fill in. */
  open(operation: Sendable, given?: Given): Promise<void>;
  /** What the documents of replies show, by address. */
  shown(): ReadonlyMap<string, ShownText>;
  onDidShow: vscode.Event<void>;
  responses: Pick<Responses, "keep" | "show">;
  /** Sends what was sent before, as it is. */
  sendAgain(again: Again): Promise<void>;
  /** Sends an operation that reads at once, and shows its reply. */
  showReply(operation: NamedOperation, target: Target, path: Record<string, string>): Promise<void>;
}

export function register(session: Session, language: LanguageServer, records: LiveRecords): RequestFiles {
  const responses = new Responses(language);
  const marks = new FaultMarks(language);
  const results = new ResultMarks();
  const scratch = scratchOf(session);
  const watching = watchTabs(scratch);
  const sending = { session, language, records, responses, marks, results };
  const tests = new TestView(session, sending);
  const folders = watchRequestFiles();

  /** Sends from the file that is given, else from the active editor: there the request at the cursor. */
  const send = async (given: string | vscode.Uri | undefined, which?: number | "all") => {
    const editor = vscode.window.activeTextEditor;
    const uri = typeof given === "string" ? vscode.Uri.parse(given) : (given ?? editor?.document.uri);
    if (!uri) throw new Error("Open a *.request.json file first.");
    const document = await vscode.workspace.openTextDocument(uri);
    const cursor = editor?.document === document ? editor.selection.active : new vscode.Position(0, 0);
    const { sendRequests } = await import("./send.ts");
    await sendRequests(sending, document, which ?? cursor);
  };

  return {
    commands: bind(commands, {
      // An editor's title gives where the editor is in place of an index.
      send: (file, index) => send(file, typeof index === "number" ? index : undefined),
      sendAll: (file) => send(file, "all"),
      async runFolder(folder) {
        if (!(folder instanceof vscode.Uri)) throw new Error("Choose a folder in the Explorer.");
        const { runFolder } = await import("./run-folder.ts");
        await runFolder(sending, folder);
      },
      openScratchRequest: () => openScratchFile(scratch),
      async showResponse(operation, failure) {
        const { showFailure } = await import("./show-reply.ts");
        await showFailure(responses, operation, failure);
      },
      async newRequest(file) {
        const { newRequest } = await import("./new-file.ts");
        await newRequest(session, language, scratch, file);
      },
    }),
    open: (operation, given) => openRequest(language, scratch, operation, given),
    shown: () => responses.shown,
    onDidShow: responses.onDidShow,
    responses,
    async sendAgain(again) {
      const { sendAgain } = await import("./send-again.ts");
      await sendAgain({ session, records, responses }, again);
    },
    async showReply(operation, target, path) {
      const { showReply } = await import("./show-reply.ts");
      await showReply(session, responses, operation, target, path);
    },
    dispose() {
      responses.dispose();
      watching.dispose();
      marks.dispose();
      results.dispose();
      tests.dispose();
      folders.dispose();
    },
  };
}
