/** The commands that speak with the APIs. They share one bundle, for most of it is the descriptions of the APIs. */
export const list = () => import("./list.ts");
export const sandbox = () => import("./sandbox.ts");
