/** Who has bound a route, in words. */
import { documentedRoute, type Route, type Sendable } from "../../shared/api.ts";
import { type ImportedDescription, nameOf } from "../../shared/openapi/imported.ts";
import { formatRoute } from "../../shared/routes.ts";
import { Obstacle } from "../session/obstacle.ts";
import type { Session } from "../session/session.ts";
import { binderOf } from "../session/imported-descriptions.ts";

export const descriptionWords = (imported: ImportedDescription): string =>
  `the OpenAPI description “${nameOf(imported)}”`;

/** Who has bound a route that stands in the person's settings. */
export function settingWords(imports: readonly ImportedDescription[], id: string, route: Route): string {
  const binder = binderOf(imports, id, route);
  return binder ? descriptionWords(binder) : "your setting";
}

/** "GET /memberships, bound by the sandbox" */
export async function routeWords(session: Session, operation: Sendable): Promise<string> {
  const documented = documentedRoute(operation);
  if (documented) return `${formatRoute(documented)}, documented`;
  try {
    const { route } = await session.access.target(operation);
    if (!route) return "The route is not documented, and not bound.";
    const who =
      session.settings.environment === "sandbox"
        ? "the sandbox"
        : settingWords(await session.imports.all(), operation.id, route);
    return `${formatRoute(route)}, bound by ${who}`;
  } catch (error) {
    if (error instanceof Obstacle) return "The route is not documented.";
    throw error;
  }
}
