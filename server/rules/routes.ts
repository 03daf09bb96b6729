/** Requests whose route is not known, or whose base address is of a deprecated version. */
import type { OperationEntry } from "../../shared/catalogue.ts";
import { deprecationAt, deprecationOf } from "../../shared/deprecation.ts";
import { namingField, operationOf } from "../files/entries.ts";
import { entrySearch } from "../files/entry-search.ts";
import type { OpenFile } from "../files/open-file.ts";
import { boundRoute } from "../knowledge/routes.ts";
import { type Finding, movedFinding } from "../schema/finding.ts";
import { memberNamed } from "../syntax/named-members.ts";

export const routeFindings = (file: OpenFile): readonly Finding[] =>
  file.format.kind === "request" ? inEntries(file.tree, file) : [];

const inEntries = entrySearch<OpenFile, Finding>({
  dependsOn: ({ workspace }) => workspace.settings,
  look(_, entry, file) {
    const operation = operationOf(file, entry);
    const named = operation && memberNamed(entry, namingField(file) ?? "");
    if (!operation || !named) return [];
    const at = { start: named.start, end: named.start + named.node.width };
    const found: Finding[] = [];
    if (!isBound(file, operation))
      found.push({ code: "unbound-route", severity: "hint", message: unbound(operation), ...at });
    const deprecated = deprecation(file, operation);
    if (deprecated) found.push({ code: "deprecated", severity: "warning", message: deprecated, ...at });
    return found;
  },
  moved: movedFinding,
});

function isBound({ workspace: { settings } }: OpenFile, operation: OperationEntry): boolean {
  // The sandbox has a route for every operation.
  if (operation.documented || operation.from || settings.environment === "sandbox") return true;
  return boundRoute(settings, operation) !== undefined;
}

function unbound({ id, method }: OperationEntry): string {
  const open = method ? "path" : "method and path";
  return `The ${open} of ${id} ${method ? "is" : "are"} not documented: sending it asks for a route.`;
}

/** An API of which a version is deprecated, at a base address that ends with it. */
function deprecation({ catalogue, workspace }: OpenFile, operation: OperationEntry): string | undefined {
  const api = catalogue.api(operation.api);
  if (!api?.deprecated) return undefined;
  const old = Object.entries(workspace.settings.baseUrls)
    .filter(([, addresses]) => deprecationAt(api, addresses[api.slug] ?? "") !== undefined)
    .map(([name]) => name);
  if (old.length === 0) return undefined;
  return `The base address of ${api.title} (${old.join(", ")}) is of an old version. ${deprecationOf(api.deprecated)}`;
}
