import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Page } from "playwright-core";

export interface Viewport {
  width: number;
  height: number;
}

export interface Browser extends AsyncDisposable {
  page: Page;
}

/** An installed Chromium or Chrome without a window, whose page reaches this machine only. */
export async function launchBrowser(viewport: Viewport): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--disable-gpu", "--disable-dev-shm-usage", "--disable-component-update", "--disable-sync"],
    // A signal must also end the server: run-tests.mts listens to it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const context = await browser.newContext({ viewport });
  await context.route(
    ({ hostname }) => hostname !== "127.0.0.1" && hostname !== "localhost",
    (route) => route.abort(),
  );
  const page = await context.newPage();
  return { page, [Symbol.asyncDispose]: () => browser.close() };
}

function chromiumPath(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const candidates = [
    process.env["CHROMIUM_PATH"],
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  const path = candidates.find((candidate) => candidate && existsSync(candidate));
  if (!path) {
    throw new Error("No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH");
  }
  return path;
}
