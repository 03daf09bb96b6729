import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contributions } from "../../client/manifest.ts";
import { commandIds } from "../../client/session/command-ids.ts";
import { operationCommandPrefix } from "../../client/operations/contributions.ts";
import { builtInEnvironments } from "../../client/session/environments.ts";
import { readSettings, settingNames } from "../../client/session/settings.ts";
import { readWebhookSettings, webhookSettingNames } from "../../client/webhooks/webhook-settings.ts";
import { views } from "../../shared/api.ts";
import { apis } from "../../shared/apis/index.ts";
import { editScheme } from "../../shared/protocol.ts";

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

  it("has what the features contribute", () => {
    for (const [part, made] of Object.entries(contributions(apis)))
      expect(contributes[part], `${part} is not current: npm run docs`).toEqual(made);
  });

  it("gives every command a title of its own, which says what it does", () => {
    expect(new Set(commands.map(({ title }) => title)).size).toBe(commands.length);
    for (const { title } of commands) expect(title).toMatch(/^[A-Z]/);
  });

  it("has the views of the registry, in one container, and webhooks, rate limits and the history at the end", () => {
    expect(Object.keys(contributes.views)).toEqual(["switchboard"]);
    expect(contributes.views.switchboard.map(({ id }: { id: string }) => id)).toEqual([
      ...views.map((view) => `switchboard.${view}`),
      "switchboard.webhooks",
      "switchboard.limits",
      "switchboard.history",
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
      sorted(
        [...settingNames, ...webhookSettingNames, "bodies", "inlayHints.enabled"].map(
          (name) => `switchboard.${name}`,
        ),
      ),
    );
    expect(properties["switchboard.environment"]?.examples).toEqual(builtInEnvironments);
  });

  it("states the defaults that the code has", () => {
    expect(readSettings((name) => properties[`switchboard.${name}`]?.default)).toEqual(
      readSettings(() => undefined),
    );
    expect(readWebhookSettings((name) => properties[`switchboard.${name}`]?.default)).toEqual(
      readWebhookSettings(() => undefined),
    );
  });

  it("lets no workspace say where requests go", () => {
    for (const name of [...settingNames, ...webhookSettingNames])
      expect(["application", "machine"]).toContain(properties[`switchboard.${name}`]?.scope);
  });

  it("names only commands that exist in menus and welcomes", () => {
    const ids = commands.map(({ command }) => command);
    const named = Object.values(menus)
      .flat()
      .map(({ command }) => command);
    const linked = contributes.viewsWelcome.flatMap(({ contents }: { contents: string }) =>
      [...contents.matchAll(/\(command:([^)?]+)/g)].map((match) => match[1]),
    );
    const ofSteps = contributes.walkthroughs.flatMap(({ steps }: { steps: { description: string }[] }) =>
      steps.flatMap(({ description }) =>
        [...description.matchAll(/\(command:([^)?]+)/g)].map((match) => match[1]),
      ),
    );
    for (const command of [...named, ...linked, ...ofSteps])
      if (!command.startsWith("workbench.") && !command.endsWith(".focus")) expect(ids).toContain(command);
  });

  it("welcomes to every view for each obstacle", () => {
    const ofLists = contributes.viewsWelcome.filter(
      ({ view, when }: { view: string; when?: string }) =>
        !["switchboard.webhooks", "switchboard.limits", "switchboard.history"].includes(view) &&
        !when?.startsWith("config."),
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

  it("opens the first view alone, and says in each what is looked for before anything is known", () => {
    const open = contributes.views.switchboard.filter(
      ({ visibility }: { visibility?: string }) => visibility !== "collapsed",
    );
    expect(open.map(({ id }: { id: string }) => id)).toEqual([`switchboard.${views[0]}`]);
    for (const view of views)
      expect(contributes.viewsWelcome).toContainEqual({
        view: `switchboard.${view}`,
        contents: "Looking for the local sandbox…",
        when: `config.switchboard.environment == 'sandbox' && !switchboard.${view}.obstacle`,
      });
  });

  it("keeps the palette to what is done every day: operations are found in Run Operation…", () => {
    // Those of the editor of a request or a payload are offered there alone.
    const hidden = menus.commandPalette
      ?.filter(
        ({ when }) => when === "false" || /^editorLangId == switchboard-(request|webhook)$/.test(when ?? ""),
      )
      .map(({ command }) => command);
    const inPalette = commands.filter(({ command }) => !hidden?.includes(command));
    expect(inPalette.filter(({ command }) => command.startsWith(operationCommandPrefix))).toEqual([]);
    // Some stand in for one another, as start and stop do.
    expect(inPalette.length).toBeLessThan(35);
  });

  it("keeps automatic saving away from records, whose saving sends them", () => {
    expect(contributes.configurationDefaults["[switchboard-edit]"]["files.autoSave"]).toBe("off");
  });

  it("is activated by its views, languages and commands, to restore pages and edited records, to find tests and to debug handlers", () => {
    expect(manifest.activationEvents).toEqual([
      "onWebviewPanel:switchboard.accounts",
      "onWebviewPanel:switchboard.dashboard",
      `onFileSystem:${editScheme}`,
      "workspaceContains:**/*.request.json",
      "onDebugResolve:switchboardWebhooks",
    ]);
  });

  it("packs the docs, which hovers lead to", () => {
    expect(manifest.files).toContain("docs");
    expect(existsSync(join(root, "docs/operations.md"))).toBe(true);
  });

  it("names files that exist", () => {
    const pictures = contributes.walkthroughs.flatMap(
      ({ steps }: { steps: { media: { image: Record<string, string> } }[] }) =>
        steps.flatMap(({ media }) => Object.values(media.image)),
    );
    for (const file of pictures) expect(existsSync(join(root, file)), file).toBe(true);
    const icons = [manifest.icon, ...contributes.views.switchboard.map(({ icon }: { icon: string }) => icon)];
    for (const file of icons) expect(existsSync(join(root, file))).toBe(true);
  });
});
