const small = new Set(["a", "an", "and", "of", "the", "to"]);

/** The text in the capitals of VS Code's own titles: "Purge CDN Cache". */
export const titleCase = (text: string): string =>
  text
    .split(" ")
    .map((word, index) =>
      index > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(" ");
