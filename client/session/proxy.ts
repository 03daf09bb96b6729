/** The proxy that a person has set, in VS Code or for all programs. Without vscode. */
import type { Proxy } from "../../shared/http/proxy.ts";

/** `valueOf` reads VS Code's setting `http.<name>`, `variables` are the environment's. */
export function proxyOf(
  valueOf: (name: "proxy" | "noProxy" | "proxySupport") => unknown,
  variables: Readonly<Record<string, string | undefined>>,
): Proxy | undefined {
  if (valueOf("proxySupport") === "off") return undefined;
  const address = text(valueOf("proxy")) ?? text(variables.https_proxy) ?? text(variables.HTTPS_PROXY);
  if (address === undefined) return undefined;
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
