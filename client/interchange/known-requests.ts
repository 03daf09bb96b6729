/** The operations and addresses that a foreign request is held against. */
import { operationsOf } from "../../shared/api.ts";
import type { JsonSchema } from "../../shared/catalogue.ts";
import { toJsonSchema } from "../../shared/derived/schemas.ts";
import type { Place } from "../../shared/interchange/find-operation.ts";
import type { Requests } from "../../shared/interchange/to-operation.ts";
import { importedOperations } from "../routes/imported-operations.ts";
import type { Session } from "../session/session.ts";

/** The sandbox is known while it is the active environment and runs. */
export async function knownRequests(session: Session): Promise<Requests> {
  const apis = await session.apis();
  const documented = operationsOf(apis);
  const imported = (await Promise.all(apis.map((api) => importedOperations(session, api)))).flat();
  const byId = new Map(documented.map((operation) => [operation.id, operation]));
  const schemas = new Map<string, JsonSchema | undefined>();
  const { environment, baseUrls, routes } = session.settings;
  const set = Object.entries(baseUrls).flatMap(([name, addresses]) =>
    apis.flatMap((api): Place[] => {
      const baseUrl = Object.hasOwn(addresses, api.slug) ? addresses[api.slug] : undefined;
      return baseUrl === undefined ? [] : [{ api, environment: name, baseUrl, routes }];
    }),
  );
  const active = await Promise.all(
    apis.map(async (api): Promise<Place[]> => {
      const reach = await session.access.to(api).catch(() => undefined);
      return reach ? [{ api, environment, baseUrl: reach.baseUrl, routes: reach.routes }] : [];
    }),
  );
  return {
    operations: [...documented, ...imported],
    // What a request matches in the active environment goes first.
    places: [...active.flat(), ...set],
    routes,
    schemaOf({ id, request }, part) {
      const name = `${id} ${part}`;
      if (!schemas.has(name)) {
        const own = byId.get(id)?.request[part];
        // Those that were imported have JSON Schemas.
        schemas.set(
          name,
          byId.has(id) ? own && toJsonSchema(own) : (request[part] as JsonSchema | undefined),
        );
      }
      return schemas.get(name);
    },
  };
}
