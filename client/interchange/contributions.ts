import type { Uri } from "vscode";
import { contextOf } from "../run/shown-text.ts";
import { command } from "../session/contributions.ts";

const isRequestFile = "resourceLangId == switchboard-request";
const isRequest = `${isRequestFile} || resource in ${contextOf("curl")}`;

/** Without an address the active editor's document is meant. */
const ofEditor = (title: string, group: string, where: string) =>
  command<[uri?: Uri]>({
    title,
    palette: "editorLangId == switchboard-request",
    menus: [{ menu: "editor/title", group, when: where }],
  });

/** What a pasted command becomes, among the kinds of pasting that VS Code offers. */
export const pastedKind = "switchboard.request";

export const commands = {
  importCurl: command({ title: "Import cURL Command…" }),
  importHttpFile: command<[file?: Uri]>({ title: "Import HTTP or HAR File…" }),
  copyAsCurl: ofEditor("Copy as cURL…", "2_copy@1", isRequest),
  copyAsCode: ofEditor("Copy as Code…", "2_copy@2", isRequest),
  exportHttpFile: ofEditor("Export as .http File…", "2_copy@4", isRequestFile),
};
