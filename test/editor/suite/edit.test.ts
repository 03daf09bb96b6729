import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, isHosted, press, screenshot, type } from "../host/control.ts";
import { whileFailing, sandboxDirectory, startSecondSandbox } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import { clickIcon, lines, rowLike, showSidebar, withViewAlone, wordsIn } from "./sidebar.ts";
import { rewrite } from "./documents.ts";
import { choose, warned } from "./questions.ts";
import { moment, until } from "./until.ts";

async function users(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const { membership } = (await sandboxDirectory()).apis;
  const reply = await fetch(`${membership?.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${membership?.credentials.key}`,
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(reply.ok, `${method} ${path}: ${reply.status}`);
  return (await reply.json()) as Record<string, unknown>; // The sandbox is ours.
}

const picker = ".quick-input-widget";

const shown = (document: vscode.TextDocument, words: string) =>
  until(
    () => `${words} in ${document.getText()}`,
    () => document.getText().includes(words),
  );

const replace = (document: vscode.TextDocument, before: string, words: string) =>
  rewrite(document, (text) => {
    assert.ok(text.includes(before), `${before} in ${text}`);
    return text.replace(before, words);
  });

const nameIn = (document: vscode.TextDocument): string => JSON.parse(document.getText()).name;

const clean = (document: vscode.TextDocument) =>
  until(
    () => `saved: ${document.getText()}`,
    () => !document.isDirty,
  );

async function save(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  await press("Control+s");
}

/** The document of a record, opened by the icon beside its row. */
async function opened(row: string): Promise<vscode.TextDocument> {
  const document = await clickIcon("members", row, "Edit Record", () => {
    const active = vscode.window.activeTextEditor?.document;
    return active?.uri.scheme === "switchboard-edit" &&
      active.languageId === "switchboard-edit" &&
      active.getText().includes(row)
      ? active
      : undefined;
  });
  // VS Code shows what it knew of a document, and reads it anew behind that.
  const { name } = await users("GET", `/users/${idOf(document)}`);
  await shown(document, JSON.stringify(name));
  return document;
}

const answered = (entry: string) =>
  click(`.quick-input-widget .monaco-list-row:has-text(${JSON.stringify(entry)})`);
const idOf = ({ uri }: vscode.TextDocument) => /(usr_\w+)\.json$/.exec(uri.path)?.[1] ?? "";

describe("editing a record", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("notifications.clearAll");
  });
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("opens what can be changed, sends what was changed, and the list follows", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Hanna Weber/);
      const document = await opened("Hanna Weber");
      const earlier = await users("GET", `/users/${idOf(document)}`);
      const fields = Object.keys(JSON.parse(document.getText()));
      assert.deepEqual(
        fields.filter((field) => !["name", "metadata"].includes(field)),
        [],
      );
      await screenshot("edit-dark");
      // Known to nobody but the sandbox: a save that sent all fields would take it back.
      await replace(document, nameIn(document), "Hanna Sommer");
      await screenshot("edit-changed");
      await save();
      await clean(document);
      await rowLike("members", /^Hanna Sommer/);
      const record = await users("GET", `/users/${idOf(document)}`);
      assert.equal(record.name, "Hanna Sommer");
      assert.deepEqual(record.metadata, earlier.metadata);
      assert.deepEqual(
        vscode.languages.getDiagnostics(document.uri).map(({ message }) => message),
        [],
      );
      await withSettings({ "workbench.colorTheme": "Default Light Modern" }, async () => {
        await moment(800);
        await screenshot("edit-light");
      });
    }));

  it("says what is wrong with a value, and keeps what cannot be sent", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Hanna/);
      const document = await opened("Hanna");
      await replace(document, JSON.stringify(nameIn(document)), "7");
      const codes = () =>
        vscode.languages
          .getDiagnostics(document.uri)
          .map(({ code }) => (typeof code === "object" ? code.value : code));
      await until("wrong-type", () => codes().includes("wrong-type"));
      await replace(document, "7", '"Hanna');
      await until("the editor's own word on the syntax", () =>
        vscode.languages.getDiagnostics(document.uri).some(({ source }) => source !== "switchboard"),
      );
      await save();
      await wordsIn(".notification-toast", /Nothing was sent: this is not JSON/);
      await screenshot("edit-invalid");
      assert.ok(document.isDirty);
    }));

  describe("that others changed meanwhile", () => {
    const conflicting = async (mine: string, other: string) => {
      await rowLike("members", /^Hanna/);
      const document = await opened("Hanna");
      await replace(document, nameIn(document), mine);
      await users("PATCH", `/users/${idOf(document)}`, { name: other });
      await save();
      await wordsIn(picker, /was changed by someone else/);
      return document;
    };

    it("compares with theirs as the new base, and sends what is merged from there", () =>
      withViewAlone("members", async () => {
        const document = await conflicting("Hanna Mine", "Hanna Other");
        await screenshot("edit-conflict");
        await answered("Compare");
        const isComparison = () =>
          vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes("theirs") === true;
        await until("the comparison", isComparison);
        await until("what is merged", () => document.isDirty && nameIn(document) === "Hanna Mine");
        await wordsIn(".monaco-diff-editor .original .view-line", /Hanna Other/);
        await screenshot("edit-compare");
        assert.equal((await users("GET", `/users/${idOf(document)}`)).name, "Hanna Other");
        assert.deepEqual(await lines(".notification-list-item-message"), []);
        await click('.editor-actions [aria-label="Send Merged"]');
        await clean(document);
        await until("the comparison closed", () => !isComparison());
        assert.equal((await users("GET", `/users/${idOf(document)}`)).name, "Hanna Mine");
      }));

    it("takes theirs, and undo brings mine back", () =>
      withViewAlone("members", async () => {
        const document = await conflicting("Hanna Lost", "Hanna Fourth");
        await answered("Take Theirs");
        await shown(document, "Hanna Fourth");
        await clean(document);
        assert.equal((await users("GET", `/users/${idOf(document)}`)).name, "Hanna Fourth");
        await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
        await vscode.commands.executeCommand("undo");
        await shown(document, "Hanna Lost");
      }));
  });

  it("follows the list while it has no changes, and keeps them when it has", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Hanna/);
      const document = await opened("Hanna");
      await users("PATCH", `/users/${idOf(document)}`, { name: "Hanna Behind" });
      await vscode.commands.executeCommand("switchboard.refresh");
      await shown(document, "Hanna Behind");
      await replace(document, "Hanna Behind", "Hanna Before");
      await users("PATCH", `/users/${idOf(document)}`, { name: "Hanna Aside" });
      await vscode.commands.executeCommand("switchboard.refresh");
      await rowLike("members", /^Hanna Aside/);
      assert.equal(nameIn(document), "Hanna Before");
    }));

  it("starts empty where nothing reads the record, then from what the reply told", async () => {
    const uri = vscode.Uri.parse("switchboard-edit://sandbox/admin.settings.update/settings.json");
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await wordsIn(".notification-toast", /no way to read the workspace settings/);
    assert.equal(document.getText(), "{}\n");
    await screenshot("edit-settings");
    await replace(document, "{}", '{ "timezone": "Asia/Tokyo" }');
    await save();
    await shown(document, '"workspace_name": "Acme"');
    await clean(document);
    assert.equal(JSON.parse(document.getText()).timezone, "Asia/Tokyo");
  });

  it("keeps the text when the API refuses", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Hanna/);
      const document = await opened("Hanna");
      const name = nameIn(document);
      await replace(document, name, `${name} II`);
      await whileFailing("membership", { status: 409 }, async () => {
        await save();
        await wordsIn(".notification-toast", /409/);
        await screenshot("edit-refused");
        assert.ok(document.isDirty);
        assert.equal(nameIn(document), `${name} II`);
      });
      await vscode.commands.executeCommand("notifications.clearAll");
      await save();
      await clean(document);
      await vscode.commands.executeCommand("switchboard.refresh");
      await rowLike("members", new RegExp(`^${name} II`));
    }));

  it("is of its own environment", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Hanna/);
      const document = await opened("Hanna");
      await replace(document, nameIn(document), "Hanna Elsewhere");
      await withSettings({ "switchboard.environment": "test" }, async () => {
        await save();
        await wordsIn(".notification-toast", /sandbox environment.*test environment/);
        assert.ok(document.isDirty);
      });
    }));
});

