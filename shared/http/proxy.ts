/** Which requests go through a proxy. */

import { isLoopback } from "./loopback.ts";

export interface Proxy {
  /** As it is set. `http://` or `https://`, with a user name and password where the proxy wants them. */
  address: string;
  /** Hosts that are reached without it, as NO_PROXY lists them: `example.com`, `.example.com`, `host:8443`, `*`. */
  except: readonly string[];
}

/** Whether a request to the address goes through the proxy. What stays on this machine never does. */
export function goesThrough({ except }: Proxy, { protocol, hostname, port }: URL): boolean {
  if (isLoopback(hostname)) return false;
  const ownPort = port || (protocol === "https:" ? "443" : "80");
  return !except.some((entry) => {
    if (entry.trim() === "*") return true;
    const [, host = "", onlyPort] = /^\s*(?:\*?\.)?(.*?)(?::(\d+))?\s*$/.exec(entry.toLowerCase()) ?? [];
    if (host === "" || (onlyPort !== undefined && onlyPort !== ownPort)) return false;
    return hostname === host || hostname.endsWith(`.${host}`);
  });
}

/** Going around a proxy that can't be used is not for us to decide. */
export function usableProxy({ address }: Proxy): string {
  const protocol = URL.canParse(address) && new URL(address).protocol;
  if (protocol === "http:" || protocol === "https:") return address;
  throw new Error(
    "Nothing is sent, because the proxy can't be used. Set http.proxy, or HTTPS_PROXY, like http://proxy.example.com:8080.",
  );
}
