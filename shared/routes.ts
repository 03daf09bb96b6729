/** Routes as people write them: `POST /content/posts`. */
import type { Method, RequestValues, Route } from "./api.ts";

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"] satisfies Method[];

/** Undefined when the text is not a method and a path below the base address. */
export function parseRoute(text: string): Route | undefined {
  const [, method, path] = /^([A-Za-z]+) +(\/\S*)$/.exec(text.trim()) ?? [];
  if (!method || !path || !methods.includes(method.toUpperCase())) return undefined;
  if (path.startsWith("//") || /[?#\\]/.test(path) || hasDotSegment(path)) return undefined;
  return { method: method.toUpperCase() as Method, path }; // Just seen to be one of the five.
}

/** Whether the path has a part that addresses resolve to another place. An encoded dot is one as well. */
export const hasDotSegment = (path: string): boolean =>
  path.split("/").some((part) => /^(\.|%2e){1,2}$/i.test(part));

/** The route with values in place of its parameters, as far as they are known, for people to read. */
export const filledRoute = (route: Route, values: RequestValues["path"] = {}): Route => ({
  ...route,
  path: route.path.replaceAll(/\{([^{}]+)\}/g, (parameter, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : parameter,
  ),
});

export const formatRoute = (route: Route): string => `${route.method} ${route.path}`;
