/** The person's own setting `switchboard.routes`. */
import * as vscode from "vscode";
import { isRow } from "../../shared/traits/values.ts";
import type { Session } from "../session/session.ts";
import { writeSetting } from "../session/user-settings.ts";

/** Sets routes as `POST /path`, by operation id; undefined takes one out. What else is set stays as it is written. */
export async function saveRoutes(
  session: Session,
  changes: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const set: unknown = vscode.workspace.getConfiguration("switchboard").inspect("routes")?.globalValue;
  const routes = Object.entries({ ...(isRow(set) ? set : {}), ...changes }).filter(
    ([, route]) => route !== undefined,
  );
  await writeSetting("routes", routes.length > 0 ? Object.fromEntries(routes) : undefined);
  session.changed();
}
