/** Texts of a description, which anybody may have written. */

/** In one line: without controls, what turns the direction of writing, and the links that VS Code makes of some texts. */
export const plain = (text: string, length = 1000): string =>
  text
    .slice(0, 4 * length)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll("](", "] (")
    .trim()
    .slice(0, length)
    .toWellFormed();

/** As Markdown in which nothing has an effect: no link, no picture. */
export const markdown = (text: string, length = 1000): string =>
  plain(text, length).replace(/[\\`*_{}[\]()#!|<>~&]/g, "\\$&");
