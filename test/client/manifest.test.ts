import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandIds, nodeCommands, operationCommandPrefix } from "../../client/session/command-ids.ts";
import { builtInEnvironments } from "../../client/session/environments.ts";
import { readSettings, settingNames } from "../../client/session/settings.ts";
import { views } from "../../shared/api.ts";
import { apis } from "../../shared/apis/index.ts";
import { editScheme } from "../../shared/protocol.ts";
import { operationContributions } from "../../shared/derived/commands.ts";

const root = join(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { contributes } = manifest;

interface MenuItem {
  command: string;
  when?: string;
}
const menus: Record<string, MenuItem[]> = contributes.menus;
const commands: { command: string; title: string; category: string }[] = contributes.commands;
const properties: Record<
  string,
  { scope: string; default: unknown; examples?: string[]; propertyNames?: { pattern: string } }
> = contributes.configuration.properties;

const sorted = (names: readonly string[]) => [...names].sort();

describe("package.json", () => {
  it("has the commands that the code registers", () => {
    const byHand = commands.filter(({ command }) => !command.startsWith(operationCommandPrefix));
    expect(sorted(byHand.map(({ command }) => command))).toEqual(sorted(Object.values(commandIds)));
  });

  it("has a command and menus for every operation that does more than read", () => {
    const generated = operationContributions(apis);
    const ofOperation = ({ command }: { command: string }) => command.startsWith(operationCommandPrefix);
    expect(commands.filter(ofOperation)).toEqual(generated.commands);
    expect(menus["view/item/context"]?.filter(ofOperation)).toEqual(generated["view/item/context"]);
    expect(new Set(commands.map(({ title }) => title)).size).toBe(commands.length);
  });

  it("puts every command into the category Switchboard", () => {
    for (const { title, category } of commands) {
      expect(category).toBe("Switchboard");
      expect(title).toMatch(/^[A-Z]/);
    }
  });

  it("has the views of the registry, in one container, and rate limits at the end", () => {
    expect(Object.keys(contributes.views)).toEqual(["switchboard"]);
    expect(contributes.views.switchboard.map(({ id }: { id: string }) => id)).toEqual([
      ...views.map((view) => `switchboard.${view}`),
      "switchboard.limits",
    ]);
  });

  it("lets people name environments, and gives the sandbox no addresses", () => {
    const names = new RegExp(properties["switchboard.baseUrls"]?.propertyNames?.pattern ?? "");
    expect(["live", "staging-2", "sandbox", "a b", ""].filter((name) => names.test(name))).toEqual([
      "live",
      "staging-2",
    ]);
  });

  it("has the settings that the code reads", () => {
    // These are for the language server alone.
    expect(sorted(Object.keys(properties))).toEqual(
      sorted([...settingNames, "bodies", "inlayHints.enabled"].map((name) => `switchboard.${name}`)),
    );
    expect(properties["switchboard.environment"]?.examples).toEqual(builtInEnvironments);
  });

  it("states the defaults that the code has", () => {
    expect(readSettings((name) => properties[`switchboard.${name}`]?.default)).toEqual(
      readSettings(() => undefined),
    );
  });

  it("lets no workspace say where requests go", () => {
    for (const name of settingNames)
      expect(["application", "machine"]).toContain(properties[`switchboard.${name}`]?.scope);
  });

  it("names only commands that exist in menus and welcomes", () => {
    const ids = commands.map(({ command }) => command);
    const named = Object.values(menus)
      .flat()
      .map(({ command }) => command);
    const linked = contributes.viewsWelcome.flatMap(({ contents }: { contents: string }) =>
      [...contents.matchAll(/\(command:([^)]+)\)/g)].map((match) => match[1]),
    );
    for (const command of [...named, ...linked])
      if (!command.startsWith("workbench.")) expect(ids).toContain(command);
  });

  it("hides from the palette what needs a node of a tree or a place in a file", () => {
    const hidden = menus.commandPalette?.filter(({ when }) => when === "false").map(({ command }) => command);
    expect(sorted(hidden ?? [])).toEqual(
      sorted([
        ...[...nodeCommands].map((name) => commandIds[name]),
        commandIds.moveKeyToKeychain,
        commandIds.lookWhetherItHappened,
      ]),
    );
  });

  it("welcomes to every view for each obstacle", () => {
    const ofLists = contributes.viewsWelcome.filter(
      ({ view }: { view: string }) => view !== "switchboard.limits",
    );
    const shown = ofLists.map(({ view, when }: { view: string; when: string }) => {
      expect(when.startsWith(`${view}.obstacle == `)).toBe(true);
      return when;
    });
    expect(sorted(shown)).toEqual(
      sorted(
        views.flatMap((view) =>
          ["sandbox-down", "not-a-sandbox", "no-address", "new-origin", "no-key", "untrusted"].map(
            (obstacle) => `switchboard.${view}.obstacle == '${obstacle}'`,
          ),
        ),
      ),
    );
  });

  it("is activated by its views, languages and commands, and to restore dashboards and edited records", () => {
    expect(manifest.activationEvents).toEqual([
      "onWebviewPanel:switchboard.dashboard",
      `onFileSystem:${editScheme}`,
    ]);
  });

  it("has an account for each API whose description has OAuth", () => {
    expect(contributes.authentication).toEqual(
      apis
        .filter(({ oauth }) => oauth)
        .map(({ slug, title }) => ({ id: `switchboard-${slug}`, label: `${title} (Switchboard)` })),
    );
  });

  it("names files that exist", () => {
    const icons = [manifest.icon, ...contributes.views.switchboard.map(({ icon }: { icon: string }) => icon)];
    for (const file of icons) expect(existsSync(join(root, file))).toBe(true);
  });
});
