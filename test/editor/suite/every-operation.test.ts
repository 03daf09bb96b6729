// Every operation is done once, from the palette, as a person would.
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { type NamedOperation, operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { isHosted, press, type } from "../host/control.ts";
import { frameMark } from "../host/frame-mark.mts";
import { lines, showSidebar, wordsIn } from "./sidebar.ts";
import { responses, rewrite } from "./documents.ts";
import { asked } from "./questions.ts";
import { until } from "./until.ts";

const focused = (words: RegExp) => wordsIn(".quick-input-list .monaco-list-row.focused", words);

/** The response document, as soon as it tells of success. */
const succeeded = () =>
  until(
    async () =>
      `success among ${[...responses(), ...(await lines(".notification-list-item-message"))].join("\n---\n")}`,
    () => responses().find((text) => /^\/\/ 2\d\d/.test(text)),
  );

async function run({ id }: NamedOperation): Promise<void> {
  void vscode.commands.executeCommand("switchboard.runOperation");
  await asked(/^Run Operation$/);
  await type(id);
  await focused(new RegExp(id.replaceAll(".", "\\.")));
  await press("Enter");
}

/** Sends the request that was laid out. */
async function send({ id }: NamedOperation): Promise<void> {
  await until(
    () => `the request of ${id} in ${vscode.window.activeTextEditor?.document.getText()}`,
    () => vscode.window.activeTextEditor?.document.getText().includes(`"operation": "${id}"`),
  );
  await press("Escape");
  void vscode.commands.executeCommand("switchboard.send");
}

/** Picks the record of the sample. */
async function pickRecord(operation: NamedOperation): Promise<void> {
  const [sample] = operation.samples;
  for (const id of Object.values(sample.path ?? {})) {
    await asked(/: which /);
    await type(String(id));
    await focused(new RegExp(String(id)));
    await press("Enter");
  }
}

/** Changes the record as the sample does, and saves. */
async function edit(operation: NamedOperation): Promise<void> {
  const document = await until("the record", () => {
    const active = vscode.window.activeTextEditor?.document;
    return active?.uri.toString().includes(operation.id) ? active : undefined;
  });
  const [sample] = operation.samples;
  await rewrite(document, (text) => JSON.stringify({ ...JSON.parse(text), ...Object(sample.body) }, null, 2));
  await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  await press("Control+S");
  await done(operation.title);
}

const done = (title: string) =>
  until(
    async () => `${title}: done; told ${(await lines(".notification-list-item-message")).join("; ")}`,
    async () => (await lines(".statusbar-item")).some((words) => words.includes(`${title}: done`)),
  );

/** Says yes. */
async function confirm(operation: NamedOperation): Promise<void> {
  const [sample] = operation.samples;
  for (const header of Object.keys(sample.headers ?? {})) {
    await asked(new RegExp(header));
    await press("Enter");
  }
  await asked(new RegExp(`^${operation.title}: .*\\?$`));
  if (operation.effect === "delete") await type(String(Object.values(sample.path ?? {}).at(-1)));
  else await focused(new RegExp(operation.api.title));
  await press("Enter");
}

describe("every operation, from the palette", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  for (const operation of operationsOf(apis))
    it(operation.id, async () => {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.commands.executeCommand("notifications.clearAll");
      await run(operation);
      if (operation.dashboard) {
        const { title } = operation.dashboard;
        await wordsIn(".tabs-container .tab", new RegExp(title));
        await wordsIn(["iframe.webview.ready", "#active-frame", "h1"].join(frameMark), new RegExp(title));
      } else if (operation.authorized === false)
        await wordsIn(".notification-list-item-message", /gives a token that is valid for 3600 seconds/);
      else if (operation.partial) {
        await pickRecord(operation);
        await edit(operation);
      } else if (operation.request.body) {
        await send(operation);
        await succeeded();
      } else {
        await pickRecord(operation);
        if (operation.effect === "read") return void (await succeeded());
        await confirm(operation);
        await done(operation.title);
      }
    });
});
