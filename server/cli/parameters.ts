/** Path and query parameters of an operation that the command line sends. */
import { documentedRoute, type RequestValues, type Route, type Sendable } from "../../shared/api.ts";
import { type Arguments, pairs, UsageError } from "./command.ts";

export const parameterOptions = {
  query: { type: "string", multiple: true },
  path: { type: "string", multiple: true },
} as const;

type Parameters = Required<Pick<RequestValues, "path" | "query">>;

/** What `--path` and `--query` give. A query parameter that is given again is sent again. */
export function parametersOf({ path, query }: Arguments["values"]): Parameters {
  const inPath = pairs("path", path);
  const twice = inPath.find(([name], index) => inPath.findIndex(([each]) => each === name) < index);
  if (twice) throw new UsageError(`--path ${twice[0]} is given twice. Give it once.`);
  const byName = Map.groupBy(pairs("query", query), ([name]) => name);
  return {
    path: Object.fromEntries(inPath),
    query: Object.fromEntries(
      [...byName].map(([name, given]) => {
        const values = given.map(([, value]) => value);
        return [name, values.length === 1 ? values[0] : values];
      }),
    ),
  };
}

/**
 * Throws where path parameters are not those of the operation's route. Where no route is known, that is told when it is
 * sent.
 * @param routes that somebody has bound
 */
export function requirePath(
  operation: Sendable,
  routes: Readonly<Record<string, Route>>,
  { path }: Parameters,
): void {
  const { id } = operation;
  const route = documentedRoute(operation) ?? routes[id];
  if (!route) return;
  const names = [...route.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const other = Object.keys(path).find((name) => !names.includes(name));
  if (other !== undefined) {
    const known = names.length > 0 ? `It has ${names.join(", ")}.` : "It has none: leave --path out.";
    throw new UsageError(`${id} has no path parameter ${JSON.stringify(other)}. ${known}`);
  }
  const missing = names.filter((name) => !Object.hasOwn(path, name) || path[name] === "");
  if (missing.length > 0)
    throw new UsageError(`${id} needs ${missing.map((name) => `--path ${name}=VALUE`).join(" ")}.`);
}
