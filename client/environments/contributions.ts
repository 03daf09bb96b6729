import type { ApiChoice } from "./pick-api.ts";
import { command, ourViews, withAccounts } from "../session/contributions.ts";

export const commands = {
  selectEnvironment: command({
    title: "Select Environment…",
    menus: [{ menu: "view/title", group: "1_environment@1", when: ourViews }],
  }),
  setBaseAddress: command<[of?: ApiChoice]>({
    title: "Set Base Address…",
    palette: withAccounts,
  }),
  setSandboxAddress: command({ title: "Set Sandbox Address…" }),
  allowOrigin: command<[of?: ApiChoice]>({
    title: "Allow Requests to New Addresses…",
    palette: withAccounts,
  }),
};
