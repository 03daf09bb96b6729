/** The person's own setting `switchboard.routes`. */
import * as vscode from "vscode";
import { isRow } from "../../shared/traits/values.ts";
import type { Session } from "../session/session.ts";

/** Sets routes as `POST /path`, by operation id; undefined takes one out. What else is set stays as it is written. */
export async function saveRoutes(
  session: Session,
  changes: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const settings = vscode.workspace.getConfiguration("switchboard");
  const set: unknown = settings.inspect("routes")?.globalValue;
  const routes = Object.entries({ ...(isRow(set) ? set : {}), ...changes }).filter(
    ([, route]) => route !== undefined,
  );
  await settings.update(
    "routes",
    routes.length > 0 ? Object.fromEntries(routes) : undefined,
    vscode.ConfigurationTarget.Global,
  );
  session.changed();
}
