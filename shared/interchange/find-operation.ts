/** The operation that a foreign request is for, by base address and route. */
import { type Api, documentedRoute, pathParameters, type Route, type Sendable } from "../api.ts";
import { formatRoute } from "../routes.ts";
import { decoded, type ForeignAddress } from "./foreign-address.ts";

/** Where an API is in an environment. */
export interface Place {
  api: Api;
  environment: string;
  baseUrl: string;
  /** Routes of operations whose own is not documented, by operation id. */
  routes: Readonly<Record<string, Route>>;
}

export interface Known {
  operations: readonly Sendable[];
  places: readonly Place[];
  /** Routes that a person has set, wherever they hold, by operation id. */
  routes?: Readonly<Record<string, Route>>;
}

export interface FoundOperation {
  operation: Sendable;
  /** Where it goes; undefined when no base address is the request's, which is matched by its path alone. */
  place?: Place;
  /** By the parameter's name, decoded. */
  path: Record<string, string>;
}

/** Those that the request may be for, or why it is for none, in words for the person. */
export function findOperations(
  method: string,
  address: ForeignAddress,
  known: Known,
): { found: FoundOperation[] } | { reason: string } {
  const here = known.places.flatMap((place) => {
    const rest = below(place.baseUrl, address);
    return rest === undefined ? [] : [{ place, rest }];
  });
  const matches = here.flatMap(({ place, rest }) =>
    routesAt(known, place).flatMap(({ operation, route }) => {
      const path = matchRoute(route, rest);
      return path ? [{ operation, route, place, path }] : [];
    }),
  );
  const exact = best(matches.filter(({ route }) => route.method === method));
  if (exact.length > 0) return { found: once(exact) };
  if (here.length > 0) return { reason: noRoute(method, known, here, matches) };

  const loose = best(
    routesAnywhere(known).flatMap(({ operation, route }) => {
      const path = matchEnd(route, address.path);
      return path && route.method === method ? [{ operation, route, path }] : [];
    }),
  );
  if (loose.length > 0) return { found: once(loose) };
  return {
    reason: `No API here has the base address ${address.host}, and no operation known here has a route that ends ${method} ${address.path}.`,
  };
}

type Match = FoundOperation & { route: Route };

/** The path below a base address; undefined where the address is not below it. */
function below(baseUrl: string, { origin, path }: ForeignAddress): string | undefined {
  const base = URL.parse(baseUrl);
  if (!base || base.origin !== origin) return undefined;
  const start = base.pathname.replace(/\/+$/, "");
  return path === start || path.startsWith(`${start}/`) ? path.slice(start.length) || "/" : undefined;
}

const routesAt = ({ operations }: Known, { api, routes }: Place) =>
  operations
    .filter((operation) => operation.api.slug === api.slug)
    .flatMap((operation) => {
      const own = Object.hasOwn(routes, operation.id) ? routes[operation.id] : undefined;
      const route = documentedRoute(operation) ?? own;
      return route ? [{ operation, route }] : [];
    });

function routesAnywhere({ operations, places, routes: bound = {} }: Known) {
  return operations.flatMap((operation) => {
    const routes = [...places.map(({ routes }) => routes), bound].flatMap((routes) =>
      Object.hasOwn(routes, operation.id) ? (routes[operation.id] ?? []) : [],
    );
    const documented = documentedRoute(operation);
    return (documented ? [documented] : routes).map((route) => ({ operation, route }));
  });
}

/** A path that is written out goes before one that a parameter stands for. */
function best<M extends { route: Route }>(matches: readonly M[]): M[] {
  const fixed = ({ route }: M) => route.path.split("/").filter((part) => !part.includes("{")).length;
  const most = Math.max(0, ...matches.map(fixed));
  return matches.filter((match) => fixed(match) === most);
}

const once = (matches: readonly Match[]): FoundOperation[] => {
  const byId = Map.groupBy(matches, ({ operation }) => operation.id);
  return [...byId.values()].flatMap(([first]) => {
    if (!first) return [];
    const { operation, place, path } = first;
    return [{ operation, path, ...(place && { place }) }];
  });
};

/** One that is whole, and one that ends a path. */
interface Patterns {
  whole: RegExp;
  end: RegExp;
}

/** By the route's path: archives have thousands of requests. */
const patterns = new Map<string, Patterns>();

function patternsOf({ path }: Route): Patterns {
  const known = patterns.get(path);
  if (known) return known;
  const source = path
    .split(/\{[^{}]+\}/)
    .map((fixed) => fixed.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("((?:[^/{}]|\\{+[^{}/]*\\}+)+)");
  const made = { whole: new RegExp(`^${source}/?$`), end: new RegExp(`(?<=^|[^/])${source}/?$`) };
  patterns.set(path, made);
  return made;
}

const matchRoute = (route: Route, path: string) => matchWith(patternsOf(route).whole, route, path);
const matchEnd = (route: Route, path: string) => matchWith(patternsOf(route).end, route, path);

function matchWith(expression: RegExp, route: Route, path: string): Record<string, string> | undefined {
  const found = expression.exec(path);
  if (!found) return undefined;
  return Object.fromEntries(
    pathParameters(route.path).map((name, index) => [name, decoded(found[index + 1] ?? "")]),
  );
}

function noRoute(
  method: string,
  { operations }: Known,
  here: readonly { place: Place; rest: string }[],
  otherMethods: readonly Match[],
): string {
  const titles = [...new Set(here.map(({ place }) => place.api.title))].join(", ");
  const [other] = otherMethods;
  if (other)
    return `${titles}: ${formatRoute(other.route)} is known (${other.operation.id}), but not with ${method}.`;
  const unbound = operations.filter((operation) =>
    here.some(
      ({ place }) =>
        place.api.slug === operation.api.slug &&
        !documentedRoute(operation) &&
        !Object.hasOwn(place.routes, operation.id),
    ),
  ).length;
  const hint =
    unbound > 0
      ? ` ${unbound === 1 ? "One of its operations has" : `${unbound} of its operations have`} no route yet: Bind Route… sets one.`
      : "";
  return `${titles}: no operation has the route ${method} ${here[0]?.rest}.${hint}`;
}
