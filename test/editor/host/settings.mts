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

/** A folder is not trusted, and nobody is asked whether it is. */
export const untrustedSettings: Settings = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};

/** What would make two screenshots of one state differ, or waste their room. */
export const stillSettings: Settings = {
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
};

/** Which settings VS Code reads from Machine in a remote window; all others come from User. */
export type MachineScoped = (name: string) => boolean;

export function machineScopedOf(extensionPaths: readonly string[]): MachineScoped {
  const names = new Set<string>();
  for (const path of extensionPaths) {
    const { contributes } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
    for (const { properties = {} } of [contributes?.configuration ?? []].flat())
      for (const [name, { scope }] of Object.entries(properties)) if (scope === "machine") names.add(name);
  }
  return (name) => names.has(name);
}

/** What is read here of an extension's `package.json`. */
interface Manifest {
  contributes?: { configuration?: Configuration | Configuration[] };
}

interface Configuration {
  properties?: Readonly<Record<string, { scope?: string }>>;
}

/**
 * Writes `settings` into a server's data folder. A file that is already there keeps its comments and all that
 * `settings` does not name; only a new one gets the `defaults`.
 *
 * Each setting is in one file: VS Code changes a setting in Machine when it has a value there, but reads one that
 * is not machine-scoped from User, so a value in both could not be changed by a person.
 */
export function writeSettings(
  dataDir: string,
  settings: Settings,
  defaults: Settings,
  isMachineScoped: MachineScoped,
): void {
  for (const level of ["User", "Machine"]) {
    const isHere = (name: string) => isMachineScoped(name) === (level === "Machine");
    const here = (all: Settings) =>
      Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, isHere(name) ? value : undefined]),
      );
    const folder = join(dataDir, "data", level);
    const file = join(folder, "settings.json");
    mkdirSync(folder, { recursive: true });
    const text = existsSync(file)
      ? merge(readFileSync(file, "utf8"), here(settings))
      : merge("{}", here({ ...defaults, ...settings }));
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
