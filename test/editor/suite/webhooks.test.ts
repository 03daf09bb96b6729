import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { views } from "../../../shared/api.ts";
import { click, hover, isHosted, press, screenshot, type } from "../host/control.ts";
import { openRequestFile, responses } from "./documents.ts";
import { chooseInMenu } from "./menus.ts";
import { asked, choose, noWarning, warned } from "./questions.ts";
import { sandboxDirectory, sandboxUrl, takenPort } from "./sandbox.ts";
import { withSettings } from "./settings.ts";
import {
  labelIn,
  lines,
  rowLike as postLike,
  rows as shownPosts,
  showSidebar,
  toggleViews,
  wordsIn,
} from "./sidebar.ts";
import { moment, until } from "./until.ts";

const tree = '[role=tree][aria-label="Webhooks"]';
const pane = '.pane:has(.pane-header[aria-label^="Webhooks"])';
const rowLike = (words: RegExp) => wordsIn(`${tree} .monaco-list-row`, words);
const rows = (words: string) => `${tree} .monaco-list-row:has-text(${JSON.stringify(words)})`;
const inPane = (words: RegExp) => wordsIn(pane, words);
const closeAll = () => vscode.commands.executeCommand("workbench.action.closeAllEditors");

async function inTitle(action: string): Promise<void> {
  await hover(`${pane} .pane-header`);
  await click(`${pane} .action-label[aria-label^=${JSON.stringify(action)}]`);
}

const fromMenu = (words: string, entry: string) => chooseInMenu(`${rows(words)} .label-name`, entry);

/** The receiver's root address, as the view's title has it. */
async function receiver(): Promise<string> {
  const words = await wordsIn(`${pane} .pane-header .description`, /127\.0\.0\.1:\d+/);
  return `http://${/127\.0\.0\.1:\d+/.exec(words)?.[0]}`;
}

