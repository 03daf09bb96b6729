import type { Uri } from "vscode";
import type { Sendable } from "../../shared/api.ts";
import type { RequestError } from "../../shared/http/errors.ts";
import { command } from "../session/contributions.ts";

const isRequest = "editorLangId == switchboard-request";

export const commands = {
  send: command<[file?: string | Uri, index?: number]>({
    title: "Send Request",
    icon: "play",
    enablement: isRequest,
    key: { key: "ctrl+alt+r", mac: "cmd+alt+r", when: `editorTextFocus && ${isRequest}` },
    menus: [{ menu: "editor/title", group: "navigation@1", when: "resourceLangId == switchboard-request" }],
  }),
  // Lenses give the file to begin; VS Code's New File… gives something else, or nothing.
  newRequest: command<[file?: unknown]>({
    title: "New Request…",
    shortTitle: "Request File",
    menus: [{ menu: "file/newFile", group: "file" }],
  }),
  sendAll: command<[file?: string | Uri]>({
    title: "Send All Requests of the File",
    icon: "run-all",
    enablement: isRequest,
    menus: [{ menu: "editor/title", group: "1_run@2", when: "resourceLangId == switchboard-request" }],
  }),
  runFolder: command<[folder?: Uri]>({
    title: "Run Requests of Folder",
    palette: false,
    menus: [
      {
        menu: "explorer/context",
        group: "6_run",
        when: "explorerResourceIsFolder && resourceScheme == file && switchboard.hasRequestFiles",
      },
    ],
  }),
  openScratchRequest: command({ title: "Open Scratch Request…" }),
  showResponse: command<[operation: Sendable, failure: RequestError]>({
    title: "Show Response",
    palette: false,
  }),
};
