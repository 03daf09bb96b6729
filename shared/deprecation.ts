/** Versions of an API that are documented as deprecated. */
import type { Deprecated } from "./api.ts";

export const deprecationOf = ({ version, note }: Deprecated): string =>
  `Version ${version} is deprecated. ${note}.`;

/** What is to be said of a base address; undefined where its version is not deprecated. */
export function deprecationAt(
  { deprecated }: { deprecated?: Deprecated },
  baseUrl: string,
): string | undefined {
  const path = URL.parse(baseUrl.trim())?.pathname.replace(/\/+$/, "");
  return deprecated && path?.endsWith(`/${deprecated.version}`) ? deprecationOf(deprecated) : undefined;
}
