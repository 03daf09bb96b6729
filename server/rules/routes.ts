/** Requests whose route is not known, or whose base address is of a deprecated version. */
import type { OperationEntry } from "../../shared/catalogue.ts";
import type { Route } from "../../shared/api.ts";
import type { Settings } from "../../shared/protocol.ts";
import { formatRoute, parseRoute } from "../../shared/routes.ts";
import type { Finding } from "../schema/finding.ts";
import { type Located, memberNamed } from "../syntax/node.ts";
import { entrySearch, moveFinding } from "../files/entry-search.ts";
import { type OpenFile, operationOf } from "../files/open-file.ts";
import { markdownText } from "../../shared/plain-text.ts";

export const routeFindings = (file: OpenFile): readonly Finding[] =>
  file.format.kind === "request" ? inEntries(file.tree, file) : [];

const inEntries = entrySearch(
  ({ workspace }: OpenFile) => workspace.settings,
  (_, entry, file): Finding[] => {
    const operation = operationOf(file, entry);
    const named = operation && memberNamed(entry, "operation");
    if (!operation || !named) return [];
    const at = ({ start, node }: Located) => ({ start, end: start + node.width });
    const deprecated = deprecation(file, operation);
    return [
      ...(isBound(file, operation)
        ? []
        : [{ code: "unbound-route", severity: "hint" as const, message: unbound(operation), ...at(named) }]),
      ...(deprecated
        ? [{ code: "deprecated", severity: "warning" as const, message: deprecated, ...at(named) }]
        : []),
    ];
  },
  moveFinding,
);

function isBound({ workspace: { settings } }: OpenFile, operation: OperationEntry): boolean {
  // The sandbox has a route for every operation.
  if (operation.documented || operation.from || settings.environment === "sandbox") return true;
  return boundRoute(settings, operation) !== undefined;
}

function boundRoute({ routes }: Settings, { id }: OperationEntry): Route | undefined {
  const route = Object.hasOwn(routes, id) ? routes[id] : undefined;
  return route === undefined ? undefined : parseRoute(route);
}

/** Where the operation's route comes from, as Markdown; empty where nobody has bound it, or its description says all. */
export function boundWords(settings: Settings, operation: OperationEntry): string {
  if (operation.documented) return "The route is documented.";
  if (operation.from) return "";
  if (settings.environment === "sandbox") return "Bound by the sandbox, which has a route of its own.";
  const route = boundRoute(settings, operation);
  if (!route) return "";
  const { boundBy } = settings;
  const who = Object.hasOwn(boundBy, operation.id) ? boundBy[operation.id] : undefined;
  return `\`${formatRoute(route)}\`, bound by ${markdownText(who ?? "your setting")}.`;
}

function unbound({ id, method }: OperationEntry): string {
  const open = method ? "path" : "method and path";
  return `The ${open} of ${id} ${method ? "is" : "are"} not documented: sending it asks for a route.`;
}

/** An API of which a version is deprecated, at a base address that ends with it. */
function deprecation(file: OpenFile, operation: OperationEntry): string | undefined {
  const api = file.catalogue.api(operation.api);
  if (!api?.deprecated) return undefined;
  const { version, note } = api.deprecated;
  const old = Object.entries(file.workspace.settings.baseUrls)
    .filter(([, addresses]) => addresses[api.slug]?.replace(/\/+$/, "").endsWith(`/${version}`))
    .map(([environment]) => environment);
  if (old.length === 0) return undefined;
  return `The base address of ${api.title} in the environment ${old.join(" and ")} is of version ${version}, which is deprecated. ${note}.`;
}
