import { command, ourViews, withAccounts } from "../session/contributions.ts";

export const commands = {
  selectEnvironment: command({
    title: "Select Environment…",
    menus: [{ menu: "view/title", group: "1_environment@1", when: ourViews }],
  }),
  setBaseAddress: command<[api?: string]>({
    title: "Set Base Address…",
    palette: withAccounts,
    menus: [{ menu: "view/title", group: "1_environment@4", when: `${ourViews} && ${withAccounts}` }],
  }),
  setSandboxAddress: command({ title: "Set Sandbox Address…" }),
  allowOrigin: command<[api?: string]>({
    title: "Allow Requests to New Addresses…",
    palette: withAccounts,
  }),
};
