import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, isHosted, press, screenshot, type } from "../host/control.ts";
import { openRequestFile } from "./documents.ts";
import { asked } from "./questions.ts";
import { sandboxDirectory } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import { lines, wordsIn } from "./sidebar.ts";
import { until } from "./until.ts";

const themes = ["Default Light Modern", "Default High Contrast", "Default Dark Modern"];
const live = "https://api.cloud.example/v1";

/** The text of the active editor, when it matches. */
const written = (words: RegExp) =>
  until(
    () => `${words} in ${vscode.window.activeTextEditor?.document.getText()}`,
    () => {
      const document = vscode.window.activeTextEditor?.document;
      return document && words.test(document.getText()) ? document : undefined;
    },
  );

/** Copies a text by the keyboard, as people do: what an extension writes to the clipboard no browser pastes. */
async function copyText(content: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
  await click(codeArea);
  await press("Control+a");
  await press("Control+c");
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
}

async function paste(): Promise<void> {
  await click(codeArea);
  await press("Control+End");
  await press("Control+v");
}

const codeArea = ".editor-group-container.active .view-lines";

const notified = (words: RegExp) => wordsIn(".notifications-toasts", words);

describe("requests come from other programs and go to them", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("a pasted cURL command is the request, and its key goes to the keychain", () =>
    withSettings({ "switchboard.baseUrls": { live: { "cloud-v1": live } } }, async () => {
      await copyText(`curl -X POST '${live}/cdn/zones/zone_1/purge' \\
  -H 'Authorization: Bearer the-key-of-somebody' \\
  -H 'X-Trace: 7' -H 'Accept: */*' --compressed \\
  -d '{"paths": ["/img/*"], "async": true}'`);
      const { document } = await openRequestFile("");
      await paste();
      await written(/"operation": "cloud-v1\.cdn\.purge"/);
      assert.equal(
        document.getText(),
        `{
  // Left out: the header X-Trace, which is not documented for this operation.
  // Left out, as nothing changes by it: --compressed, accept.
  "operation": "cloud-v1.cdn.purge",
  "path": {
    "zone_id": "zone_1"
  },
  "body": {
    "paths": [
      "/img/*"
    ],
    "async": true
  }
}`,
      );
      await notified(
        /The key of Cloud infrastructure v1 stays out of the file.* Keep it in the keychain for https:\/\/api\.cloud\.example \(Live\)/,
      );
      for (const theme of themes)
        await withSettings({ "workbench.colorTheme": theme }, async () => {
          await wordsIn(".notifications-toasts", /Keep Key/);
          await screenshot(`curl-pasted-${theme}`);
        });
      await click('.notifications-toasts .monaco-button:has-text("Keep Key")');
      await wordsIn(".statusbar", /The key of Cloud infrastructure v1 is in/);
      assert.equal(vscode.languages.getDiagnostics(document.uri).length, 0);
    }));

  it("a command that is pasted into a file of one request becomes another one, and is taken back at once", () =>
    withSettings({ "switchboard.baseUrls": { live: { "cloud-v1": live } } }, async () => {
      await copyText(`curl '${live}/servers?limit=5' -H 'X-Trace: 7'`);
      const one = `{
  // The first.
  "operation": "cloud-v1.servers.list",
  "query": { "region": "eu" }
}
`;
      const { document } = await openRequestFile(one);
      await paste();
      const both = `[
  {
    // The first.
    "operation": "cloud-v1.servers.list",
    "query": { "region": "eu" }
  },
  {
    // Left out: the header X-Trace, which is not documented for this operation.
    "operation": "cloud-v1.servers.list",
    "query": {
      "limit": 5
    }
  }
]
`;
      await until("both requests", () => document.getText() === both);
      await until("no finding", () => vscode.languages.getDiagnostics(document.uri).length === 0);
      for (const theme of themes)
        await withSettings({ "workbench.colorTheme": theme }, async () => {
          await wordsIn(".view-lines", /The first/);
          await screenshot(`curl-beside-${theme}`);
        });
      await press("Control+z");
      await until("the one request", () => document.getText() === one);

      // Within a string it is text, as in any other.
      const editor = await vscode.window.showTextDocument(document);
      const inString = document.positionAt(one.indexOf("eu"));
      await click(codeArea);
      editor.selection = new vscode.Selection(inString, inString);
      // The window has its own cursor, which the click has moved elsewhere before.
      await wordsIn(".statusbar", new RegExp(`Ln ${inString.line + 1}, Col ${inString.character + 1}\\b`));
      await press("Control+v");
      await written(/"region": "curl /);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }));

  it("a command that is no operation of a known API stays as it is, and it is said why", async () => {
    await copyText("curl https://api.github.example/repos/a/b");
    await openRequestFile("");
    await paste();
    await notified(
      /No API here has the base address api\.github\.example.* The cURL command stays as it is\./,
    );
    await written(/^curl https:\/\/api\.github\.example\/repos\/a\/b$/);
    await screenshot("curl-not-known");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("a copied command is imported with its line breaks; of several operations one is picked", async () => {
    await vscode.env.clipboard.writeText(`curl \\
  -H "Authorization: Bearer $TOKEN" \\
  'https://elsewhere.example/v2/users?limit=5'`);
    void vscode.commands.executeCommand("switchboard.importCurl");
    await asked(/Which operation is it\?/);
    await screenshot("import-curl-which");
    await type("membership");
    await press("Enter");
    const document = await written(/membership\.users\.list/);
    assert.equal(document.languageId, "switchboard-request");
    assert.match(
      document.getText(),
      /Left out: the address elsewhere\.example, .*\n {2}"operation".*\n.*\n {4}"limit": 5/,
    );
    await screenshot("curl-imported");
  });

  it("requests of an archive are chosen", async () => {
    const { apis } = await sandboxDirectory();
    const base = apis.membership?.baseUrl ?? "";
    const entry = (method: string, url: string, text?: string) => ({
      startedDateTime: "2026-01-01T10:00:00Z",
      request: {
        method,
        url,
        headers: [{ name: "Cookie", value: "session=hush" }],
        ...(text !== undefined && { postData: { mimeType: "application/json", text } }),
      },
      response: { status: 200 },
    });
    const file = join(mkdtempSync(join(tmpdir(), "switchboard-har-")), "session.har");
    writeFileSync(
      file,
      JSON.stringify({
        log: {
          entries: [
            entry("GET", `${base}/users?limit=2`),
            entry("POST", `${base}/users`, '{"email":"a@example.com","name":"A \\u001b[31m"}'),
            entry("GET", "https://cdn.example/logo.png"),
          ],
        },
      }),
    );
    void vscode.commands.executeCommand("switchboard.importHttpFile", vscode.Uri.file(file));
    await asked(/session\.har: import which requests\?/);
    await screenshot("import-har");
    await press("Enter");
    const document = await written(/membership\.users\.create/);
    assert.match(document.getText(), /^\[\n {2}\{\n/);
    assert.ok(!document.getText().includes("hush"));
    await notified(/1 request of session\.har was not imported/);
    await screenshot("har-imported");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  it("a request of a file is copied as cURL for a shell, and as code", async () => {
    await openRequestFile('{ "operation": "cloud-v1.servers.list", "query": { "region": "it\'s %PATH%" } }');
    void vscode.commands.executeCommand("switchboard.copyAsCurl");
    await asked(/Copy as cURL for which shell\?/);
    for (const theme of themes)
      await withSettings({ "workbench.colorTheme": theme }, async () => {
        await wordsIn(".quick-input-widget", /PowerShell/);
        await screenshot(`copy-as-curl-${theme}`);
      });
    await press("Enter");
    const copied = (words: RegExp) =>
      until(`${words} in the clipboard`, async () => {
        const text = await vscode.env.clipboard.readText();
        return words.test(text) ? text : undefined;
      });
    const command = await copied(/^curl --request GET/);
    assert.match(command, /servers\?region=it%27s\+%25PATH%25'/);
    assert.match(command, /'authorization: Bearer '"\$SWITCHBOARD_KEY_CLOUD_V1"$/);

    void vscode.commands.executeCommand("switchboard.copyAsCurl");
    await asked(/Copy as cURL for which shell\?/);
    await type("PowerShell");
    await press("Enter");
    await copied(/^curl\.exe .*`\n {2}--header "authorization: Bearer \$\{env:SWITCHBOARD_KEY_CLOUD_V1\}"$/);

    void vscode.commands.executeCommand("switchboard.copyAsCode");
    await asked(/Copy as code in which language\?/);
    await screenshot("copy-as-code");
    await type("Python");
    await press("Enter");
    await copied(/os\.environ\["SWITCHBOARD_KEY_CLOUD_V1"\]/);

    await vscode.commands.executeCommand("switchboard.exportHttpFile");
    const document = await written(/^### List servers$/im);
    assert.match(document.getText(), /\{\{SWITCHBOARD_KEY_CLOUD_V1\}\}/);
    await screenshot("exported-http");
    assert.ok((await lines(".view-line")).join("\n").includes("GET"));
  });
});
