/** What the page's buttons do, each for one API: a command that takes its slug. */
import { commandIds } from "../session/command-ids.ts";

export const accountActions = {
  "set-address": commandIds.setBaseAddress,
  "allow-origin": commandIds.allowOrigin,
  "set-key": commandIds.setKey,
  "forget-key": commandIds.forgetKey,
  "sign-in": commandIds.signIn,
  "sign-out": commandIds.signOut,
  "bind-routes": commandIds.bindRoutes,
  "unbind-routes": commandIds.unbindRoute,
} as const;

export type AccountAction = keyof typeof accountActions;
