/**
 * The known word that was probably meant, if one is near. A list that is given again is prepared once.
 *
 * @param from the indexes that are compared: one that differs in case and separators only may stand before them
 */
export function suggestion(
  word: string,
  known: readonly string[],
  { from = 0, to = known.length }: { from?: number; to?: number } = {},
): string | undefined {
  if (word.length > longestWord) return undefined;
  const low = simplified(word);
  const { exact, words } = prepared(known);
  const same = exact.get(low);
  if (same !== undefined && same < to) return known[same];
  const letters = lettersIn(low);
  let best: string | undefined;
  let nearest = Math.min(3, Math.floor(word.length / 3)) + 1;
  for (let i = from; i < to; i++) {
    const candidate = words[i] as Word; // One for each of the list.
    if (Math.abs(candidate.low.length - low.length) >= nearest) continue;
    // One edit takes one letter away and brings one.
    if (bitsIn(letters & ~candidate.letters) >= nearest || bitsIn(candidate.letters & ~letters) >= nearest)
      continue;
    const distance = editDistance(low, candidate.low, nearest - 1);
    if (distance < nearest) {
      nearest = distance;
      best = known[i];
    }
  }
  return best;
}

/** Nobody mistypes a longer one. */
const longestWord = 256;

interface Word {
  low: string;
  letters: number;
}

interface Prepared {
  /** Of words that differ in case and separators only, the index of the first. */
  exact: ReadonlyMap<string, number>;
  words: readonly Word[];
}

const lists = new WeakMap<readonly string[], Prepared>();

function prepared(known: readonly string[]): Prepared {
  let list = lists.get(known);
  if (list === undefined) {
    const exact = new Map<string, number>();
    const words = known.map((word, index) => {
      const low = simplified(word);
      if (!exact.has(low)) exact.set(low, index);
      return { low, letters: lettersIn(low) };
    });
    list = { exact, words };
    lists.set(known, list);
  }
  return list;
}

/** Which letters occur, as bits; several letters share one. */
function lettersIn(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits;
}

function bitsIn(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Case and separators are the commonest slips: `firstName` for `first_name`. */
const simplified = (word: string) => word.toLowerCase().replace(/[_\- ]/g, "");

/** Insertions, deletions, replacements and swaps of neighbours between two words; over `limit` once it is passed. */
function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(
        (previous[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (previous[j - 1] as number) + same,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] as number;
}
