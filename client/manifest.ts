/** What the features tell VS Code of themselves, as package.json has it below `contributes`. Without vscode. */
import type { Api } from "../shared/api.ts";
import * as accounts from "./accounts/contributions.ts";
import * as dashboard from "./dashboard/contributions.ts";
import * as documents from "./documents/contributions.ts";
import * as environments from "./environments/contributions.ts";
import * as exports from "./exports/contributions.ts";
import * as history from "./history/contributions.ts";
import * as interchange from "./interchange/contributions.ts";
import * as keys from "./keys/contributions.ts";
import * as limits from "./limits/contributions.ts";
import * as oauth from "./oauth/contributions.ts";
import * as operations from "./operations/contributions.ts";
import { operationCommands } from "./operations/operation-commands.ts";
import * as payloads from "./payloads/contributions.ts";
import * as requests from "./requests/contributions.ts";
import * as routes from "./routes/contributions.ts";
import * as sandbox from "./sandbox/contributions.ts";
import * as seen from "./seen/contributions.ts";
import { commandIds } from "./session/command-ids.ts";
import type { Contributions } from "./session/contributions.ts";
import * as sidebar from "./sidebar/contributions.ts";
import * as titleActions from "./title-actions/contributions.ts";
import * as webhooks from "./webhooks/contributions.ts";
import { walkthroughs } from "./walkthrough.ts";

/** In the order in which views stand and menus list what has no order of its own. */
const features: readonly Contributions[] = [
  environments,
  accounts,
  keys,
  oauth,
  sandbox,
  sidebar,
  documents,
  requests,
  payloads,
  titleActions,
  interchange,
  operations,
  dashboard,
  exports,
  routes,
  webhooks,
  limits,
  history,
  seen,
];

const icon = "./media/switchboard.svg";

/** The parts of `contributes` that are made from the features and the descriptions of the APIs. */
export function contributions(apis: readonly Api[]) {
  const own = features.flatMap(({ commands }) =>
    Object.entries(commands).map(
      // Object.entries forgets that the names are those of commands.
      ([name, shown]) => [commandIds[name as keyof typeof commandIds], shown] as const,
    ),
  );
  const commands = [...own, ...Object.entries(operationCommands(apis))];
  return {
    authentication: oauth.authentication(apis),
    viewsContainers: { activitybar: [{ id: "switchboard", title: "Switchboard", icon }] },
    views: {
      switchboard: features
        .flatMap(({ views }) => views ?? [])
        .map(({ id, name, ...rest }) => ({
          id,
          name,
          contextualTitle: `Switchboard: ${name}`,
          icon,
          ...rest,
        })),
    },
    walkthroughs,
    viewsWelcome: features.flatMap(({ welcomes }) => welcomes ?? []),
    commands: commands.map(([id, { title, shortTitle, icon: codicon, enablement }]) => ({
      command: id,
      title,
      ...(shortTitle !== undefined && { shortTitle }),
      category: "Switchboard",
      ...(codicon !== undefined && { icon: `$(${codicon})` }),
      ...(enablement !== undefined && { enablement }),
    })),
    menus: {
      commandPalette: commands.flatMap(([id, { palette }]) =>
        palette === undefined ? [] : [{ command: id, when: palette || "false" }],
      ),
      ...Object.fromEntries(
        (
          ["view/title", "view/item/context", "editor/title", "explorer/context", "file/newFile"] as const
        ).map((menu) => [
          menu,
          commands.flatMap(([id, { menus = [] }]) =>
            menus
              .filter((entry) => entry.menu === menu)
              .map(({ when, group }) => ({ command: id, ...(when !== undefined && { when }), group })),
          ),
        ]),
      ),
    },
    keybindings: commands.flatMap(([id, { key }]) => (key ? [{ command: id, ...key }] : [])),
  };
}
