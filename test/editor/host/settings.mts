import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyEdits, modify } from "jsonc-parser";

export type Settings = Readonly<Record<string, unknown>>;

/** No look-ups outside the machine and nothing on the screen that is not about the extension. */
export const quietSettings: Settings = {
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "json.schemaDownload.enable": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** What would make two screenshots of one state differ, or waste their room. */
export const stillSettings: Settings = {
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
};

/**
 * Writes `settings` into a server's data folder. A file that is already there keeps its comments and all that
 * `settings` does not name; only a new one gets the `defaults`.
 *
 * In a remote window VS Code reads machine-scoped settings from Machine and application-scoped ones from User,
 * so both files get everything.
 */
export function writeSettings(dataDir: string, settings: Settings, defaults: Settings): void {
  for (const level of ["User", "Machine"]) {
    const folder = join(dataDir, "data", level);
    const file = join(folder, "settings.json");
    mkdirSync(folder, { recursive: true });
    const text = existsSync(file)
      ? merge(readFileSync(file, "utf8"), settings)
      : merge("{}", { ...defaults, ...settings });
    writeFileSync(file, text);
  }
}

function merge(text: string, settings: Settings): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  for (const [name, value] of Object.entries(settings)) {
    text = applyEdits(text, modify(text, [name], value, { formattingOptions }));
  }
  return text;
}
