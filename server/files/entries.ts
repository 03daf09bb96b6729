/** The entries of a file, its requests or payloads, and what the documents say of each. */
import type { EventEntry, JsonSchema, OperationEntry } from "../../shared/catalogue.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { childByIndex, childrenOf, eachChild, indexAt, type Located } from "../syntax/node.ts";
import { rootOf, type Tree } from "../syntax/tree.ts";
import { toValue } from "../syntax/value.ts";
import type { OpenFile } from "./open-file.ts";

/** The top value, or the items of the top array. */
export function entriesOf(tree: Tree): Located[] {
  const root = rootOf(tree);
  return root.node.kind === "array" ? childrenOf(root) : [root];
}

/** Visits the entries in order, until the visitor stops it. */
export function eachEntry(
  { tree, format }: OpenFile,
  visit: (entry: Located, index: number) => "stop" | undefined,
): void {
  const root = rootOf(tree);
  if (root.node.kind === "array" && !isOne(format)) eachChild(root, (child) => visit(child, child.index));
  else visit(root, 0);
}

export function entryByIndex({ tree }: OpenFile, index: number): Located | undefined {
  const root = rootOf(tree);
  if (root.node.kind === "array") return childByIndex(root, index);
  return index === 0 ? root : undefined;
}

/** Whether the text is one entry, also where it is an array. */
const isOne = (format: OpenFile["format"]) =>
  format.kind === "body" || ("isSequence" in format && !format.isSequence);

/** The entry that an offset lies in. */
export function entryAt({ format, tree }: OpenFile, offset: number): Located | undefined {
  const root = rootOf(tree);
  if (isOne(format)) return root;
  const at = root.node.kind === "array" ? childByIndex(root, indexAt(root, offset)) : root;
  return at && at.start <= offset && offset <= at.start + at.node.width ? at : undefined;
}

/** The operation that a request names, whose body the file holds, or whose reply it shows. */
export function operationOf(file: OpenFile, entry: Located | undefined): OperationEntry | undefined {
  if (file.format.kind === "body") return file.catalogue.operation(file.format.operation);
  if ("parts" in file.format) return file.catalogue.operation(partOf(file, entry)?.operation);
  const named = entry && memberNamed(entry, "operation");
  return named && file.catalogue.operation(toValue(file.tree, named));
}

/** The event that a payload names. */
export function eventOf(file: OpenFile, entry: Located | undefined): EventEntry | undefined {
  if (file.format.kind !== "webhook" || file.format.api === undefined || !entry) return undefined;
  const field = namingField(file);
  const named = field && memberNamed(entry, field);
  return named ? file.catalogue.event(file.format.api, toValue(file.tree, named)) : undefined;
}

/** What the documents have for an entry. */
export const documentedAs = (
  file: OpenFile,
  entry: Located | undefined,
): OperationEntry | EventEntry | undefined => operationOf(file, entry) ?? eventOf(file, entry);

/** What a text that is only looked at has at an entry. */
export function partOf({ format, tree }: OpenFile, entry: Located | undefined) {
  if (!("parts" in format) || !entry) return undefined;
  return format.parts[format.isSequence ? indexAt(rootOf(tree), entry.start) : 0];
}

/** The slug of the API that an entry belongs to. */
export const apiOf = (file: OpenFile, entry: Located | undefined): string | undefined =>
  partOf(file, entry)?.api ??
  documentedAs(file, entry)?.api ??
  (file.format.kind === "webhook" ? file.format.api : undefined);

/** What an entry should be, with the slug of its API. */
export function schemaOf(
  file: OpenFile,
  entry: Located,
): { schema: JsonSchema | undefined; api: string } | undefined {
  const api = apiOf(file, entry);
  if (api === undefined) return undefined;
  if ("parts" in file.format) return { schema: partOf(file, entry)?.schema, api };
  const documented = documentedAs(file, entry);
  if (!documented) return undefined;
  if ("payload" in documented) return { schema: documented.payload, api };
  return { schema: file.format.kind === "body" ? documented.body : documented.request, api };
}

/** The property of an entry that says which operation or event it is. */
export function namingField({ format, catalogue }: OpenFile): string | undefined {
  if (format.kind === "request") return "operation";
  return format.kind === "webhook" ? catalogue.api(format.api ?? "")?.eventField : undefined;
}