async function send(slug: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const reply = await fetch(`${await receiver()}/${slug}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  assert.equal(reply.status, 204);
}

async function signed(body: string): Promise<Record<string, string>> {
  const secret = (await sandboxDirectory()).apis.marketplace?.webhooks?.secret ?? "";
  return { "x-service-signature": createHmac("sha256", secret).update(body).digest("hex") };
}

const order = (id: string) =>
  JSON.stringify({
    event: "order.completed",
    id: `evt_${id}`,
    timestamp: new Date().toISOString(),
    data: { order_id: id, total: 1999, status: "fulfilled" },
  });

/** The payload in front, once it has these words. */
const payload = (words: RegExp) =>
  until(`a payload with ${words}`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme === "switchboard-delivery" && words.test(document.getText())
      ? document
      : undefined;
  });

const lens = (words: RegExp) => wordsIn(".codelens-decoration", words);

describe("webhooks", () => {
  const others = views.filter((view) => view !== "posts");

  before(async function () {
    if (!isHosted) this.skip();
    await closeAll();
    await showSidebar();
    await toggleViews(others);
    await vscode.commands.executeCommand("switchboard.posts.focus");
    await vscode.commands.executeCommand("switchboard.webhooks.focus");
  });
  after(async () => {
    if (!isHosted) return;
    await vscode.commands.executeCommand("switchboard.stopListening");
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await toggleViews(others);
    await click('.pane-header[aria-label^="Webhooks"]'); // It is collapsed at first.
    await closeAll();
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  const inThemes = async (name: string) => {
    await screenshot(`${name}-dark`);
    for (const theme of ["Default Light Modern", "Default High Contrast", "Default High Contrast Light"])
      await withSettings({ "workbench.colorTheme": theme }, async () => {
        await moment();
        await screenshot(`${name}-${theme}`);
      });
  };

  it("say what they are for before any came", async () => {
    await inPane(/What APIs send to this machine shows here/);
    await inThemes("webhooks-empty");
  });

  it("name the remedy when the port is taken", async () => {
    const { server, port } = await takenPort();
    await withSettings({ "switchboard.webhooks.port": port }, async () => {
      void vscode.commands.executeCommand("switchboard.listenForWebhooks");
      await wordsIn(
        ".notification-list-item-message",
        new RegExp(`Port ${port} is in use .*switchboard\\.webhooks\\.port`),
      );
      await vscode.commands.executeCommand("notifications.clearAll");
    });
    server.close();
    await inPane(/Listen for Webhooks/);
  });

  it("are received once a person listens", async () => {
    await click(`${pane} .welcome-view-content .monaco-button`);
    await inPane(/Waiting for webhooks/);
    await receiver();
    await screenshot("webhooks-waiting");
  });

  it("of the sandbox come when a post is published", async () => {
    const { document } = await openRequestFile(
      JSON.stringify({
        operation: "content.posts.create",
        body: { title: "Heard of at once", content: "…", publish: true },
      }),
    );
    await vscode.commands.executeCommand("switchboard.send", document.uri.toString(), 0);
    await until("the reply", () => responses().some((text) => /Heard of at once/.test(text)));
    await postLike("posts", /Heard of at once/);
    // Its name comes from the list of posts.
    await rowLike(/^content\.published ?Heard of at once · unsigned · \d\d:\d\d:\d\d · content$/);
    await closeAll();
  });

  it("refresh the lists that they concern", async () => {
    const { baseUrl, credentials } = (await sandboxDirectory()).apis.content ?? {};
    const publish = async (title: string) => {
      const reply = await fetch(`${baseUrl}/content/posts`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${credentials?.["key"]}` },
        body: JSON.stringify({ title, content: "…", publish: true }),
      });
      assert.equal(reply.status, 201, await reply.text());
    };
    await publish("Published elsewhere");
    await postLike("posts", /Published elsewhere/);
    await rowLike(/Published elsewhere · unsigned/);
    await withSettings({ "switchboard.webhooks.refresh": false }, async () => {
      await publish("Not looked for");
      await rowLike(/^content\.published ?post_\w+ · unsigned/);
      assert.ok((await shownPosts("posts")).every((row) => !row.includes("Not looked for")));
    });
    await vscode.commands.executeCommand("switchboard.refresh");
    await postLike("posts", /Not looked for/);
    await rowLike(/Not looked for · unsigned/);
  });

  it("of a record stand in its timeline beside what was sent", async () => {
    await closeAll();
    await click(labelIn("posts", "Heard of at once")); // Alone, whatever was selected before.
    await until("the record", () =>
      /Heard of at once/.test(vscode.window.activeTextEditor?.document.getText() ?? ""),
    );
    await chooseInMenu(labelIn("posts", "Heard of at once"), "Show Timeline");
    await asked(/^Timeline of Heard of at once$/);
    const entries = ".quick-input-list .monaco-list-row";
    await wordsIn(entries, /content\.published.*Came/);
    await wordsIn(entries, /Create post ?201 · .*Sent/);
    await screenshot("webhooks-timeline");
    await type("content.published");
    await press("Enter");
    await payload(/"action": "published"/);
    await closeAll();
    // The same from the other ends.
    await fromMenu("Heard of at once", "Show Timeline");
    await asked(/^Timeline of post_/);
    await wordsIn(entries, /Create post ?201 · .*Sent/);
    await press("Escape");
    await click('.pane-header[aria-label^="History"]');
    const sent = '[role=tree][aria-label="History"] .monaco-list-row:has-text("Create post") .label-name';
    await wordsIn(sent, /Create post/);
    await chooseInMenu(sent, "Show Timeline");
    await asked(/^Timeline of post_/);
    await wordsIn(entries, /content\.published.*Came/);
    await press("Escape");
    await click('.pane-header[aria-label^="History"]');
  });

  it("are told apart by their signatures", async () => {
    const body = order("ord_signed");
    await send("marketplace", body, await signed(body));
    await rowLike(/^order\.completed ?ord_signed · verified · /);
    await send("marketplace", body, await signed(body));
    await rowLike(/ord_signed · verified · duplicate · /);
    const tampered = order("ord_tampered");
    await send("marketplace", tampered.replace("1999", "1998"), await signed(tampered));
    await rowLike(/ord_tampered · wrong signature · /);
    const newline = order("ord_newline");
    await send("marketplace", `${newline}\n`, await signed(newline));
    await rowLike(/ord_newline · wrong signature · /);
    await send("marketplace", order("ord_unsigned"));
    await rowLike(/ord_unsigned · unsigned · /);
    await send("membership", "no json");
    await rowLike(/^The body is not JSON\. ?unsigned · /);
    await inThemes("webhooks-deliveries");
  });

  it("are opened, with why a signature is wrong", async () => {
    await click(`${rows("ord_newline")} .label-name`);
    const document = await payload(/"order_id": "ord_newline"/);
    assert.equal(document.languageId, "switchboard-webhook");
    await lens(
      /Wrong signature.*It would match without the newline at the end\. That does not make it verified\./,
    );
    await lens(/Save as Webhook File…/);
    await screenshot("webhooks-payload");
    await click(`${rows("ord_tampered")} .label-name`);
    await payload(/"order_id": "ord_tampered"/);
    await until("no explanation", async () =>
      (await lines(".codelens-decoration")).some(
        (words) => /Wrong signature/.test(words) && !/would match/.test(words),
      ),
    );
    await hover(`${rows("ord_newline")} .label-name`);
    await wordsIn(".workbench-hover", /Wrong signature\..*It would match without the newline at the end/s);
    await screenshot("webhooks-hover");
  });

  it("are saved byte for byte, and verified with what stood in their header", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const body = `\r\n ${order("ord_saved").replace(",", " ,\t")}\r\n`;
    await send("marketplace", body, await signed(body));
    await rowLike(/ord_saved · verified/);
    const path = join(folder.uri.fsPath, "saved.marketplace.webhook.json");
    void fromMenu("ord_saved", "Save as Webhook File…");
    await wordsIn(".quick-input-widget", /Save as Webhook File.*OK.*list-posts/s);
    await press("Control+A");
    await type(path);
    await press("Enter");
    await until("the file", () => vscode.window.activeTextEditor?.document.uri.fsPath === path);
    assert.equal(readFileSync(path, "utf8"), body);
    await click('.codelens-decoration a:text-is("Verify…")');
    await wordsIn(".quick-input-widget", /A delivery of these bytes came with this X-Service-Signature/);
    await press("Enter");
    await wordsIn(".notification-toast", /Verified/);
    await vscode.commands.executeCommand("notifications.clearAll");
    await closeAll();
    rmSync(path);
  });

  it("are filtered, and the filter is seen", async () => {
    await click(`${rows("ord_saved")} .label-name`);
    await payload(/ord_saved/);
    await inTitle("Filter Webhooks");
    await asked(/^Filter Webhooks$/);
    await screenshot("webhooks-filter");
    await type("Verdict");
    await press("Enter");
    await asked(/^Filter Webhooks: Verdict$/);
    await type("wrong");
    await screenshot("webhooks-filter-verdict");
    await press("Enter");
    await inPane(/Filter: wrong signature/);
    await until(
      async () => `two rows among ${JSON.stringify(await lines(`${tree} .monaco-list-row`))}`,
      async () => (await lines(`${tree} .monaco-list-row`)).length === 2,
    );
    // What was selected is hidden: nothing is to be deleted.
    await vscode.commands.executeCommand("switchboard.webhooks.focus");
    await press("Delete");
    await inTitle("Change Filter of Webhooks");
    await asked(/^Filter Webhooks$/);
    await type("Words");
    await press("Enter");
    await asked(/^Filter Webhooks: Words$/);
    await type("nothing has this");
    await press("Enter");
    await inPane(/Filter: wrong signature · “nothing has this”/);
    await rowLike(/None match the filter ?click to reset it/);
    await screenshot("webhooks-filtered");
    await vscode.commands.executeCommand("switchboard.resetDeliveryFilter");
    await rowLike(/ord_saved/);
    await closeAll();
  });

  it("are forwarded to a handler, whether it is there or not", async () => {
    const came: { body: string; type: string | undefined }[] = [];
    let status = 503;
    const handler = createServer((request, reply) => {
      void text(request).then((body) => {
        came.push({ body, type: request.headers["content-type"] });
        reply.writeHead(status).end();
        status = 204;
      });
    });
    await new Promise<void>((resolve) => handler.listen(0, "127.0.0.1", resolve));
    const address = handler.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hooks`;

    void vscode.commands.executeCommand("switchboard.forwardWebhooks");
    await asked(/^Forward Webhooks$/);
    await press("Control+A");
    await type("https://example.com/");
    await wordsIn(".quick-input-message", /Enter an address of this machine/);
    await press("Control+A");
    await type(url);
    await moment();
    await press("Enter");
    await inPane(new RegExp(`Forwarded to ${url}`));
    const body = `${order("ord_forwarded")}\n`;
    await send("marketplace", body, await signed(body));
    // It is tried again after a while.
    await rowLike(/ord_forwarded · → 503 · /);
    await rowLike(/ord_forwarded · → 204 · /);
    assert.deepEqual(came, [
      { body, type: "application/json" },
      { body, type: "application/json" },
    ]);
    await hover(`${rows("ord_forwarded")} .label-name`);
    await click(`${rows("ord_forwarded")} .action-label[aria-label^="Resend to Handler"]`);
    await until("the third", () => came.length === 3);
    await screenshot("webhooks-forwarded");
    handler.closeAllConnections();
    await new Promise((resolve) => handler.close(resolve));
    await send("marketplace", order("ord_alone"));
    await rowLike(/ord_alone · → no answer · unsigned/);
    await screenshot("webhooks-handler-down");
    void vscode.commands.executeCommand("switchboard.forwardWebhooks");
    await asked(/^Forward Webhooks$/);
    await press("Control+A");
    await press("Delete");
    await press("Enter");
    await until("no forwarding", async () =>
      (await lines(pane)).every((words) => !/Forwarded to/.test(words)),
    );
    await vscode.commands.executeCommand("switchboard.webhooks.focus");
  });

  it("are let in from outside only after what that exposes is said", async () => {
    void vscode.commands.executeCommand("switchboard.exposeReceiver");
    assert.match(
      await warned(/^Let webhooks reach this machine from outside\?$/),
      /Private, as it is at first/,
    );
    await screenshot("webhooks-expose");
    await choose("Keep It Local");
    await noWarning();
  });

  it("are deleted", async () => {
    await click(`${rows("ord_saved")} .label-name`);
    await payload(/ord_saved/);
    await vscode.commands.executeCommand("switchboard.webhooks.focus");
    await press("Delete");
    await until("it gone", async () =>
      (await lines(`${tree} .monaco-list-row`)).every((row) => !row.includes("ord_saved")),
    );
  });

  it("are all kept when 5,000 come in a burst, and the editor stays responsive", async () => {
    const before = Number(/(\d+)$/.exec((await lines(`${pane} .pane-header .description`)).join(""))?.[1]);
    const address = `${await receiver()}/marketplace`;
    const delays = monitorEventLoopDelay({ resolution: 10 });
    delays.enable();
    const began = performance.now();
    let next = 0;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        while (next < 5000) {
          const body = order(`ord_burst_${next++}`);
          const headers = { "content-type": "application/json" };
          assert.equal((await fetch(address, { method: "POST", headers, body })).status, 204);
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    await wordsIn(`${pane} .pane-header .description`, new RegExp(` ${before + 5000}$`));
    delays.disable();
    console.log(
      `5,000 deliveries in ${seconds.toFixed(1)} s; the extension host was away for ${Math.round(delays.percentile(99) / 1e6)} ms (99 of 100) and ${Math.round(delays.max / 1e6)} ms at most`,
    );
    await rowLike(/ord_burst_/);
    await screenshot("webhooks-burst");
  });

  it("are cleared after a question", async () => {
    await inTitle("Clear Webhooks");
    assert.match(await warned(/^Clear the webhooks\?$/), /\d+ deliveries of this workspace/);
    await choose("Clear Webhooks");
    await noWarning();
    await inPane(/Waiting for webhooks/);
  });

  it("come no more when a person stops listening", async () => {
    await inTitle("Stop Listening for Webhooks");
    await inPane(/What APIs send to this machine shows here/);
    await fetch(`${sandboxUrl}/_sandbox/events/content/content.published`, { method: "POST" });
    const reply = await fetch(`${sandboxUrl}/_sandbox/deliveries/content`);
    const [last] = (await reply.json()) as { status?: number }[];
    assert.equal(last?.status, undefined);
  });

  it("come while a debug session or a task listens", async () => {
    const isOff = () => inPane(/What APIs send to this machine shows here/);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const launch = vscode.Uri.joinPath(folder.uri, ".vscode", "launch.json");
    const ours = { type: "switchboardWebhooks", request: "launch" };
    const content = {
      version: "0.2.0",
      configurations: [
        { ...ours, name: "Webhooks", forward: "http://127.0.0.1:9/" },
        { ...ours, name: "Beside" },
      ],
      compounds: [{ name: "All", configurations: ["Beside", "Webhooks"], stopAll: true }],
    };
    await vscode.workspace.fs.writeFile(launch, Buffer.from(JSON.stringify(content)));
    const known = () => vscode.workspace.getConfiguration("launch", folder).get("compounds", []).length === 1;
    await until("launch.json to be read", known);
    assert.ok(await vscode.debug.startDebugging(folder, "All"));
    await inPane(/Waiting for webhooks\. ?Forwarded to http:\/\/127\.0\.0\.1:9\//);
    await receiver();
    await wordsIn(".repl", /Receiving webhooks at/);
    await screenshot("webhooks-debugging");
    await vscode.debug.stopDebugging();
    await vscode.workspace.fs.delete(launch);
    await showSidebar();
    await isOff();
    const [task] = await vscode.tasks.fetchTasks({ type: "switchboardWebhooks" });
    assert.ok(task);
    assert.deepEqual(task.problemMatchers, ["$switchboardWebhooks"]);
    // The editor of the tests has no terminals: this is what one would show. VS Code does not type the callback.
    const execution = task.execution as unknown as { callback(): Promise<vscode.Pseudoterminal> };
    const terminal = await execution.callback();
    const written: string[] = [];
    terminal.onDidWrite((words) => written.push(words));
    terminal.open(undefined);
    await inPane(/Waiting for webhooks/);
    await until("that it is ready", () =>
      written.some((line) => /^Receiving webhooks at .*\r\n$/.test(line)),
    );
    assert.match(written[0] ?? "", /^Starting to listen for webhooks\r\n$/);
    await send("content", "{}");
    await until("the delivery", () =>
      written.some((line) => /content · event not shown · unsigned/.test(line)),
    );
    terminal.close();
    await until(
      "it off",
      async () => !/127/.test((await lines(`${pane} .pane-header .description`)).join("")),
    );
  });
});
