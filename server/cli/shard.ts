/** One of several equal shares of the files, for machines that check them beside each other. */
import { UsageError } from "./command.ts";

/** Whether a path, as it is shown, belongs to the share; of all shares exactly one has it, wherever and whenever it is asked. */
export type Shard = (shown: string) => boolean;

/** @param written `2/4` is the second of four */
export function readShard(written: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(written) ?? []).map(Number);
  if (index < 1 || index > count)
    throw new UsageError(
      `--shard takes a share and how many there are, from 1/4 to 4/4 for four; found ${JSON.stringify(written)}.`,
    );
  return (shown) => hashOf(shown) % count === index - 1;
}

/** It depends on the path alone, so a file that comes or goes moves no other. FNV-1a, with the last step of MurmurHash3. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // Else paths that differ in even digits alone would all be in one half.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
