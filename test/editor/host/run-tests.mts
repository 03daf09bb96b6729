import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser, type Viewport } from "./browser.mts";
import { startControl } from "./control.mts";
import { developExtensions } from "./development.mts";
import { type Ending, exitCodes, interruption, serverEnding, suiteEnding, timeout } from "./endings.mts";
import { ensureHost } from "./install.mts";
import { installExtension, startServer } from "./server.mts";
import {
  machineScopedOf,
  quietSettings,
  type Settings,
  stillSettings,
  untrustedSettings,
  writeSettings,
} from "./settings.mts";
import { temporaryFolder } from "./temporary-folder.mts";

/** Named as in @vscode/test-electron where it has the option too. */
export interface TestOptions {
  extensionDevelopmentPath?: string | string[] | undefined;
  /** A CommonJS file that exports `run(): Promise<void>`. */
  extensionTestsPath?: string | undefined;
  /** For the extension host and therefore the suite. */
  extensionTestsEnv?: NodeJS.ProcessEnv | undefined;
  /** A folder or a `.code-workspace` file. */
  workspace?: string | undefined;
  /** Whether it is opened without trust. */
  untrusted?: boolean | undefined;
  settings?: Settings | undefined;
  /** Packaged extensions to install before the window opens. */
  vsix?: string[] | undefined;
  /** For screenshots and logs; kept from run to run. */
  artifactsDir?: string | undefined;
  timeoutMs?: number | undefined;
  viewport?: Viewport | undefined;
  /** Uses the window from outside; the number that it returns is the exit code. */
  drive?: ((page: Page, info: DriveInfo) => Promise<number | undefined>) | undefined;
}

export interface DriveInfo {
  artifactsDir: string;
  /** All that the server has printed so far. */
  serverOutput: () => string;
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
  const developed = [options.extensionDevelopmentPath ?? join(here, "suite-carrier")].flat();
  const defaults = { ...quietSettings, ...stillSettings, ...(options.untrusted && untrustedSettings) };
  writeSettings(data.path, options.settings ?? {}, defaults, machineScopedOf(developed));

  await using browser = await launchBrowser(options.viewport ?? { width: 1280, height: 800 });
  const { page } = browser;
  await using control = await startControl(page, artifactsDir);
  const env = {
    ...options.extensionTestsEnv,
    VSCODE_HOST_CONTROL: control.address,
    VSCODE_HOST_LOGS: logsIn(data.path),
    VSCODE_HOST_SUITE: options.extensionTestsPath && resolve(options.extensionTestsPath),
  };
  const host = { serverRoot, dataDir: data.path, env, untrusted: options.untrusted };
  for (const vsix of options.vsix ?? []) await installExtension(host, vsix);
  await using server = await startServer(host);

  await developExtensions(page, {
    extensions: developed.map(server.uri),
    extensionTestsPath: options.extensionTestsPath ? server.uri(join(here, "suite-entry.cts")) : undefined,
  });
  // Where a page has these two functions, VS Code calls them.
  const suite = Promise.withResolvers<number>();
  const pageLog: string[] = [];
  await page.exposeFunction("codeAutomationExit", suite.resolve);
  await page.exposeFunction("codeAutomationLog", (type: string, values: unknown[]) => {
    pageLog.push(`[${type}] ${values.join(" ")}`);
  });

  const useWindow = async (): Promise<Ending> => {
    await page.goto(server.workbenchUrl(options.workspace), { waitUntil: "domcontentloaded" });
    await page.waitForSelector(".monaco-workbench", { timeout: 60_000 });
    if (!options.drive) return new Promise<never>(() => {}); // the suite will end the run
    const code = await options.drive(page, { artifactsDir, serverOutput: server.output });
    return { code: code ?? exitCodes.passed };
  };
  const over = new AbortController();
  let code: number = exitCodes.failed;
  try {
    const ending = await Promise.race([
      suiteEnding(suite.promise, control),
      useWindow(),
      serverEnding(server),
      interruption(over.signal),
      timeout(options.timeoutMs ?? 180_000),
    ]);
    if (ending.complaint) console.error(ending.complaint);
    code = ending.code;
    return code;
  } finally {
    over.abort();
    if (code !== exitCodes.passed) {
      await page.screenshot({ path: join(artifactsDir, "failure.png") }).catch(() => {}); // the page may be gone
      writeFileSync(join(artifactsDir, "host-logs.txt"), hostLogs(data.path));
    }
    writeFileSync(join(artifactsDir, "server.log"), server.output());
    writeFileSync(join(artifactsDir, "page.log"), pageLog.join("\n"));
  }
}

const logsIn = (dataDir: string) => join(dataDir, "data/logs");

/** The ends of all logs that VS Code wrote, which are lost with the data folder. */
function hostLogs(dataDir: string): string {
  const folder = logsIn(dataDir);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".log"),
  );
  return files
    .map((file) => `==== ${file}\n${readFileSync(join(folder, file), "utf8").slice(-20_000)}\n`)
    .join("");
}
