/** The part of the files that one of several machines takes. */
import { UsageError } from "./command.ts";

/** @param shard `2/5`: the second of five parts, every fifth file from the second on. Undefined: all. */
export function shardOf(paths: readonly string[], shard: unknown): string[] {
  if (shard === undefined) return [...paths];
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(String(shard))?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count)
    throw new UsageError("--shard takes which part of how many, such as 2/5.");
  return paths.filter((_, at) => at % count === index - 1);
}
