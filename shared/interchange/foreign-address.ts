/** The address of a request that somebody else has written; `{{…}}` may stand in it, also for its beginning. */
import type { PlainRequest } from "./plain-request.ts";

export interface ForeignAddress {
  /** Undefined where a placeholder stands for it. */
  origin: string | undefined;
  /** What stands before the path, as people know it. */
  host: string;
  /** As it was written, percent-encoded. */
  path: string;
  query: [name: string, value: string][];
  fragment: string;
  /** Whether a name or a password stood before the host. */
  hasUser: boolean;
}

/** Undefined when it is no address of the web. */
export function readAddress(text: string): ForeignAddress | undefined {
  const [, scheme, authority = "", placeholder, path = "", query = "", fragment = ""] =
    /^(?:(https?):\/\/([^/?#]*)|(\{\{[^{}]*\}\}))([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/i.exec(text.trim()) ??
    [];
  if (scheme === undefined && placeholder === undefined) return undefined;
  const known = placeholder === undefined && !authority.includes("{{");
  const url = known ? URL.parse(`${scheme}://${authority}`) : undefined;
  if (known && !url) return undefined;
  return {
    origin: url?.origin,
    host: url?.host ?? placeholder ?? authority,
    path: path === "" ? "/" : path,
    query: entriesOf(query),
    fragment,
    hasUser: url ? url.username !== "" || url.password !== "" : /@/.test(authority),
  };
}

/** `name=value` joined by `&`, as an address or a form has them. */
export const entriesOf = (text: string): [string, string][] =>
  text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [decodeForm(name), decodeForm(value.join("="))];
    });

/** Whether a body is a form. Its type alone does not say so: cURL gives it to whatever has none. */
export function isForm(body: string, headers: PlainRequest["headers"]): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  return /^\s*[^{}[\]"\s]+\s*=/.test(body) && /^(application\/x-www-form-urlencoded\b|$)/i.test(type);
}

const decodeForm = (text: string) => decoded(text.replaceAll("+", " "));

/** The text itself where it is not encoded as addresses are. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
