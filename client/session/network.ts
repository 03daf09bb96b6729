/** VS Code's own settings of proxy and certificates. */
import { getCACertificates } from "node:tls";
import * as vscode from "vscode";
import { proxyOf } from "./proxy.ts";
import type { TransportOptions } from "../../shared/http/transport.ts";

/** `http.proxyStrictSSL` is not read: certificates are always checked. */
export function transportOptions(): TransportOptions {
  const proxy = proxyOf(userValue, process.env);
  const certificates = userValue("systemCertificates") === false ? [] : systemCertificates();
  return { ...(proxy && { proxy }), ...(certificates.length > 0 && { certificates }) };
}

/** None where the system's store can't be read: what Node brings is trusted all the same. */
function systemCertificates(): string[] {
  try {
    return getCACertificates("system");
  } catch {
    return [];
  }
}

/** The person's own value: a workspace can't lead requests through a proxy. */
function userValue(name: string): unknown {
  const found = vscode.workspace.getConfiguration("http").inspect<unknown>(name);
  return found?.globalValue ?? found?.defaultValue;
}
