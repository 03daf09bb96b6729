/** The values of requests and payloads that a field's annotation speaks of: identifiers, secrets. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { childrenOf, type Located } from "../syntax/node.ts";
import { rootOf } from "../syntax/tree.ts";
import { documentedAs } from "./entries.ts";
import { type EntrySearch, entrySearch } from "./entry-search.ts";
import type { OpenFile } from "./open-file.ts";

export interface AnnotatedValue {
  at: Located;
  /** What the field's schema has for the annotation. */
  annotation: unknown;
  api: string;
}

/** Names of properties; `[]` leads to each item of an array. */
type FieldPath = readonly string[];

const everyItem = "[]";

interface AnnotatedField {
  path: FieldPath;
  annotation: unknown;
}

const fieldsOf = new WeakMap<JsonSchema, Map<string, readonly AnnotatedField[]>>();
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
    entrySearch<OpenFile, AnnotatedValue>({
      dependsOn: describedBy,
      look: (_, entry, context) => annotatedIn(context, entry, annotation),
      moved: ({ at, ...value }, by) => ({ ...value, at: { node: at.node, start: at.start + by } }),
    }),
  );
  return search(file.tree, file, within);
}

/** What the annotations of a file's entries come from: the same object as long as they are the same. */
export const describedBy = ({ format, catalogue }: OpenFile): object =>
  (format.kind === "webhook" && catalogue.api(format.api ?? "")) || catalogue;

/** As `annotatedValues`, for one request or payload. */
export function annotatedIn(file: OpenFile, entry: Located, annotation: string): AnnotatedValue[] {
  const described = schemaOf(file, entry);
  if (!described) return [];
  const { schema, api } = described;
  return annotatedFields(schema, annotation).flatMap((field) =>
    valuesAt(entry, field.path).map(({ node, start }) => ({
      at: { node, start },
      annotation: field.annotation,
      api,
    })),
  );
}

function schemaOf(file: OpenFile, entry: Located): { schema: JsonSchema; api: string } | undefined {
  const documented = documentedAs(file, entry);
  if (!documented) return undefined;
  const { api } = documented;
  if ("payload" in documented) return { schema: documented.payload, api };
  const schema = file.format.kind === "body" ? documented.body : documented.request;
  return schema && { schema, api };
}

function annotatedFields(schema: JsonSchema, annotation: string): readonly AnnotatedField[] {
  const ofSchema = remembered(fieldsOf, schema, () => new Map<string, readonly AnnotatedField[]>());
  return remembered(ofSchema, annotation, () => {
    const found: AnnotatedField[] = [];
    const visit = (part: JsonSchema, path: FieldPath) => {
      if (part[annotation] !== undefined) found.push({ path, annotation: part[annotation] });
      for (const [name, property] of Object.entries(part.properties ?? {})) visit(property, [...path, name]);
      if (typeof part.items === "object") visit(part.items, [...path, everyItem]);
      for (const branch of [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])])
        visit(branch, path);
    };
    visit(schema, []);
    return found;
  });
}

function valuesAt(at: Located, [step, ...further]: FieldPath): Located[] {
  if (step === undefined) return [at];
  if (step === everyItem)
    return at.node.kind === "array" ? childrenOf(at).flatMap((child) => valuesAt(child, further)) : [];
  const member = memberNamed(at, step);
  return member ? valuesAt(member, further) : [];
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
