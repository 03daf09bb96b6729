/** The values of requests and payloads that a field's annotation speaks of: identifiers, secrets. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { parametersOf } from "../knowledge/routes.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { childrenOf, type Located } from "../syntax/node.ts";
import { eachEntry, operationOf, schemaOf } from "./entries.ts";
import { type EntrySearch, entrySearch } from "./entry-search.ts";
import type { OpenFile } from "./open-file.ts";

export interface AnnotatedValue {
  at: Located;
  /** What the field's schema has for the annotation. */
  annotation: unknown;
  api: string;
  /** The name of the property; undefined for what stands in no object. */
  field: string | undefined;
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
  if (!mayHave(file, annotation)) return [];
  // What they are does not follow from the text of their entries.
  if (file.format.kind === "body" || "parts" in file.format) {
    const found: AnnotatedValue[] = [];
    eachEntry(file, (entry) => {
      found.push(...annotatedIn(file, entry, annotation));
      return undefined;
    });
    return found;
  }
  const search = remembered(searches, annotation, () =>
    entrySearch<OpenFile, AnnotatedValue>({
      dependsOn: describedBy,
      look: (_, entry, context) => annotatedIn(context, entry, annotation),
      moved: ({ at, ...value }, by) => ({ ...value, at: { node: at.node, start: at.start + by } }),
    }),
  );
  return search(file.tree, file, within);
}

/** Whether any payload that a webhook file may hold has a field of the annotation; true of other files. */
function mayHave({ format, catalogue }: OpenFile, annotation: string): boolean {
  if (format.kind !== "webhook") return true;
  const ofCatalogue = remembered(annotatedPayloads, catalogue, () => new Map<string, Map<string, boolean>>());
  const ofAnnotation = remembered(ofCatalogue, annotation, () => new Map<string, boolean>());
  return remembered(ofAnnotation, format.api ?? "", () =>
    catalogue.entries.events.some(
      ({ api, payload }) => api === format.api && annotatedFields(payload, annotation).length > 0,
    ),
  );
}

/** By annotation and API. */
const annotatedPayloads = new WeakMap<OpenFile["catalogue"], Map<string, Map<string, boolean>>>();

/** What the annotations of a file's entries come from: the same object as long as they are the same. */
export const describedBy = ({ format, catalogue }: OpenFile): object =>
  (format.kind === "webhook" && catalogue.api(format.api ?? "")) || catalogue;

/** As `annotatedValues`, for one request or payload. */
export function annotatedIn(file: OpenFile, entry: Located, annotation: string): AnnotatedValue[] {
  const { schema, api = "" } = schemaOf(file, entry) ?? {};
  if (!schema) return [];
  const open = annotation === "x-resource" ? openParameter(file, entry) : undefined;
  const known = annotatedFields(schema, annotation, file.catalogue.entries.requestFile.$defs);
  const fields: readonly AnnotatedField[] = open
    ? [...known, { path: ["path", open.name], annotation: open.resource }]
    : known;
  return fields.flatMap((field) =>
    valuesAt(entry, field.path).map(({ node, start }) => ({
      at: { node, start },
      annotation: field.annotation,
      api,
      field: field.path.findLast((step) => step !== everyItem),
    })),
  );
}

/**
 * The parameter of a request's path that names the record which the operation is about. By convention it is the last:
 * this is for paths of which the documents show no parameter.
 */
export function openParameter(
  file: OpenFile,
  entry: Located | undefined,
): { name: string; resource: string } | undefined {
  if (file.format.kind !== "request") return undefined;
  const operation = operationOf(file, entry);
  const isOpen = operation?.request.properties?.path?.["x-not-shown"]?.includes("path parameters");
  if (!isOpen || operation?.resource === undefined) return undefined;
  const name = parametersOf(file.workspace.settings, operation).at(-1);
  return name === undefined ? undefined : { name, resource: operation.resource };
}

/** @param definitions what the schemas of requests refer to */
function annotatedFields(
  schema: JsonSchema,
  annotation: string,
  definitions: JsonSchema["$defs"] = {},
): readonly AnnotatedField[] {
  const ofSchema = remembered(fieldsOf, schema, () => new Map<string, readonly AnnotatedField[]>());
  return remembered(ofSchema, annotation, () => {
    // Several branches may have the same field.
    const found = new Map<string, AnnotatedField>();
    const visit = (part: JsonSchema, path: FieldPath) => {
      const value = part[annotation];
      if (value !== undefined) found.set(JSON.stringify([path, value]), { path, annotation: value });
      for (const [name, property] of Object.entries(part.properties ?? {})) visit(property, [...path, name]);
      if (typeof part.items === "object") visit(part.items, [...path, everyItem]);
      const branches = [part.anyOf, part.oneOf, part.allOf, [part.then, part.else, expectedPart(part)]];
      for (const branch of branches.flatMap((each) => each ?? [])) if (branch) visit(branch, path);
    };
    // Others than those of expectations may lead in circles.
    const expectedPart = ({ $ref }: JsonSchema) =>
      $ref?.startsWith("#/$defs/expected ") ? definitions[$ref.slice("#/$defs/".length)] : undefined;
    visit(schema, []);
    return [...found.values()];
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
