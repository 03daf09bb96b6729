/** Undici's agents alone: the package's index would also set the process-wide dispatcher. */
declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici";
}
declare module "undici/lib/dispatcher/proxy-agent.js" {
  export { ProxyAgent as default } from "undici";
}
