/** Metrics and analytics to look at, a panel for each operation that has them. */
import type { NamedOperation } from "../../shared/api.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { Dashboards } from "./dashboards.ts";

export interface DashboardFeature extends Feature {
  open(operation: NamedOperation): Promise<void>;
}

/** @param records name what is ranked */
export function register(session: Session, records: LiveRecords): DashboardFeature {
  const dashboards = new Dashboards(session, records);
  return {
    commands: bind(commands, { showDashboard: (id) => dashboards.choose(id) }),
    open: (operation) => dashboards.open(operation),
    dispose: () => dashboards.dispose(),
  };
}
