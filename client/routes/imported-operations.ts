/** Operations that only an imported description has. They are sent as the documented ones are. */
import { type Api, operationsOf, type Sendable } from "../../shared/api.ts";
import type { ImportedOperation } from "../../shared/openapi/imported.ts";
import type { Session } from "../session/session.ts";

export async function importedOperations(
  { imports }: Pick<Session, "imports">,
  api: Api,
): Promise<Sendable[]> {
  const described = (await imports.all()).find((each) => each.api === api.slug);
  return described?.operations.flatMap((operation) => sendable(api, operation) ?? []) ?? [];
}

/** A documented operation, else an imported one. */
export async function findOperation(session: Session, id: string): Promise<Sendable | undefined> {
  const api = (await session.apis()).find(({ slug }) => id.startsWith(`${slug}.`));
  if (!api) return undefined;
  return [...operationsOf([api]), ...(await importedOperations(session, api))].find((each) => each.id === id);
}

function sendable(api: Api, operation: ImportedOperation): Sendable | undefined {
  const { id, title, description, method, path, request } = operation;
  const [slug, group, verb] = id.split(".");
  if (slug !== api.slug || group === undefined || verb === undefined) return undefined;
  return {
    id,
    api,
    name: `${group}.${verb}`,
    group,
    verb,
    title,
    ...(description && { description }),
    effect: method === "GET" ? "read" : method === "DELETE" ? "delete" : "write",
    method,
    path,
    request,
    // So that lists of what it changes are read again.
    ...(Object.hasOwn(api.resources, group) && { resource: group }),
  };
}
