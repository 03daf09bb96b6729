/** The values of requests and payloads that a field's annotation speaks of: identifiers, secrets. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { childrenOf, type Located, memberNamed, type Node } from "../syntax/node.ts";
import { entriesOf, eventOf, type OpenFile, operationOf } from "./file.ts";

export interface AnnotatedValue {
  at: Located;
  /** The annotation's value. */
  says: unknown;
  api: string;
}

/** `[]` leads to each item of an array. */
type Way = readonly string[];

const everyItem = "[]";
const waysOf = new WeakMap<JsonSchema, Map<string, readonly { way: Way; says: unknown }[]>>();
const relative = new WeakMap<JsonSchema, Map<string, WeakMap<Node, readonly AnnotatedValue[]>>>();

/** The values that have an annotation, in document order of each request or payload. */
export function annotatedValues(file: OpenFile, annotation: string): AnnotatedValue[] {
  return entriesOf(file).flatMap((entry) => {
    const described = schemaOf(file, entry);
    if (!described) return [];
    const { schema, api } = described;
    const known = inner(inner(relative, schema, () => new Map()), annotation, () => new WeakMap());
    const values = inner(known, entry.node, () =>
      annotatedWays(schema, annotation).flatMap(({ way, says }) =>
        reach({ node: entry.node, start: 0 }, way).map((at) => ({ at, says, api })),
      ),
    );
    return values.map(({ at, ...value }) => ({
      ...value,
      at: { node: at.node, start: at.start + entry.start },
    }));
  });
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
function annotatedWays(schema: JsonSchema, annotation: string): readonly { way: Way; says: unknown }[] {
  const known = inner(waysOf, schema, () => new Map<string, readonly { way: Way; says: unknown }[]>());
  return inner(known, annotation, () => {
    const found: { way: Way; says: unknown }[] = [];
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

/** The value of a key, made when it is missing. */
function inner<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
