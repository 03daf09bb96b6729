/** What is kept of a description once a person has confirmed which of its operations are which. */
import { type Api, documentedRoute, operationsOf } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { formatRoute } from "../routes.ts";
import { fieldsOf } from "./body-fields.ts";
import type { DescribedOperation, Description } from "./description.ts";
import type { ImportedDescription, ImportedOperation } from "./imported.ts";
import type { Match } from "./match.ts";
import { sampleOf } from "./sample.ts";

/**
 * @param matches all of them; those of operations with a documented route bind nothing, but may know more of the body
 * @param confirmed the ids of the operations to bind
 * @param file the path that the description was read from
 */
export function factsOf(
  api: Api,
  { title, version, operations, definitions }: Description,
  matches: readonly Match[],
  confirmed: ReadonlySet<string>,
  file: string,
): ImportedDescription {
  const used = matches.filter(({ operation }) => documentedRoute(operation) || confirmed.has(operation.id));
  const known = new Set(used.map(({ described }) => described));
  /** By id: how many have got it, with a number behind it. */
  const taken = new Map(operationsOf([api]).map(({ id }) => [id, 1]));
  return {
    format: 1,
    api: api.slug,
    title,
    version,
    file,
    routes: Object.fromEntries(
      used
        .filter(({ operation }) => !documentedRoute(operation))
        .map(({ operation, route }) => [operation.id, formatRoute(route)]),
    ),
    operations: operations
      .filter((described) => !known.has(described))
      .map((described) => further(api.slug, described, definitions, taken)),
    bodies: Object.fromEntries(
      used.flatMap(({ operation, described: { request } }) =>
        request.body ? [[operation.id, fieldsOf(request.body, definitions)] as const] : [],
      ),
    ),
    definitions,
  };
}

function further(
  slug: string,
  described: DescribedOperation,
  definitions: Readonly<Record<string, JsonSchema>>,
  taken: Map<string, number>,
): ImportedOperation {
  const { method, path, operationId, summary, description, deprecated, request, bodyRequired } = described;
  const name = `${slug}.${nameFor(described)}`;
  let count = taken.get(name) ?? 0;
  let id: string;
  do id = ++count === 1 ? name : `${name}-${count}`;
  while (taken.has(id));
  taken.set(name, count).set(id, 1);
  return {
    id,
    title: summary ?? (operationId ? inWords(operationId) : `${method} ${path}`),
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    method,
    path,
    request,
    bodyRequired,
    sample: sampleOf(request, definitions, { bodyRequired }),
  };
}

const verbs = { GET: "get", POST: "create", PUT: "replace", PATCH: "update", DELETE: "delete" } as const;

/** A name made from the route: `subscriptions.resume` of `POST /subscriptions/{id}/resume`, `notes.list` of `GET /users/{id}/notes`. */
function nameFor({ method, path, operationId = "" }: DescribedOperation): string {
  const parts = path.split("/").filter((part) => part !== "");
  const names = parts.filter((part) => !part.startsWith("{")).map(slugged);
  const last = names.at(-1) ?? "root";
  const before = names.at(-2);
  if (parts.at(-1)?.startsWith("{")) return `${last}.${verbs[method]}`;
  if (method === "GET") return `${last}.${last.endsWith("s") ? "list" : "get"}`;
  // What follows a record and does not make anything is something that is done to it.
  const acts = method === "POST" && parts.at(-2)?.startsWith("{") && !/^(create|add|new)/i.test(operationId);
  return acts && before ? `${before}.${last}` : `${last}.${verbs[method]}`;
}

/** The words that an operationId is written from: "List badges" of `listBadges`. */
function inWords(operationId: string): string {
  const words = operationId
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[\s_.-]+/)
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word))
    .join(" ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const slugged = (part: string) =>
  part
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-|-$/g, "") || "x";
