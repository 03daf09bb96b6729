/** Payloads of webhook files, verified and sent to handlers of this machine; and events that the sandbox triggers. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { SandboxWebhooks } from "../../../shared/sandbox/directory.ts";
import { hmacSha256 } from "../../../shared/traits/signature.ts";
import { careful, careless, type Handle } from "../../shared/webhooks/handles.ts";
import { click, isHosted, press, screenshot, type } from "../host/control.ts";
import { chooseEntry, openMenu } from "./menus.ts";
import { page, screenshotInThemes } from "./pages.ts";
import { asked, choose, defaultButton, noWarning, warned } from "./questions.ts";
import { sandboxUrl, startOver } from "./sandbox.ts";
import { labelIn, lines, rowLike, showSidebar, withViewAlone, wordsIn } from "./sidebar.ts";
import { withSettings } from "./settings.ts";
import { until } from "./until.ts";

const secret = "sandbox-marketplace-webhook-secret";
const folder = mkdtempSync(join(tmpdir(), "switchboard-payloads-"));
/** With the class that the window then has. */
const themes = [
  ["Default Light Modern", "vs"],
  ["Default High Contrast", "hc-black"],
  ["Default Dark Modern", "vs-dark"],
] as const;
const servers: Server[] = [];

interface Came {
  body: Buffer;
  signature: string;
}

/** A handler of webhooks; its address and what came. */
async function handler(handle: Handle = async () => 204): Promise<{ url: string; came: Came[] }> {
  const came: Came[] = [];
  const server = createServer((request, response) => {
    const body = request.pipe(new PassThrough());
    const copy: Buffer[] = [];
    request.on("data", (chunk: Buffer) => copy.push(chunk));
    request.on("end", () =>
      came.push({ body: Buffer.concat(copy), signature: String(request.headers["x-service-signature"]) }),
    );
    // It reads as a request does.
    handle(Object.assign(body, { headers: request.headers }) as unknown as typeof request, response).then(
      (status) =>
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(status === 204 ? "" : `{"status":${status}}`),
      () => response.writeHead(500).end("<h1>Broken</h1>\n"),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hooks`, came };
}

const order = () => ({
  event: "order.completed",
  id: "evt_1",
  timestamp: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  data: { order_id: "ord_1", total: 2490, status: "fulfilled" },
});

async function openPayload(name: string, text: string): Promise<vscode.TextEditor> {
  const file = join(folder, name);
  writeFileSync(file, text);
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file), vscode.ViewColumn.One);
}

async function screenshots(name: string): Promise<void> {
  for (const [theme, drawn] of themes)
    await withSettings({ "workbench.colorTheme": theme }, async () => {
      await until(theme, async () => (await lines(`.monaco-workbench.${drawn}`)).length > 0);
      await screenshot(`${name}-${drawn}`);
    });
}

const lens = (words: string) => click(`.codelens-decoration a:text-is(${JSON.stringify(words)})`);
const notified = (words: RegExp) => wordsIn(".notification-toast", words);
const cleared = () => vscode.commands.executeCommand("notifications.clearAll");

async function enter(title: RegExp, words: string): Promise<void> {
  await asked(title);
  await type(words);
  await press("Enter");
}

const answer = (words: RegExp) =>
  until(`an answer ${words}`, () =>
    vscode.window.visibleTextEditors
      .map(({ document }) => document)
      .find((document) => document.uri.scheme === "switchboard-answer" && words.test(document.getText())),
  );

const register = (slug: string, url: string | null) =>
  fetch(`${sandboxUrl}/_sandbox/webhooks/${slug}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url }),
  });

