import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, hover, isHosted, press, screenshot, type } from "../host/control.ts";
import { sandboxDirectory } from "./sandbox.ts";
import {
  closeList,
  clickRow,
  labelIn,
  lines,
  openList,
  rowLike,
  showSidebar,
  showView,
  withViewAlone,
  wordsIn,
} from "./sidebar.ts";
import { openRequestFile } from "./documents.ts";
import { choose, warned } from "./questions.ts";
import { moment, until } from "./until.ts";

const settings = () => vscode.workspace.getConfiguration("switchboard");
const set = (name: string, value: unknown) =>
  settings().update(name, value, vscode.ConfigurationTarget.Global);
const routes = () => Object.entries(settings().inspect<Record<string, string>>("routes")?.globalValue ?? {});

/** The sandbox's routes of the membership API as a description, with an operation that the documents do not have. */
async function writeDescription(file: string, version: string): Promise<void> {
  const paths: Record<string, Record<string, unknown>> = {
    "/users/{user_id}/badges": {
      get: {
        operationId: "listBadges",
        parameters: [{ name: "user_id", in: "path", required: true, schema: { type: "string" } }],
      },
    },
  };
  for (const [id, { method, path }] of Object.entries((await sandboxDirectory()).routes)) {
    const [slug, resource, verb] = id.split(".");
    if (slug !== "membership") continue;
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { operationId: `${verb}-${resource}` },
    };
  }
  const info = { title: "Membership API", version };
  await writeFile(
    file,
    `openapi: 3.0.3\ninfo: ${JSON.stringify(info)}\n# Flow mappings are YAML, too.\npaths: ${JSON.stringify(paths)}\n`,
  );
}

