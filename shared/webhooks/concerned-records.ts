/** The records that a delivery is about, as the API's description has them. */
import type { Api, WebhookEvent } from "../api.ts";
import type { JsonSchema } from "../catalogue.ts";
import { toJsonSchema } from "../derived/schemas.ts";
import { isRow } from "../traits/values.ts";
import type { Payload } from "./payload.ts";

export interface ConcernedRecord {
  resource: string;
  id: string;
}

/** A payload may name thousands. */
const most = 20;
const deepest = 8;

const schemas = new WeakMap<WebhookEvent, JsonSchema>();

/** Made once: deliveries come in bursts. */
function schemaOf(event: WebhookEvent): JsonSchema {
  let known = schemas.get(event);
  if (!known) {
    known = toJsonSchema(event.payload);
    schemas.set(event, known);
  }
  return known;
}

/**
 * The one that the delivery is about first. By the event's schema, and where that shows no fields by the documented
 * prefixes of identifiers.
 */
export function concernedRecords(api: Api, { value, event, subject }: Payload): ConcernedRecord[] {
  const described = event !== undefined && Object.hasOwn(api.events, event) ? api.events[event] : undefined;
  const schema = described && schemaOf(described);
  const prefixes = Object.entries(api.resources).flatMap(([resource, { prefix }]) =>
    prefix === undefined ? [] : [{ resource, prefix }],
  );
  const found = new Map<string, ConcernedRecord>();
  const look = (part: unknown, shown: JsonSchema | undefined, depth: number): void => {
    if (depth > deepest || found.size >= most) return;
    if (typeof part === "string") {
      const resource =
        shown?.["x-resource"] ?? prefixes.find(({ prefix }) => part.startsWith(prefix))?.resource;
      if (resource !== undefined && part.length <= 200)
        found.set(`${resource} ${part}`, { resource, id: part });
    } else if (Array.isArray(part)) {
      const items = typeof shown?.items === "object" ? shown.items : undefined;
      for (const each of part) look(each, items, depth + 1);
    } else if (isRow(part)) {
      const properties = shown?.properties ?? {};
      for (const [key, inner] of Object.entries(part))
        look(inner, Object.hasOwn(properties, key) ? properties[key] : undefined, depth + 1);
    }
  };
  look(value, schema, 0);
  return [...found.values()].toSorted((a, b) => Number(b.id === subject) - Number(a.id === subject));
}
