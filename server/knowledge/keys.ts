/** The keys among `compared` strings and those of other files; the same set when that is nothing new. */
export function withCompared(
  known: ReadonlySet<string>,
  compared: readonly string[],
  keys: readonly string[],
): ReadonlySet<string> {
  const before = compared.filter((each) => known.has(each));
  if (before.length === keys.length && keys.every((each) => known.has(each))) return known;
  return new Set([...known].filter((each) => !compared.includes(each)).concat(keys));
}
