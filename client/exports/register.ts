/** Lists through all their pages into files. */
import { ListFilters } from "../records/list-filters.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { exportList, removeOldExports } from "./export-list.ts";

export function register(session: Session): Feature {
  const filters = new ListFilters(session);
  removeOldExports(session);
  return {
    commands: bind(commands, { exportList: (of) => exportList(session, filters, of) }),
    dispose() {},
  };
}
