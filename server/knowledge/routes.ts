/** Routes of operations whose own is not documented. */
import type { Route } from "../../shared/api.ts";
import type { OperationEntry } from "../../shared/catalogue.ts";
import type { Settings } from "../../shared/protocol.ts";
import { parseRoute } from "../../shared/routes.ts";

/** The one that is bound in the settings, if it can be read. */
export function boundRoute({ routes }: Settings, { id }: OperationEntry): Route | undefined {
  const route = Object.hasOwn(routes, id) ? routes[id] : undefined;
  return route === undefined ? undefined : parseRoute(route);
}
