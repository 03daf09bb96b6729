/** Routes that are not documented: bound by hand or by an OpenAPI description, and taken back. */
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { bindRoutesOf, bindSomeRoute, unbindRoute } from "./bind-route.ts";
import { commands } from "./contributions.ts";
import { importOpenApi } from "./import-openapi.ts";
import { watchImports } from "./watch-imports.ts";

export function register(session: Session): Feature {
  const watching = watchImports(session);
  return {
    commands: bind(commands, {
      bindRoute: (id) => bindSomeRoute(session, id),
      bindRoutes: (slug) => bindRoutesOf(session, slug),
      unbindRoute: (slug) => unbindRoute(session, slug),
      importOpenApi: (slug, file) => importOpenApi(session, slug, file),
    }),
    dispose: () => void watching.dispose(),
  };
}
