/** The proxy that requests go through. */

import type { EnvHttpProxyAgent } from "undici";
import { isLoopback } from "./loopback.ts";

export interface Proxy {
  /** The address as it is set: `http://` or `https://`, with a user name and password where the proxy wants them. */
  address: string;
  /** Hosts that are reached without it, as NO_PROXY lists them: `example.com`, `.example.com`, `host:8443`, `*`. */
  except: readonly string[];
}

/** Whether a request stays on this machine and so goes through no proxy. NO_PROXY has no words for 127.0.0.0/8. */
export const staysHere = ({ hostname }: URL): boolean =>
  isLoopback(hostname) || hostname.endsWith(".localhost");

/** What undici would else read from the environment. Throws when the proxy can't be used. */
export function proxySettings({
  address,
  except,
}: Proxy): Required<Pick<EnvHttpProxyAgent.Options, "httpProxy" | "httpsProxy" | "noProxy">> {
  // To undici `*` means every host only when it stands alone.
  if (except.some((entry) => entry.trim() === "*")) return { httpProxy: "", httpsProxy: "", noProxy: "*" };
  const usable = usableAddress(address);
  return { httpProxy: usable, httpsProxy: usable, noProxy: except.join(",") };
}

/** Going around a proxy that can't be used is not for us to decide. */
function usableAddress(address: string): string {
  const protocol = URL.canParse(address) && new URL(address).protocol;
  if (protocol === "http:" || protocol === "https:") return address;
  throw new Error(
    "Nothing is sent, because the proxy can't be used. Set http.proxy, or HTTPS_PROXY, like http://proxy.example.com:8080.",
  );
}
