/** VS Code's own settings of proxy and certificates. */
import * as tls from "node:tls";
import * as vscode from "vscode";
import { proxyOf } from "./proxy.ts";
import type { TransportOptions } from "../shared/http/transport.ts";

/** `http.proxyStrictSSL` is not read: certificates are always checked. */
export function transportOptions(): TransportOptions {
  const proxy = proxyOf(userValue, process.env);
  // Editors on an older Node trust what Node brings.
  const system = userValue("systemCertificates") !== false ? tls.getCACertificates?.("system") : undefined;
  return {
    ...(proxy && { proxy }),
    ...(system && system.length > 0 && { certificates: system }),
  };
}

/** The person's own value: a workspace can't lead requests through a proxy. */
function userValue(name: string): unknown {
  const found = vscode.workspace.getConfiguration("http").inspect<unknown>(name);
  return found?.globalValue ?? found?.defaultValue;
}
