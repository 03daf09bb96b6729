/**
 * Text from files and services, before people see it: nothing in it moves a cursor, turns the direction of writing round
 * or has an effect as Markdown.
 */

/** Controls, what turns the direction of writing, and white space of every kind. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;

/** One line, at most so many characters long. */
export function plainText(text: string, longest: number): string {
  // Cut first: a value may be megabytes long.
  const cut = text.slice(0, longest * 4);
  const line = cut.replace(unseen, " ").trim().toWellFormed();
  const characters = Array.from(line);
  if (characters.length <= longest && (line === "" || cut.length === text.length)) return line;
  return `${characters
    .slice(0, longest - 1)
    .join("")
    .trimEnd()}…`;
}

/** For notifications, in which VS Code makes links of `[words](address)`, also such as run commands. */
export const unlinked = (text: string): string => text.replaceAll("](", "] (");

/** The text as itself in Markdown: every mark that could mean something is escaped. */
export const markdownText = (text: string, longest = 500): string =>
  plainText(text, longest).replace(/[!-/:-@[-`{-~]/g, "\\$&");

/** The text as code in a line of Markdown. */
export function markdownCode(text: string, longest = 500): string {
  const line = plainText(text, longest);
  // Longer runs of backticks than those in the text enclose it.
  const inside = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(inside + 1);
  return inside > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** The text with all of its characters, those that are not seen as `\u` escapes; the ends of lines stay. JSON stays what it is. */
export const escapedText = (text: string): string =>
  text.replace(/[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu, (character) =>
    // JSON writes a character beyond U+FFFF as two.
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/** The same in one line. */
export const escapedLine = (text: string): string => escapedText(text).replaceAll("\n", "\\u000a");

/**
 * Lines of which a build server takes none for a command: GitHub Actions reads `::error::…` behind white space and
 * `##[error]…` anywhere, Azure Pipelines `##vso[…]…`. JSON stays what it is.
 */
export const uncommanded = (text: string): string =>
  text
    .replace(/^([^\S\n]*):(?=:)/gm, "$1\\u003a")
    // Where more of them stand in a row, it is the last two that count.
    .replace(/#(?=#\w*\[)/g, "\\u0023");
