/** The values of requests and payloads that a field's annotation speaks of: identifiers, secrets. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { childrenOf, type Located, memberNamed } from "../syntax/node.ts";
import { rootOf } from "../syntax/tree.ts";
import { type EntrySearch, entrySearch } from "./entry-search.ts";
import { eventOf, type OpenFile, operationOf } from "./open-file.ts";

export interface AnnotatedValue {
  at: Located;
  /** The annotation's value. */
  says: unknown;
  api: string;
}

/** `[]` leads to each item of an array. */
type Way = readonly string[];

const everyItem = "[]";
interface Annotated {
  way: Way;
  says: unknown;
}

const waysIn = new WeakMap<JsonSchema, Map<string, readonly Annotated[]>>();
const searches = new Map<string, EntrySearch<OpenFile, AnnotatedValue>>();

/**
 * The values that have an annotation, in document order of each request or payload.
 *
 * @param within offsets: requests and payloads that lie outside of them are passed over
 */
export function annotatedValues(
  file: OpenFile,
  annotation: string,
  within?: { start: number; end: number },
): readonly AnnotatedValue[] {
  if (file.format.kind === "body") return annotatedIn(file, rootOf(file.tree), annotation);
  const search = remembered(searches, annotation, () =>
    entrySearch(
      ({ format, catalogue }) => (format.kind === "webhook" && catalogue.api(format.api ?? "")) || catalogue,
      (_, entry, context) => annotatedIn(context, entry, annotation),
      ({ at, ...value }, by) => ({ ...value, at: { node: at.node, start: at.start + by } }),
    ),
  );
  return search(file.tree, file, within);
}

/** Of one request or payload. */
export function annotatedIn(file: OpenFile, entry: Located, annotation: string): AnnotatedValue[] {
  const described = schemaOf(file, entry);
  if (!described) return [];
  const { schema, api } = described;
  return annotatedWays(schema, annotation).flatMap(({ way, says }) =>
    reach(entry, way).map(({ node, start }) => ({ at: { node, start }, says, api })),
  );
}

function schemaOf(file: OpenFile, entry: Located): { schema: JsonSchema; api: string } | undefined {
  const operation = operationOf(file, entry);
  if (operation) {
    const schema = file.format.kind === "body" ? operation.body : operation.request;
    return schema && { schema, api: operation.api };
  }
  const event = eventOf(file, entry);
  return event && { schema: event.payload, api: event.api };
}

/** Where a schema has an annotation. */
function annotatedWays(schema: JsonSchema, annotation: string): readonly Annotated[] {
  const ofSchema = remembered(waysIn, schema, () => new Map<string, readonly Annotated[]>());
  return remembered(ofSchema, annotation, () => {
    const found: Annotated[] = [];
    const visit = (part: JsonSchema, way: Way) => {
      if (part[annotation] !== undefined) found.push({ way, says: part[annotation] });
      for (const [name, property] of Object.entries(part.properties ?? {})) visit(property, [...way, name]);
      if (typeof part.items === "object") visit(part.items, [...way, everyItem]);
      for (const branch of [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])])
        visit(branch, way);
    };
    visit(schema, []);
    return found;
  });
}

function reach(at: Located, [step, ...further]: Way): Located[] {
  if (step === undefined) return [at];
  if (step === everyItem)
    return at.node.kind === "array" ? childrenOf(at).flatMap((child) => reach(child, further)) : [];
  const member = memberNamed(at, step);
  return member ? reach(member, further) : [];
}

interface Store<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

function remembered<K, V>(store: Store<K, V>, key: K, make: () => V): V {
  const known = store.get(key);
  if (known !== undefined) return known;
  const made = make();
  store.set(key, made);
  return made;
}
