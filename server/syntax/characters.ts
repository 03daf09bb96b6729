const wordClass = new Uint8Array(128);
for (const c of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$+-.")
  wordClass[c.charCodeAt(0)] = 1;

/** Letters, digits and what numbers are made of: a run of them is read as one token. */
export const isWord = (code: number) => (code < 128 ? wordClass[code] === 1 : code > 0xa0);

export const isDigit = (code: number) => code >= 48 && code <= 57;

export const isHexDigit = (code: number) =>
  isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
