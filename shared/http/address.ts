/** Putting an operation's address together: base address, path parameters, query. */
import { isLoopback } from "./loopback.ts";
import type { Query, RequestValues, Route } from "../api.ts";
import { hasDotSegment } from "../routes.ts";
import { RequestError } from "./errors.ts";

const invalid = (message: string) => new RequestError("invalid-request", message, { outcome: "not-sent" });

/** The base address as it is set: `https:`, or `http:` on this machine, without query, fragment or credentials. */
export function baseAddress(text: string): URL {
  let base: URL;
  try {
    base = new URL(text);
  } catch {
    throw invalid(
      `The base address ${JSON.stringify(text)} is not a URL. Set it like https://api.example.com/v1.`,
    );
  }
  const local = isLoopback(base.hostname);
  if (base.protocol !== "https:" && !(base.protocol === "http:" && local))
    throw invalid(
      `The base address ${base.origin} is not HTTPS; the API fails plain HTTP calls. Set an https:// address.`,
    );
  if (base.username || base.password)
    throw invalid(
      "The base address holds a user name or password. Remove it; keys are kept in the keychain.",
    );
  if (base.search || base.hash) throw invalid("The base address may not have a query or a fragment.");
  base.pathname = base.pathname.replace(/\/+$/, "");
  return base;
}

/** The address of a request. Path parameters are encoded; dot segments, which encoding lets through, are refused. */
export function requestAddress(base: URL, route: Route, values: RequestValues): URL {
  const path = route.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values.path && Object.hasOwn(values.path, name) ? values.path[name] : undefined;
    if (value === undefined || value === "")
      throw invalid(`${route.method} ${route.path} needs the path parameter "${name}". Add it under "path".`);
    const text = String(value);
    if (!text.isWellFormed())
      throw invalid(`The path parameter "${name}" holds half of a character. Write it anew.`);
    return encodeURIComponent(text);
  });
  // Encoding lets dots through.
  if (hasDotSegment(path))
    throw invalid(`${route.method} ${route.path} may not have "." or ".." for a part of its path.`);
  const query = encodeQuery(values.query ?? {});
  // A route that somebody has bound may hold what would end the path.
  const further = path.replace(/[?#]/g, encodeURIComponent);
  return new URL(
    `${base.origin}${base.pathname.replace(/\/+$/, "")}${further}${query === "" ? "" : `?${query}`}`,
  );
}

/** Arrays repeat the name; null and undefined are left out. */
function encodeQuery(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null)
        parameters.append(name, typeof one === "object" ? JSON.stringify(one) : String(one));
  return parameters.toString();
}
