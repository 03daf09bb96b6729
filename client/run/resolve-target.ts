import type { Sendable } from "../../shared/api.ts";
import { confirmOrigin } from "../environments/confirm-origin.ts";
import { targetOf } from "../routes/bind-route.ts";
import type { Target } from "../session/access.ts";
import type { Session } from "../session/session.ts";

/**
 * Where an operation goes. This is asked once for each operation that a person wants carried out: what is agreed on and
 * what is sent have it from here. Asks for a route that nobody has bound, and before the first request to an address.
 * Undefined when the person gives up. Throws an Obstacle, and an Error when another environment became active.
 */
export async function resolveTarget(
  session: Session,
  operation: Sendable,
  environment = session.settings.environment,
): Promise<Target | undefined> {
  session.requireEnvironment(environment);
  if (!(await confirmOrigin(session, operation.api))) return undefined;
  const target = await targetOf(session, operation);
  session.requireEnvironment(environment);
  return target;
}
