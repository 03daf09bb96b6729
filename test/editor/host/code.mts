#!/usr/bin/env node
// Takes the place of desktop VS Code's executable: give its path to @vscode/test-electron as `vscodeExecutablePath`.
// Arguments that only a desktop window has a use for are passed over.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "jsonc-parser";
import { runTests } from "./run-tests.mts";
import type { Settings } from "./settings.mts";

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: "string", multiple: true },
    extensionTestsPath: { type: "string" },
    "user-data-dir": { type: "string" },
  },
});
// The declared options are strings, which parseArgs does not tell the type checker when it is not strict.
const options = values as {
  extensionDevelopmentPath?: string[];
  extensionTestsPath?: string;
  "user-data-dir"?: string;
};
const { VSCODE_HOST_ARTIFACTS, VSCODE_HOST_TIMEOUT, VSCODE_HOST_UNTRUSTED } = process.env;

process.exitCode = await runTests({
  extensionDevelopmentPath: options.extensionDevelopmentPath,
  extensionTestsPath: options.extensionTestsPath,
  workspace: positionals[0],
  untrusted: VSCODE_HOST_UNTRUSTED !== undefined,
  settings: userSettings(options["user-data-dir"]),
  artifactsDir: VSCODE_HOST_ARTIFACTS,
  timeoutMs: VSCODE_HOST_TIMEOUT ? Number(VSCODE_HOST_TIMEOUT) * 1000 : undefined,
});

/** A launcher prepares settings where the desktop would look for them. */
function userSettings(userDataDir: string | undefined): Settings | undefined {
  const file = userDataDir && join(userDataDir, "User/settings.json");
  return file && existsSync(file) ? parse(readFileSync(file, "utf8")) : undefined;
}
