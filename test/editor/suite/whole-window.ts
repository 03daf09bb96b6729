/** The window in words, to tell of a failure where nobody saw it. */
import * as vscode from "vscode";
import { lines } from "./sidebar.ts";

export async function whatIsSeen(): Promise<string> {
  const { activeTextEditor: active, tabGroups } = vscode.window;
  const tabs = tabGroups.all.map(({ tabs: each }) =>
    each.map(
      ({ label, isActive, isDirty }) => `${isActive ? "*" : ""}${label}${isDirty ? " (changed)" : ""}`,
    ),
  );
  return JSON.stringify(
    {
      asked: await lines(".quick-input-widget .quick-input-title, .quick-input-widget .monaco-list-row"),
      told: await lines(".notification-list-item-message"),
      dialog: await lines(".monaco-dialog-box"),
      status: await lines(".statusbar-item"),
      tabs,
      active: active && { uri: active.document.uri.toString(), text: active.document.getText() },
      focus: await lines(":focus"),
    },
    null,
    2,
  );
}
