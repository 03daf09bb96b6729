/** Which records an operation takes, and which records a record refers to. Read from the schemas' `x-resource`. */
import { type Api, type NamedOperation, operationsOf, type Resource, type Row } from "./api.ts";
import type { JsonSchema } from "./catalogue.ts";
import { toJsonSchema } from "./derived/schemas.ts";

export interface TakenRecords {
  /** The resource that each path parameter names a record of. */
  path: ReadonlyMap<string, string>;
  /** The resource of a path whose parameters are not shown. */
  openPath?: string;
  /** Resources whose identifiers stand anywhere in the body. */
  body: ReadonlySet<string>;
}

const taken = new WeakMap<NamedOperation, TakenRecords>();

/** The records that an operation asks for by identifier. */
export function recordsTaken(operation: NamedOperation): TakenRecords {
  let known = taken.get(operation);
  if (!known) {
    const { path, body } = operation.request;
    const properties = (path && toJsonSchema(path).properties) ?? {};
    const isOpen = path !== undefined && Object.keys(properties).length === 0;
    known = {
      path: new Map(
        Object.entries(properties).flatMap(([name, { "x-resource": resource }]) =>
          resource === undefined ? [] : [[name, resource] as const],
        ),
      ),
      ...(isOpen && operation.resource !== undefined && { openPath: operation.resource }),
      body: body ? resourcesIn(toJsonSchema(body)) : new Set(),
    };
    taken.set(operation, known);
  }
  return known;
}

/** Whether an operation asks for a record of the resource. */
export function takes(operation: NamedOperation, resource: string): boolean {
  const { path, openPath, body } = recordsTaken(operation);
  return openPath === resource || body.has(resource) || [...path.values()].includes(resource);
}

const foreignKeys = new WeakMap<Resource, ReadonlyMap<string, string>>();

/** The resource that each field refers to, for the fields of a record that hold another record's identifier. */
export function foreignKeysOf(resource: Resource): ReadonlyMap<string, string> {
  let known = foreignKeys.get(resource);
  if (!known) {
    known = new Map(
      Object.entries(toJsonSchema(resource.record).properties ?? {}).flatMap(([field, schema]) =>
        field !== "id" && schema["x-resource"] !== undefined ? [[field, schema["x-resource"]] as const] : [],
      ),
    );
    foreignKeys.set(resource, known);
  }
  return known;
}

/** Resource to identifier. */
export type KnownRecords = ReadonlyMap<string, string>;

/** The records that a row's fields refer to. */
export function referredBy(described: Resource | undefined, row: Row): KnownRecords {
  const known = new Map<string, string>();
  for (const [field, referred] of described ? foreignKeysOf(described) : []) {
    const id = Object.hasOwn(row, field) ? row[field] : undefined;
    if (typeof id === "string" && id !== "") known.set(referred, id);
  }
  return known;
}

/** What can be done with a record of the resource, beyond reading it. */
export const operationsOn = (api: Api, resource: string): NamedOperation[] =>
  commanded(api).filter((operation) => takes(operation, resource));

/** What ends a record of the resource: its deletion, else its cancellation. */
export function endOf(api: Api, resource: string): NamedOperation | undefined {
  const own = operationsOn(api, resource).filter((operation) => operation.resource === resource);
  return own.find(({ effect }) => effect === "delete") ?? own.find(({ verb }) => verb === "cancel");
}

/** What adds a record to a list of the resource. */
export const operationsAdding = (api: Api, resource: string): NamedOperation[] =>
  commanded(api).filter(
    (operation) =>
      operation.resource === resource && operation.effect === "write" && !takes(operation, resource),
  );

/** What changes something of the API that no list of it shows, and no listed record refers to. */
export function operationsElsewhere(api: Api): NamedOperation[] {
  const listed = new Set(listedResources(api));
  const reached = new Set(listed);
  for (const name of listed) {
    const described = api.resources[name];
    for (const referred of described ? foreignKeysOf(described).values() : []) reached.add(referred);
  }
  return commanded(api).filter((operation) => {
    return (
      !(operation.resource !== undefined && listed.has(operation.resource)) &&
      ![...reached].some((resource) => takes(operation, resource))
    );
  });
}

/** The resources that the API's lists show. */
export function listedResources(api: Api): string[] {
  const names = api.collections.flatMap(({ operation, children }) => [
    operation,
    ...(children ?? []).map((child) => child.operation),
  ]);
  return operationsOf([api]).flatMap(({ name, resource }) =>
    names.includes(name) && resource !== undefined ? [resource] : [],
  );
}

/** Operations that a person thinks of as an act of their own. Records are read in the views and by "Run Operation…". */
export const commanded = (api: Api): NamedOperation[] =>
  operationsOf([api]).filter((operation) => operation.effect !== "read" || operation.dashboard);

function resourcesIn(schema: JsonSchema): Set<string> {
  const found = new Set<string>();
  const look = (part: JsonSchema) => {
    if (part["x-resource"] !== undefined) found.add(part["x-resource"]);
    for (const inner of Object.values(part.properties ?? {})) look(inner);
    if (typeof part.items === "object") look(part.items);
    for (const branch of [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])]) look(branch);
  };
  look(schema);
  return found;
}
