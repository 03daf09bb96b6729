import { command, ourViews } from "../session/contributions.ts";

export const commands = {
  startSandbox: command({
    title: "Start Sandbox",
    palette: "!switchboard.sandboxRunning",
    menus: [
      {
        menu: "view/title",
        group: "1_environment@2",
        when: `${ourViews} && switchboard.environment == 'sandbox' && !switchboard.sandboxRunning`,
      },
    ],
  }),
  stopSandbox: command({
    title: "Stop Sandbox",
    enablement: "switchboard.sandboxStarted",
    menus: [
      { menu: "view/title", group: "1_environment@3", when: `${ourViews} && switchboard.sandboxStarted` },
    ],
  }),
};
