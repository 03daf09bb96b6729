import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { launchBrowser, type Viewport } from "./browser.mts";
import { type Control, startControl } from "./control.mts";
import { ensureHost } from "./install.mts";
import { type EditorServer, installExtension, startServer } from "./server.mts";
import { quietSettings, type Settings, stillSettings, writeSettings } from "./settings.mts";

/** Named as in @vscode/test-electron where it has the option too. */
export interface TestOptions {
  extensionDevelopmentPath?: string | string[] | undefined;
  /** A CommonJS file that exports `run(): Promise<void>`. */
  extensionTestsPath?: string | undefined;
  /** For the extension host and therefore the suite. */
  extensionTestsEnv?: NodeJS.ProcessEnv | undefined;
  /** A folder or a `.code-workspace` file. */
  workspace?: string | undefined;
  settings?: Settings | undefined;
  /** Packaged extensions to install before the window opens. */
  vsix?: string[] | undefined;
  /** For screenshots and logs; kept from run to run. */
  artifactsDir?: string | undefined;
  timeoutMs?: number | undefined;
  viewport?: Viewport | undefined;
  /** Uses the window from outside, instead of a suite or beside it; the number returned is the exit code. */
  drive?: ((page: Page, info: DriveInfo) => Promise<number | void>) | undefined;
}

export interface DriveInfo {
  artifactsDir: string;
  /** All that the server has printed so far. */
  serverOutput(): string;
}

export const exitCodes = { passed: 0, failed: 1, hostDied: 70, timedOut: 124, interrupted: 130 } as const;

/** How a run came to its end; a complaint goes with a picture of the window. */
interface Ending {
  code: number;
  complaint?: string;
}

const here = import.meta.dirname;

/**
 * Runs an extension's suite in a real extension host whose window is a page in Chromium.
 * Returns one of `exitCodes`; throws when the editor cannot start or `drive` throws.
 */
export async function runTests(options: TestOptions): Promise<number> {
  const serverRoot = ensureHost();
  const artifactsDir = resolve(options.artifactsDir ?? join(tmpdir(), "switchboard-editor"));
  mkdirSync(artifactsDir, { recursive: true });
  using data = temporaryFolder();
  writeSettings(data.path, options.settings ?? {}, { ...quietSettings, ...stillSettings });

  await using browser = await launchBrowser(options.viewport ?? { width: 1280, height: 800 });
  const { page } = browser;
  await using control = await startControl(page, artifactsDir);
  const { extensionTestsPath, extensionTestsEnv, vsix = [] } = options;
  const env = {
    ...extensionTestsEnv,
    VSCODE_HOST_CONTROL: control.address,
    VSCODE_HOST_SUITE: extensionTestsPath && resolve(extensionTestsPath),
  };
  const host = { serverRoot, dataDir: data.path, env };
  for (const file of vsix) await installExtension(host, file);
  // With the smoke test driver the window reports the suite's end to functions of the page.
  await using server = await startServer(host, ["--enable-smoke-test-driver"]);

  const pageLog: string[] = [];
  const over = new AbortController();
  try {
    const endings = [
      suiteEnding(page, control, pageLog),
      serverEnding(server),
      interruption("SIGINT", over.signal),
      interruption("SIGTERM", over.signal),
      timeout(options.timeoutMs ?? 180_000),
    ];
    await page.goto(server.workbenchUrl(workbench(options)), { waitUntil: "domcontentloaded" });
    await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
    if (options.drive) endings.push(driveEnding(options.drive, page, { artifactsDir, serverOutput: server.output }));

    const { code, complaint } = await Promise.race(endings);
    if (complaint) throw new Complaint(complaint, code);
    if (code !== exitCodes.passed) saveHostLogs(data.path, artifactsDir);
    return code;
  } catch (error) {
    await page.screenshot({ path: join(artifactsDir, "failure.png") }).catch(() => {}); // the page may be gone
  } finally {
    over.abort();
    writeFileSync(join(artifactsDir, "server.log"), server.output());
    writeFileSync(join(artifactsDir, "page.log"), pageLog.join("\n"));
  }
}
