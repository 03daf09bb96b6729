/** Routes of operations, also of those whose own is not documented. */
import { pathParameters, type Route } from "../../shared/api.ts";
import type { OperationEntry } from "../../shared/catalogue.ts";
import type { Settings } from "../../shared/protocol.ts";
import { parseRoute } from "../../shared/routes.ts";

/** The one that is bound in the settings, if it can be read. */
export function boundRoute({ routes }: Settings, { id }: OperationEntry): Route | undefined {
  const route = Object.hasOwn(routes, id) ? routes[id] : undefined;
  return route === undefined ? undefined : parseRoute(route);
}

/** The names in the path, documented or bound by a person; else those of the sandbox's route. */
export function parametersOf(settings: Settings, operation: OperationEntry): string[] {
  const path = operation.path ?? boundRoute(settings, operation)?.path;
  return path === undefined ? Object.keys(operation.samples[0]?.path ?? {}) : pathParameters(path);
}
