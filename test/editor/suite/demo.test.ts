import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { click, isHosted, press, screenshot } from "../host/control.ts";
import { openDemo, responses } from "./documents.ts";
import { asked } from "./questions.ts";
import { startOver } from "./sandbox.ts";
import { until } from "./until.ts";

const closeEditors = () => vscode.commands.executeCommand("workbench.action.closeAllEditors");

describe("the examples", () => {
  before(async function () {
    if (!isHosted) this.skip();
    await closeEditors();
    await startOver();
  });
  after(async () => {
    await closeEditors();
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  for (const time of ["once", "and again"])
    it(`has a sequence that goes through, ${time}`, async () => {
      await closeEditors();
      await openDemo("new-member.request.json");
      await click('.codelens-decoration a:has-text("Send All")');
      await until(
        () => `a subscription in ${responses().join("\n---\n")}`,
        () => responses().some((text) => /"id": "sub_/.test(text)),
      );
      await screenshot(`demo-sequence`);
    });

  it("has a sequence whose every expectation holds", async () => {
    await closeEditors();
    const { document } = await openDemo("member-lifecycle.request.json");
    await click('.codelens-decoration a:has-text("Send All")');
    // What acts on a record at once is asked about when the record is known.
    for (const question of [/^Sandbox: Pause subscription /, /^Sandbox: Cancel membership /]) {
      await asked(question);
      await press("Enter");
    }
    await until(
      () => `the last reply in ${responses().join("\n---\n")}`,
      () => responses().some((text) => /5\. membership\.memberships\.cancel\n *\/\/ 200/.test(text)),
    );
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
    await screenshot("demo-expectations");
  });
});
