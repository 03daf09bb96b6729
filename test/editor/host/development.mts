import type { Page, Route } from "playwright-core";
import type { RemoteUri } from "./server.mts";

/** Part of the configuration that VS Code's server writes into the page. */
interface DevelopmentOptions {
  extensions: RemoteUri[];
  extensionTestsPath?: RemoteUri | undefined;
}

/**
 * Tells the workbench which extensions are under development and which suite to run. A released VS Code reads them
 * from the page's address only together with its smoke test driver, and with that it shows no notifications.
 */
export async function developExtensions(page: Page, options: DevelopmentOptions): Promise<void> {
  if (options.extensionTestsPath) await page.route("**/workbench.js", showModals);
  // The document turns interactive, for the first change of its state, just before it runs VS Code's modules.
  await page.addInitScript(`
    document.addEventListener("readystatechange", () => {
      const element = document.getElementById("vscode-workbench-web-configuration");
      if (!element) return;
      const configuration = JSON.parse(element.getAttribute("data-settings"));
      Object.assign(configuration.developmentOptions ??= {}, ${JSON.stringify(options)});
      element.setAttribute("data-settings", JSON.stringify(configuration));
    }, { once: true });
  `);
}

/** VS Code shows no modal message while a suite runs, and rejects the call: people get them, so the suite does too. */
async function showModals(route: Route): Promise<void> {
  const response = await route.fetch();
  const code = await response.text();
  const refusal =
    /if\(this\.skipDialogs\(\)\)(?=throw new Error\(`DialogService: refused to show dialog in tests)/;
  if (!refusal.test(code)) throw new Error("VS Code refuses modal messages to suites in another way now");
  await route.fulfill({ response, body: code.replace(refusal, "if(false)") });
}
