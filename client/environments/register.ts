/** Environments: which is active, where the APIs are in it, and to which addresses requests may go. */
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { askBaseAddress, askSandboxAddress } from "./base-address.ts";
import { confirmOrigin, confirmOrigins } from "./confirm-origin.ts";
import { commands } from "./contributions.ts";
import { apisOf, pickApi } from "./pick-api.ts";
import { selectEnvironment } from "./select-environment.ts";

export const register = (session: Session): Feature => ({
  commands: bind(commands, {
    selectEnvironment: () => selectEnvironment(session),
    async setBaseAddress(of) {
      if (session.settings.environment === "sandbox") return selectEnvironment(session);
      const api = await pickApi(session, "Set the base address of which API?", of);
      if (api) await askBaseAddress(session, api);
    },
    setSandboxAddress: () => askSandboxAddress(session),
    async allowOrigin(of) {
      const apis = await apisOf(session, of);
      return apis.length === 1 && apis[0] ? confirmOrigin(session, apis[0]) : confirmOrigins(session, apis);
    },
  }),
  dispose() {},
});
