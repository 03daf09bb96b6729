/** How alike names are, whoever wrote them: `listMemberships` and "List all memberships" say the same. */

/** Verbs that APIs have for the same thing. */
const synonyms: Readonly<Record<string, string>> = {
  index: "list",
  all: "list",
  search: "list",
  query: "list",
  retrieve: "get",
  show: "get",
  read: "get",
  fetch: "get",
  view: "get",
  find: "get",
  add: "create",
  new: "create",
  post: "create",
  make: "create",
  edit: "update",
  modify: "update",
  patch: "update",
  change: "update",
  set: "update",
  put: "update",
  replace: "update",
  remove: "delete",
  destroy: "delete",
  del: "delete",
  cancellation: "cancel",
  terminate: "cancel",
  suspend: "pause",
  hold: "pause",
};

/** Words that tell no name from another. */
const idle = new Set(["a", "an", "the", "of", "by", "id", "for", "to", "in", "with", "one", "single", "api"]);

/** What a name says: its words in one form, so that those of two names can be compared. */
export function wordsOf(text: string): Set<string> {
  const words = text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "" && !idle.has(word) && !/^v?\d+$/.test(word))
    .map((word) => synonyms[singular(word)] ?? singular(word));
  return new Set(words);
}

const singular = (word: string) =>
  /(ss|us|is)$/.test(word) || word.length < 4
    ? word
    : word
        .replace(/ies$/, "y")
        .replace(/(?<=(ch|sh|x|z|ss))es$/, "")
        .replace(/s$/, "");

/** How much two names have in common: from 0, nothing, to 1, they say the same. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 0 : [...a].filter((word) => b.has(word)).length / all;
}
