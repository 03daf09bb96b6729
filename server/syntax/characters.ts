/** The characters that JSON gives a meaning to. */
export const tab = 9;
export const newline = 10;
export const carriageReturn = 13;
export const space = 32;
export const quote = 34;
export const apostrophe = 39;
export const asterisk = 42;
export const comma = 44;
export const minus = 45;
export const slash = 47;
export const colon = 58;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;
export const openBrace = 123;
export const closeBrace = 125;

const wordClass = new Uint8Array(128);
for (const c of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$+-.")
  wordClass[c.charCodeAt(0)] = 1;

/** Letters, digits and what numbers are made of: a run of them is read as one token. */
export const isWord = (code: number) => (code < 128 ? wordClass[code] === 1 : code > 0xa0);

export const isDigit = (code: number) => code >= 48 && code <= 57;

export const isHexDigit = (code: number) =>
  isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);

export const isLineEnd = (c: number) => c === newline || c === carriageReturn;

/** Neither white space, nor punctuation of JSON, nor part of a word. */
export const isMeaningless = (c: number) =>
  c > space &&
  c !== quote &&
  c !== apostrophe &&
  c !== comma &&
  c !== colon &&
  c !== slash &&
  c !== openBrace &&
  c !== closeBrace &&
  c !== openBracket &&
  c !== closeBracket &&
  !isWord(c);
