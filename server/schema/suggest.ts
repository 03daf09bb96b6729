/** The known word that was probably meant, if one is near. */
export function suggestion(word: string, known: Iterable<string>): string | undefined {
  const limit = Math.min(3, Math.floor(word.length / 3));
  let best: string | undefined;
  let nearest = limit + 1;
  const low = simplified(word);
  for (const candidate of known) {
    const other = simplified(candidate);
    if (other === low) return candidate;
    if (Math.abs(other.length - low.length) >= nearest) continue;
    const distance = editDistance(low, other, nearest - 1);
    if (distance < nearest) {
      nearest = distance;
      best = candidate;
    }
  }
  return best;
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
