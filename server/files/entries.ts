/** The entries of a file, its requests or payloads, and what the documents say of each. */
import type { EventEntry, OperationEntry } from "../../shared/catalogue.ts";
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
  { tree }: OpenFile,
  visit: (entry: Located, index: number) => "stop" | undefined,
): void {
  const root = rootOf(tree);
  if (root.node.kind === "array") eachChild(root, (child) => visit(child, child.index));
  else visit(root, 0);
}

export function entryByIndex({ tree }: OpenFile, index: number): Located | undefined {
  const root = rootOf(tree);
  if (root.node.kind === "array") return childByIndex(root, index);
  return index === 0 ? root : undefined;
}

/** The entry that an offset lies in. A body file is one as a whole. */
export function entryAt({ format, tree }: OpenFile, offset: number): Located | undefined {
  const root = rootOf(tree);
  if (format.kind === "body") return root;
  const at = root.node.kind === "array" ? childByIndex(root, indexAt(root, offset)) : root;
  return at && at.start <= offset && offset <= at.start + at.node.width ? at : undefined;
}

/** The operation that a request names, or whose body the file holds. */
export function operationOf(file: OpenFile, entry: Located | undefined): OperationEntry | undefined {
  if (file.format.kind === "body") return file.catalogue.operation(file.format.operation);
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

/** The property of an entry that says which operation or event it is. */
export function namingField({ format, catalogue }: OpenFile): string | undefined {
  if (format.kind === "request") return "operation";
  return format.kind === "webhook" ? catalogue.api(format.api ?? "")?.eventField : undefined;
}
