/** Lists that are too long to be sent whole. */

/** More than anybody looks through: of so many only those are sent that fit what is typed, and at each key anew. */
const mostItems = 100;

/** The items that what is typed may mean: those that have it as it stands first. */
export function fitting<Item>(
  all: readonly Item[],
  typed: string,
  wordsOf: (item: Item) => string,
): { items: readonly Item[]; isCut: boolean } {
  if (all.length <= mostItems) return { items: all, isCut: false };
  const wanted = typed.toLowerCase();
  const near: Item[] = [];
  const far: Item[] = [];
  for (const item of all) {
    const words = wordsOf(item).toLowerCase();
    if (words.includes(wanted)) near.push(item);
    else if (hasInOrder(words, wanted)) far.push(item);
  }
  return { items: [...near, ...far].slice(0, mostItems), isCut: true };
}

/** Whether a text has these characters, with others between them: so editors filter what they are given. */
function hasInOrder(text: string, characters: string): boolean {
  let at = -1;
  for (const character of characters) if ((at = text.indexOf(character, at + 1)) < 0) return false;
  return true;
}
