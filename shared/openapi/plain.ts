/** Text of a description in one line: without controls and what turns the direction of writing. */
export const plain = (text: string, length = 1000): string =>
  text
    .slice(0, 4 * length)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .toWellFormed()
    .slice(0, length);