describe("routes that are not documented", () => {
  let folder = "";
  let file = "";

  before(async function () {
    if (!isHosted) this.skip();
    folder = await mkdtemp(join(tmpdir(), "description-"));
    file = join(folder, "membership.yaml");
    await writeDescription(file, "2.3");
    const { membership } = (await sandboxDirectory()).apis;
    assert.ok(membership);
    await showSidebar();
    await set("environment", "test");
    await set("baseUrls", { test: { membership: membership.baseUrl } });
    void vscode.commands.executeCommand("switchboard.setKey", "membership");
    await wordsIn(".quick-input-widget", /Membership platform: API key/);
    await type(membership.credentials.key ?? "");
    await press("Enter");
    await showView("members");
    await rowLike("members", /^Users/);
  });

  after(async () => {
    for (const name of ["environment", "baseUrls", "routes"]) await set(name, undefined);
    if (folder) await rm(folder, { recursive: true });
  });

  it("are asked for from the list that lacks one, with a guess that says so", () =>
    withViewAlone("members", async () => {
      await openList("members", "Memberships");
      await rowLike("members", /^The route is not documented/);
      await clickRow("members", "The route is not documented");
      await wordsIn(".quick-input-widget", /GET \/memberships.*a guess by convention, not documented/);
      await screenshot("bind-route");
      await press("Escape");
      assert.deepEqual(routes(), []);
    }));

  it("are asked for before what a person wants done, which then goes on", async () => {
    void vscode.commands.executeCommand("switchboard.run.membership.users.delete");
    await wordsIn(".quick-input-widget", /Delete user: bind the route/);
    await press("ArrowDown");
    await press("Enter");
    await wordsIn(".quick-input-widget", /Method and path below the base address/);
    await press("Control+a");
    await type("DELETE /users/{id}");
    await wordsIn(".quick-input-widget", /The path needs \{user_id\}/);
    await screenshot("enter-route");
    await press("Control+a");
    await type("DELETE /users/{user_id}");
    await press("Enter");
    await wordsIn(".quick-input-widget", /Priya Raman/);
    assert.deepEqual(routes(), [["membership.users.delete", "DELETE /users/{user_id}"]]);
    await press("Escape");
    await set("routes", undefined);
  });

  it("are used as they were agreed on, though another is bound meanwhile", async () => {
    await set("routes", { "membership.users.delete": "DELETE /users/{user_id}" });
    void vscode.commands.executeCommand("switchboard.run.membership.users.delete");
    await wordsIn(".quick-input-widget", /Delete user: which user/);
    await type("Amara Okafor");
    await wordsIn(".quick-input-list .monaco-list-row.focused", /^Amara Okafor/);
    await press("Enter");
    assert.match(await warned(/^Test: Delete user “Amara Okafor”/), /DELETE \/users\/usr_\w+\s/);
    await set("routes", { "membership.users.delete": "DELETE /elsewhere/{user_id}" });
    await choose("Delete User");
    await wordsIn(".statusbar-item", /Delete user: done/);
    await set("routes", undefined);
  });

  it("are bound by a description once it is confirmed", () =>
    withViewAlone("members", async () => {
      void vscode.commands.executeCommand("switchboard.importOpenApi", "membership", vscode.Uri.file(file));
      await wordsIn(".quick-input-widget", /Membership API 2\.3: bind these routes/);
      await wordsIn(".quick-input-widget", /17 Selected/);
      await screenshot("import-openapi");
      await press("Enter");
      await until("17 routes", () => routes().length === 17);
      await closeList("members", "Users"); // It takes all the room.
      await rowLike("members", /^mem_/);
      const words = /GET \/memberships, bound by the OpenAPI description “Membership API 2\.3”/;
      await until("who has bound the list's route", async () => {
        // The tree may be drawn anew under a pointer that rests.
        await hover(labelIn("members", "Users"));
        await hover(labelIn("members", "Memberships"));
        await moment(1500);
        return (await lines(".monaco-hover")).find((each) => words.test(each));
      });
      await screenshot("route-bound");
      await openList("members", "Users");
    }));

  it("come with operations that the documents do not have", async () => {
    const editor = await openRequestFile(
      '{ "operation": "membership.badges.list", "path": { "id": "usr_1" } }',
    );
    const { document } = editor;
    const message = await until(
      "a diagnostic",
      () =>
        vscode.languages.getDiagnostics(document.uri).find(({ source }) => source === "switchboard")?.message,
    );
    assert.match(message, /user_id/);
    const place = new vscode.Position(0, 25);
    editor.selection = new vscode.Selection(place, place);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      place,
    );
    const words = hovers
      .flatMap(({ contents }) => contents.map((each) => (typeof each === "string" ? each : each.value)))
      .join("\n");
    assert.match(words, /from the imported description “Membership API 2\\.3”, not from the documents/);
    await vscode.commands.executeCommand("editor.action.showHover");
    await moment(800);
    await screenshot("imported-operation");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("bring operations that are begun like the others", async () => {
    void vscode.commands.executeCommand("switchboard.runOperation");
    await wordsIn(".quick-input-widget", /Run Operation 53 Results/);
    await type("List badges");
    await wordsIn(".quick-input-widget", /From the imported OpenAPI description/);
    await screenshot("run-imported-operation");
    await press("Enter");
    const written = await until("the request", () =>
      vscode.window.visibleTextEditors
        .filter(({ document: { languageId } }) => languageId === "switchboard-request")
        .map(({ document }) => document.getText())
        .find((text) => text !== ""),
    );
    assert.deepEqual(JSON.parse(written), {
      operation: "membership.badges.list",
      path: { user_id: "" },
    });
    await screenshot("imported-request");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("are offered again when the description has changed", async () => {
    await writeDescription(file, "2.4");
    await wordsIn(".notification-toast", /membership\.yaml has changed since it was imported/);
    await screenshot("description-changed");
    await click('.notification-toast .monaco-button:has-text("Import Again")');
    await wordsIn(".quick-input-widget", /Membership API 2\.4: bind these routes/);
    await press("Enter");
    await wordsIn(".notification-toast", /Membership API 2\.4” binds 17 routes and adds 1 operation/);
    assert.equal(routes().length, 17);
  });

  it("are taken back with the description that brought them", () =>
    withViewAlone("members", async () => {
      void vscode.commands.executeCommand("switchboard.unbindRoute");
      await wordsIn(".quick-input-widget", /Membership API 2\.4.*17 routes, 1 further operation/);
      await wordsIn(".quick-input-widget", /Bound by the OpenAPI description “Membership API 2\.4”/);
      await screenshot("unbind-route");
      await type("all that was imported");
      await press("Enter");
      await until("no route", () => routes().length === 0);
      await rowLike("members", /^The route is not documented/);
    }));
});
