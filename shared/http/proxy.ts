/** Which requests go through a proxy. */

export interface Proxy {
  /** `http://` or `https://`, with a user name and password where the proxy wants them. */
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

/** As `URL` has it: in small letters, IPv6 in brackets. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d{1,3}){3}$/.test(hostname);
