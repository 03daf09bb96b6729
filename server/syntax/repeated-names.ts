/** Names that occur twice in an object of which a part was read anew. */
import { childByIndex, flag, type Located, type Node, type Run } from "./node.ts";

/** Whether a name occurs twice in an object whose children [from, to) have been replaced. */
export function repeats(
  object: Located,
  from: number,
  to: number,
  children: readonly Node[],
  content: readonly (Node | Run)[],
): boolean {
  const added = children.flatMap(({ key }) => (key === undefined ? [] : [key.name]));
  const removed: string[] = [];
  for (let i = from; i < to; i++) {
    const key = childByIndex(object, i)?.key;
    if (key !== undefined) removed.push(key.name);
  }
  const wasRepeated = (object.node.flags & flag.repeated) !== 0;
  if (added.length === removed.length && added.every((name, i) => name === removed[i])) return wasRepeated;
  if (wasRepeated) {
    const names = new Set<string>();
    return someName(content, (name) => names.size === names.add(name).size);
  }
  // All names were different: only those that are new can occur twice.
  const gone = new Set(removed);
  const fresh = new Map<string, number>();
  for (const name of added) fresh.set(name, 0);
  if (fresh.size < added.length) return true;
  for (const name of added) if (gone.has(name)) fresh.delete(name);
  if (fresh.size === 0) return false;
  return someName(content, (name) => {
    const count = fresh.get(name);
    if (count !== undefined) fresh.set(name, count + 1);
    return count === 1;
  });
}

function someName(parts: readonly (Node | Run)[], test: (name: string) => boolean): boolean {
  return parts.some((part) =>
    part.kind === "run" ? someName(part.content, test) : part.key !== undefined && test(part.key.name),
  );
}
