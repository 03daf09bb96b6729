import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, hover, isHosted, press, screenshot, text, type } from "../host/control.ts";
import { whileFailing, sandboxDirectory, startOver } from "./sandbox.ts";
import { lines, rowLike, showSidebar, withViewAlone, wordsIn } from "./sidebar.ts";
import { asked } from "./questions.ts";
import { openRequestFile, responses, rewrite } from "./documents.ts";
import { until } from "./until.ts";

const lens = (words: string) => click(`.codelens-decoration a:has-text(${JSON.stringify(words)})`);

/** The text of the response document, when it matches. */
const response = (words: RegExp) =>
  until(
    () => `${words} among ${responses().join("\n---\n")}`,
    () => responses().find((text) => words.test(text)),
  );

async function open(text: string): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  const { document } = await openRequestFile(text);
  return document;
}

const request = (operation: string, more: object = {}) => JSON.stringify({ operation, ...more }, null, 2);

describe("request files are sent", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await showSidebar();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("from a list: laid out beside, sent with a click, the list has the new record", () =>
    withViewAlone("servers", async () => {
      await rowLike("servers", /^api-01/);
      const list = `[role=tree][aria-label="Servers"] .monaco-list-row:has-text("Cloud infrastructure v1")`;
      await hover(`${list} .label-name`);
      await click(`${list} [aria-label^="Create Server"]`);
      const document = await until("the request", () => {
        const active = vscode.window.activeTextEditor?.document;
        return active?.getText().includes("cloud-v1.servers.create") ? active : undefined;
      });
      assert.equal(document.languageId, "switchboard-request");
      assert.match(document.uri.path, /create-server(-\d)?\.request\.json$/);
      // The first place is the name.
      await type("from-the-editor");
      await until(
        () => document.getText(),
        () => document.getText().includes('"name": "from-the-editor"'),
      );
      await press("Escape");
      await wordsIn(".codelens-decoration", /Send/);
      await screenshot("request-laid-out");
      await lens("Send");
      const text = await response(/from-the-editor/);
      assert.match(text, /^\/\/ 2\d\d/);
      assert.match(text, /\/\/ POST http:\/\/127\.0\.0\.1:\d+\/cloud-v1\/v1\/servers/);
      await screenshot("response");
      await rowLike("servers", /^from-the-editor/);
    }));

  it("once, however often Send is clicked", async () => {
    const count = async () => {
      const { "cloud-v1": cloud } = (await sandboxDirectory()).apis;
      assert.ok(cloud);
      const reply = await fetch(`${cloud.baseUrl}/servers?limit=100`, {
        headers: { authorization: `Bearer ${cloud.credentials.key}` },
      });
      return JSON.stringify(await reply.json()).split('"sent-once"').length - 1;
    };
    await open(
      request("cloud-v1.servers.create", {
        body: { name: "sent-once", region: "us-east-1", plan: "nano" },
      }),
    );
    const again = () => vscode.commands.executeCommand("switchboard.send");
    await Promise.all([again(), again(), again()]);
    await response(/sent-once/);
    await wordsIn(".statusbar-item", /It is being sent already/);
    assert.equal(await count(), 1);
  });

  it("from two columns at most, and scratch requests close without a question", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const groups = () => vscode.window.tabGroups.all;
    const layOut = async (operation: string) => {
      const before = new Set(vscode.workspace.textDocuments);
      void vscode.commands.executeCommand(`switchboard.run.${operation}`);
      return until("the request", () =>
        vscode.workspace.textDocuments.find(
          (each) => !before.has(each) && !each.isDirty && each.getText().includes(operation),
        ),
      );
    };
    for (const operation of ["cloud-v1.servers.create", "admin.users.create", "content.posts.create"])
      await layOut(operation);
    assert.equal(groups().length, 1);
    const kept = vscode.window.activeTextEditor?.document;
    assert.ok(kept);
    await press("Escape");
    await vscode.commands.executeCommand("switchboard.send");
    await until("the reply", () => responses().length === 1);
    assert.equal(groups().length, 2);
    await layOut("membership.users.create");
    await vscode.commands.executeCommand("workbench.action.focusSecondEditorGroup");
    await layOut("admin.users.create");
    assert.equal(groups().length, 2);
    assert.equal(vscode.window.tabGroups.activeTabGroup.viewColumn, 1);
    await screenshot("scratch-requests");

    await rewrite(kept, (text) => `${text}\n// Mine`);
    await kept.save();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("nothing open", () => groups().every(({ tabs }) => tabs.length === 0));
    void vscode.commands.executeCommand("switchboard.openScratchRequest");
    await wordsIn(".quick-input-list", /create-post/);
    await screenshot("scratch-list");
    assert.doesNotMatch((await lines(".quick-input-list .monaco-list-row")).join(), /user/);
    await press("Enter");
    await until("the kept one", () => vscode.window.activeTextEditor?.document.getText().endsWith("// Mine"));
  });

  it("in order, where later requests use earlier responses", async () => {
    await open(`[
      ${request("membership.users.create", {
        name: "made",
        body: { email: "sequence@example.com", name: "Se Quence" },
        expect: { status: 201 },
      })},
      ${request("membership.users.get", { path: { user_id: "{{made.response.body.id}}" } })}
    ]`);
    await lens("Send All");
    const text = await response(/2\. membership\.users\.get/);
    assert.equal(text.match(/Se Quence/g)?.length, 2);
    await screenshot("sequence");
  });

  it("not all at once where the file is broken between them, and one by itself all the same", async () => {
    await open(`[${request("content.posts.list")}],\n${request("admin.dashboard.metrics")}`);
    await vscode.commands.executeCommand("switchboard.sendAll");
    await wordsIn(".notifications-toasts", /This can't be sent: Unexpected text after the end/);
    await screenshot("broken-between");
    assert.deepEqual(responses(), []);
    await vscode.commands.executeCommand("notifications.clearAll");
    await lens("Send");
    await response(/\/\/ GET .*\/content\/posts/);
  });

  it("asks about a record that an earlier response names, when it is known", async () => {
    await open(`[
      ${request("content.posts.create", { name: "made", body: { title: "Short-lived", content: "x" } })},
      ${request("content.posts.delete", { path: { id: "{{made.response.body.id}}" } })}
    ]`);
    void vscode.commands.executeCommand("switchboard.sendAll");
    await asked(/^Sandbox: Delete post /);
    await wordsIn(".quick-input-list .monaco-list-row.focused", /DELETE \/content\/posts\/post_\w+/);
    await press("Enter");
    await response(/2\. content\.posts\.delete\n *\/\/ 204/);
  });

  it("stops where the expected status is another", async () => {
    const document = await open(`[
      ${request("admin.dashboard.metrics", { expect: { status: 204 } })},
      ${request("content.posts.list")}
    ]`);
    await vscode.commands.executeCommand("switchboard.sendAll");
    const missed = await until("the mark", () =>
      vscode.languages.getDiagnostics(document.uri).find(({ message }) => message.includes("to be 204")),
    );
    assert.equal(document.getText(missed.range), "204");
    await wordsIn(".statusbar-item", /The request that follows was not sent/);
    assert.ok(!responses().some((text) => text.includes("content.posts.list")));
    // What came of it stands beside the request.
    await until("a mark after the line", async () => (await text('.view-line [class*="ced-"]')).length > 0);
    await screenshot("expect-missed");
  });

  it("marks what of the reply is not as expected, each at its place", async () => {
    const document = await open(
      request("membership.users.create", {
        name: "made",
        body: { email: "expected-{{$uuid}}@example.com", name: "Ex Pected" },
        expect: {
          status: "2xx",
          headers: { "Content-Type": { $pattern: "json" } },
          body: { name: "Somebody Else", email: "{{made.request.body.email}}", id: { $length: 1 } },
        },
      }),
    );
    await vscode.commands.executeCommand("switchboard.sendAll");
    const marks = await until("two marks", () => {
      const found = vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ message }) => message.startsWith("Expected "));
      return found.length === 2 ? found : undefined;
    });
    assert.deepEqual(marks.map(({ range }) => document.getText(range)).toSorted(), ['"Somebody Else"', "1"]);
    await response(/Expected body\.name to be "Somebody Else", found "Ex Pected"\./);
    await screenshot("expect-missed-body");
  });

  const faults: [string, string, object, string][] = [
    ["admin.users.create", "a field", { name: "R", email: "ravi@example.com" }, '"R"'],
    ["social.users.create", "details", { username: "@x", email: 71, display_name: "X" }, "71"],
    ["membership.users.create", "a parameter", { email: 72, name: "N" }, "72"],
  ];
  for (const [operation, how, body, place] of faults)
    it(`marks what the API refuses at its place: ${how} of ${operation}`, async () => {
      const document = await open(request(operation, { body }));
      await until(
        "the editor's own diagnostics",
        () => vscode.languages.getDiagnostics(document.uri).length > 0,
      );
      void vscode.commands.executeCommand("switchboard.send");
      await asked(/contradicts what is documented/);
      await press("ArrowDown");
      await press("Enter");
      await response(/^\/\/ 400/);
      const marks = await until("the fault", () => {
        const [, ...others] = vscode.languages
          .getDiagnostics(document.uri)
          .filter(({ range }) => document.getText(range) === place);
        return others[0];
      });
      assert.equal(marks.source, "switchboard");
      await screenshot(`fault-${operation}`);
      assert.deepEqual(await lines(".notification-list-item-message"), []);
    });

  it("keeps back what can't be sent, and shows where", async () => {
    await open(request("cloud-v1.servers.list", { query: { region: "{{nobody}}" } }));
    void vscode.commands.executeCommand("switchboard.send");
    await wordsIn(".notification-list-item-message", /This can't be sent/);
    await click('.notification-list-item .monaco-button:has-text("Show Problem")');
    await until("the problem selected", () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.getText(editor.selection) === "nobody";
    });
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("asks for a secret, and shows it nowhere", async () => {
    const { credentials = {} } = (await sandboxDirectory()).apis.social ?? {};
    await open(
      request("social.auth.token", {
        body: { client_id: credentials.clientId, client_secret: "{{secret:SOCIAL_SECRET}}" },
      }),
    );
    void vscode.commands.executeCommand("switchboard.send");
    await asked(/^The secret SOCIAL_SECRET/);
    await type(credentials.clientSecret ?? "");
    await press("Enter");
    await response(/kept out of sight/);
    for (const document of vscode.workspace.textDocuments)
      assert.ok(!document.getText().includes(credentials.clientSecret ?? "?"), document.uri.toString());
    await screenshot("token");
  });

  it("sends nothing of a sequence whose secret the person does not give", async () => {
    await open(`[
      ${request("content.posts.create", { body: { title: "Too early", content: "x" } })},
      ${request("content.posts.create", { body: { title: "{{secret:NEVER_SET}}", content: "x" } })}
    ]`);
    const sent = vscode.commands.executeCommand("switchboard.sendAll");
    await asked(/^The secret NEVER_SET/);
    await press("Escape");
    await sent;
    assert.deepEqual(responses(), []);
    const { content } = (await sandboxDirectory()).apis;
    const reply = await fetch(`${content?.baseUrl}/content/posts?limit=100`, {
      headers: { authorization: `Bearer ${content?.credentials.key}` },
    });
    assert.doesNotMatch(await reply.text(), /Too early/);
  });

  it("says what it waits for, and can be cancelled meanwhile", async () => {
    await open(request("membership.users.list"));
    await whileFailing("membership", { status: 429 }, async () => {
      void vscode.commands.executeCommand("switchboard.send");
      await wordsIn(".notification-list-item", /answered with 429, trying again in \d+ s/);
      await screenshot("waiting");
      await click('.notification-list-item .monaco-button:has-text("Cancel")');
      await response(/Cancelled/);
    });
    await startOver();
  });
});
