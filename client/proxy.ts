/** The proxy that a person has set, in VS Code or for all programs. Without vscode. */
import type { Proxy } from "../shared/http/proxy.ts";

/**
 * `valueOf` reads VS Code's setting `http.<name>`, `variables` are the environment's.
 * Throws when the proxy is none that we can use: going around it is not for us to decide.
 */
export function proxyOf(
  valueOf: (name: "proxy" | "noProxy" | "proxySupport") => unknown,
  variables: Readonly<Record<string, string | undefined>>,
): Proxy | undefined {
  if (valueOf("proxySupport") === "off") return undefined;
  const set = text(valueOf("proxy"));
  const address = set ?? text(variables.https_proxy) ?? text(variables.HTTPS_PROXY);
  if (address === undefined) return undefined;
  const source = set === undefined ? "HTTPS_PROXY" : "http.proxy";
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new Error(
      `Requests can't go through the proxy of ${source}. Set it like http://proxy.example.com:8080.`,
    );
  const excepted = valueOf("noProxy");
  return {
    address,
    except: [
      ...(Array.isArray(excepted) ? excepted.filter((entry) => typeof entry === "string") : []),
      ...(text(variables.no_proxy) ?? text(variables.NO_PROXY) ?? "").split(/[,\s]+/),
    ],
  };
}

const text = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
