/** The commands that speak with the APIs. They share one bundle, for most of it is the descriptions of the APIs. */
export const drift = () => import("./drift.ts");
export const list = () => import("./list.ts");
export const run = () => import("./run.ts");
export const sandbox = () => import("./sandbox.ts");
export const webhook = {
  listen: () => import("./webhook/listen.ts"),
  send: () => import("./webhook/send.ts"),
  sign: () => import("./webhook/sign.ts"),
  trigger: () => import("./webhook/trigger.ts"),
  verify: () => import("./webhook/verify.ts"),
};