it("offers the records that fit what is typed before an identifier as typed", async function () {
  if (!isHosted) this.skip();
  void vscode.commands.executeCommand("switchboard.run.membership.users.update");
  await wordsIn(".quick-input-title", /which user/);
  await wordsIn(".quick-input-list .monaco-list-row", /@/);
  await type("Priya");
  await wordsIn(".quick-input-list .monaco-list-row.focused", /^Priya Raman/);
  await press("Enter");
  await until("the record", () => vscode.window.activeTextEditor?.document.getText().includes("Priya"));
  await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
});

describe("editing a record of the live environment", () => {
  const set = (name: string, value: unknown) =>
    vscode.workspace.getConfiguration("switchboard").update(name, value, vscode.ConfigurationTarget.Global);
  let service: Awaited<ReturnType<typeof startSecondSandbox>> | undefined;

  before(async function () {
    if (!isHosted) this.skip();
    service = await startSecondSandbox();
    const { apis, routes } = service.directory;
    const update = routes["membership.users.update"];
    assert.ok(apis.membership && update);
    await set("baseUrls", { live: { membership: apis.membership.baseUrl } });
    // The operation that reads a user has no route here: the list has to do.
    await set("routes", { "membership.users.update": `${update.method} ${update.path}` });
    await set("environment", "live");
    void vscode.commands.executeCommand("switchboard.setKey", "membership");
    await wordsIn(".quick-input-title", /Membership platform/);
    await type(apis.membership.credentials.key ?? "");
    await press("Enter");
  });
  after(async () => {
    for (const name of ["environment", "baseUrls", "routes"]) await set(name, undefined);
    service?.stop();
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("asks first, stays unsaved when the person says no, and finds a conflict by the list", () =>
    withViewAlone("members", async () => {
      await rowLike("members", /^Jonas Lindqvist/);
      const document = await clickIcon("members", "Jonas Lindqvist", "Edit Record", () => {
        const active = vscode.window.activeTextEditor?.document;
        return active?.getText().includes("Jonas Lindqvist") ? active : undefined;
      });
      await replace(document, "Jonas Lindqvist", "Jonas Lind");
      await save();
      await warned(/^Live: Update user “Jonas Lindqvist”/);
      await screenshot("edit-live");
      await press("Escape");
      await wordsIn(".notification-toast", /Nothing was sent/);
      assert.ok(document.isDirty);
      await vscode.commands.executeCommand("notifications.clearAll");

      const live = service?.directory.apis.membership;
      const reply = await fetch(`${live?.baseUrl}/users/${idOf(document)}`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${live?.credentials.key}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "Jonas Berg" }),
      });
      assert.ok(reply.ok);
      await save();
      await wordsIn(picker, /was changed by someone else/);
      await answered("Overwrite");
      await warned(/^Live: Update user “Jonas Lindqvist”/);
      await choose("Update User");
      await clean(document);
      await rowLike("members", /^Jonas Lind[^q]/);
    }));
});