describe("payloads", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await vscode.commands.executeCommand("workbench.action.closeSidebar");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  afterEach(async () => {
    await cleared();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(async () => {
    for (const server of servers) server.close().closeAllConnections();
    await Promise.all(["content", "marketplace", "membership"].map((slug) => register(slug, null)));
    await startOver();
  });

  it("are verified by their bytes, and what would match a wrong signature is named", async () => {
    const text = `${JSON.stringify(order(), undefined, 2)}\r\n`;
    await openPayload("verify.webhook.json", text);
    await wordsIn(".codelens-decoration", /Verify….*Send to….*Send Variations…/);
    await lens("Verify…");
    await asked(/Marketplace: verify the signature/);
    await screenshots("verify");
    await type(`X-Service-Signature: ${hmacSha256.sign(Buffer.from(text), secret, "hex")}`);
    await press("Enter");
    await notified(/Verified\. HMAC-SHA256 over the bytes as they came/);
    await screenshot("verified");
    await cleared();
    await lens("Verify…");
    await enter(/verify the signature/, hmacSha256.sign(Buffer.from(text), "another", "hex"));
    await notified(/Wrong signature\. The signature is not that of these bytes by HMAC-SHA256 in hex/);
    await click('.notification-toast .monaco-button:has-text("Verify Another…")');
    await enter(/verify the signature/, hmacSha256.sign(Buffer.from(text.trim()), secret, "base64"));
    const said = await notified(/Wrong signature\. It would/);
    assert.match(
      said,
      /would match without the newline at the end, read as base64\. That does not make it verified/,
    );
    assert.doesNotMatch(said, /Verified\./);
    await screenshot("wrong-signature");
  });

  it("are sent as the editor shows them, signed with the sandbox's secret, and the answer stands beside", async () => {
    const { url, came } = await handler(careful(secret));
    const { document } = await openPayload("send.webhook.json", JSON.stringify(order()));
    await vscode.window.activeTextEditor?.edit((edit) => edit.replace(new vscode.Range(0, 0, 0, 1), "{\n  "));
    assert.ok(document.isDirty);
    await lens("Send to…");
    await asked(/Send send\.webhook\.json to which handler\?/);
    await type(url);
    await wordsIn(".quick-input-widget", /on this machine/);
    await screenshot("send-to");
    await press("Enter");
    const shown = await answer(/^\/\/ 204 No Content/);
    assert.match(shown.getText(), /Sent: the \d+ bytes of the text, which is not saved\./);
    assert.equal(came.at(-1)?.body.toString(), document.getText());
    await screenshots("send-answer");
    await document.save();

    // The address is remembered.
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await lens("Send to…");
    await asked(/which handler/);
    await wordsIn(".quick-input-list", /127\.0\.0\.1/);
    await press("Enter");
    await answer(/^\/\/ 200 OK[^]*bytes of the file\.[^]*"status": 200/);
  });

  it("of an array are sent one by one, as they stand in the file", async () => {
    const { url, came } = await handler();
    const second = JSON.stringify({ ...order(), id: "evt_2" }, undefined, 2);
    await openPayload("several.webhook.json", `[\n${JSON.stringify(order())},\n${second}\n]\n`);
    await wordsIn(".view-lines", /evt_2/);
    await vscode.commands.executeCommand("cursorBottom");
    await vscode.commands.executeCommand("cursorMove", { to: "up", by: "line", value: 3 });
    void vscode.commands.executeCommand("switchboard.sendPayload");
    await enter(/Send several\.webhook\.json, payload 2 to which handler/, url);
    const shown = await answer(/^\/\/ 204/);
    assert.equal(came.at(-1)?.body.toString(), second);
    assert.match(shown.getText(), /bytes of payload 2, as it stands in the file/);
  });

  it("in another environment are signed with a secret that is asked for where it is missing", () =>
    withSettings({ "switchboard.environment": "live" }, async () => {
      const text = JSON.stringify(order());
      await openPayload("live.webhook.json", text);
      await lens("Verify…");
      await notified(/No webhook secret of Marketplace is set for the Live environment\./);
      await screenshot("no-webhook-secret");
      await click('.notification-toast .monaco-button:has-text("Set Webhook Secret…")');
      await enter(/Marketplace: webhook secret/, "whsec_live");
      await wordsIn(".statusbar, .notification-toast", /The webhook secret of Marketplace is in/);
      await cleared();
      await lens("Verify…");
      await enter(/verify the signature/, hmacSha256.sign(Buffer.from(text), "whsec_live", "hex"));
      await notified(/Verified\./);
      await cleared();
      void vscode.commands.executeCommand("switchboard.setWebhookSecret", "marketplace");
      await enter(/There is a webhook secret of Marketplace/, "Forget");
      await wordsIn(".statusbar", /The webhook secret of Marketplace is forgotten/);
    }));

  it("of an API that documents no algorithm are signed as the setting says, and not before", () =>
    withSettings({ "switchboard.environment": "live" }, async () => {
      const text =
        '{"id":"evt_1","type":"user.deleted","created_at":"2026-09-01T12:00:00Z","data":{"id":"usr_1"}}';
      await openPayload("chosen.webhook.json", text);
      await lens("Verify…");
      await notified(/How Membership platform signs its webhooks is not documented: choose it\./);
      await notified(/Open Setting/);
      await screenshot("no-algorithm");
      await cleared();
      const membership = { encoding: "base64", prefix: "v1=", algorithm: "HMAC-SHA256" };
      await withSettings({ "switchboard.webhooks.signatures": { membership } }, async () => {
        void vscode.commands.executeCommand("switchboard.setWebhookSecret", "membership");
        await enter(/Membership platform: webhook secret/, "whsec_chosen");
        await wordsIn(".statusbar, .notification-toast", /The webhook secret of Membership platform is in/);
        await cleared();
        await lens("Verify…");
        await enter(
          /verify the signature/,
          `v1=${hmacSha256.sign(Buffer.from(text), "whsec_chosen", "base64")}`,
        );
        await notified(/Verified\. .*, which is a choice: the documents show no algorithm\./);
        await screenshot("verified-by-choice");
        await cleared();
        void vscode.commands.executeCommand("switchboard.setWebhookSecret", "membership");
        await enter(/There is a webhook secret of Membership platform/, "Forget");
        await wordsIn(".statusbar", /The webhook secret of Membership platform is forgotten/);
      });
    }));

  it("go elsewhere only after a warning that names the host, in which Enter sends nothing", async () => {
    await openPayload("elsewhere.webhook.json", JSON.stringify(order()));
    await lens("Send to…");
    await enter(/which handler/, "https://hooks.example.com/in");
    await warned(/Send to hooks\.example\.com\?/);
    assert.equal(await defaultButton(), "Don't Send");
    await screenshot("send-elsewhere");
    await press("Enter");
    await noWarning();
    assert.ok(
      !vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === "switchboard-answer"),
    );
  });

  it("in variations tell a careful handler from a careless one", async () => {
    const table = async (url: string) => {
      await openPayload("try.webhook.json", JSON.stringify(order()));
      await lens("Send Variations…");
      await enter(/Send variations of try\.webhook\.json to which handler/, url);
      await wordsIn(page("p"), new RegExp(url));
      return lines(page("tr"));
    };
    const of = await handler(careless());
    const bad = await table(of.url);
    await screenshotInThemes("variations-careless");
    assert.equal(bad.filter((row) => row.startsWith("careless")).length, 10, bad.join("\n"));
    assert.ok(
      bad.some((row) => /^careless tampered body 200 in \d+ ms refuses with a 4xx$/.test(row)),
      bad.join("\n"),
    );
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const good = await table((await handler(careful(secret))).url);
    await screenshot("variations-careful");
    assert.equal(good.filter((row) => row.startsWith("careful")).length, 12, good.join("\n"));
  });

  it("in variations are called off, and what was answered by then is shown", async () => {
    let asked = 0;
    const { url } = await handler(async () => {
      asked += 1;
      return asked > 3 ? new Promise(() => {}) : 204;
    });
    await openPayload("slow.webhook.json", JSON.stringify(order()));
    await lens("Send Variations…");
    await enter(/Send variations of slow/, url);
    await notified(/3 of 12: out of order/);
    await screenshot("variations-progress");
    await click('.notification-toast .monaco-button:has-text("Cancel")');
    await wordsIn(page("p"), /Called off: 10 of 12 were not sent/);
    assert.equal((await lines(page("tr"))).length, 3);
  });

  it("are begun about records that lists have shown, without a finding", async () => {
    await showSidebar();
    await withViewAlone("posts", async () => {
      await rowLike("posts", /^A guide to image formats/);
      void vscode.commands.executeCommand("switchboard.newPayload");
      await enter(/New Webhook Payload/, "content.published");
      const document = await until("the payload", () => {
        const active = vscode.window.activeTextEditor?.document;
        return active?.languageId === "switchboard-webhook" && active.getText() !== "" ? active : undefined;
      });
      const payload = JSON.parse(document.getText());
      const reply = await fetch(`${sandboxUrl}/content/v1/content/posts`, {
        headers: { authorization: "Bearer sandbox-content-key" },
      });
      const posts = (await reply.json()) as { data: { id: string }[] };
      assert.ok(
        posts.data.some(({ id }) => id === payload.data.id),
        document.getText(),
      );
      await wordsIn(".codelens-decoration", /Verify…/);
      assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
      await screenshot("new-payload");
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    });
  });

  it("are triggered in the sandbox, from the palette and from a record", async () => {
    await startOver();
    const { url, came } = await handler();
    void vscode.commands.executeCommand("switchboard.triggerEvent");
    await asked(/Trigger which event\?/);
    await screenshots("trigger");
    await type("certificate.issued");
    await press("Enter");
    await notified(/Nobody listens for webhooks of Membership/);
    await screenshot("trigger-nobody");
    await click('.notification-toast .monaco-button:has-text("Listen for Webhooks")');
    await enter(/Trigger certificate\.issued: which user\?/, "usr_listened");
    await wordsIn('[role=tree][aria-label="Webhooks"] .monaco-list-row', /usr_listened/);
    await screenshot("trigger-listened");
    void vscode.commands.executeCommand("switchboard.clearDeliveries");
    await warned(/^Clear the webhooks\?$/);
    await choose("Clear Webhooks");
    await noWarning();
    await vscode.commands.executeCommand("switchboard.stopListening");
    await click('.pane-header[aria-label^="Webhooks"]'); // It was collapsed before.
    await until("nobody at the sandbox", async () => {
      const reply = await fetch(`${sandboxUrl}/_sandbox/webhooks`);
      return ((await reply.json()) as SandboxWebhooks).apis.membership?.url === null;
    });
    await cleared();

    await register("membership", url);
    void vscode.commands.executeCommand("switchboard.triggerEvent");
    await enter(/Trigger which event\?/, "certificate.issued");
    await enter(/Trigger certificate\.issued: which user\?/, "usr_nobody");
    await until("the event", () => came.length === 1);
    assert.deepEqual(JSON.parse(String(came[0]?.body)).data, { user_id: "usr_nobody" });

    await showSidebar();
    await withViewAlone("members", async () => {
      const row = await rowLike("members", /Hanna Weber/);
      const name = row.split(" ").slice(0, 2).join(" ");
      await openMenu(labelIn("members", name));
      await screenshot("trigger-menu");
      await chooseEntry("Trigger Webhook Event…");
      await enter(/Trigger which event about Hanna Weber\?/, "user.deleted");
      await asked(/Trigger user\.deleted by what\?/);
      await wordsIn(".quick-input-list", /Delete user.*The event alone/);
      await screenshot("trigger-by-what");
      await press("Enter");
      await asked(/Delete user/);
      await press("Enter");
      await until("the change's event", () => came.length === 2);
      const { type: event, data } = JSON.parse(String(came[1]?.body));
      assert.equal(event, "user.deleted");
      const gone = await fetch(`${sandboxUrl}/membership/v1/users/${data.id}`, {
        headers: { authorization: "Bearer sandbox-membership-key" },
      });
      assert.equal(gone.status, 404);
    });
  });
});
