/** Texts of a description, which anybody may have written. */

/** In one line: without controls and what turns the direction of writing. */
export const plain = (text: string, length = 1000): string =>
  text
    .slice(0, 4 * length)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, length)
    .toWellFormed();

/** As Markdown in which nothing has an effect: no link, no picture. */
export const markdown = (text: string, length = 1000): string =>
  plain(text, length).replace(/[\\`*_{}[\]()#!|<>~&]/g, "\\$&");
