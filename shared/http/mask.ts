/** Hides the credentials of a request in what a service answers: it may repeat them, in any of several spellings. */

export const mask = "(kept out of sight)";

/** A shorter secret is part of ordinary words; hiding it would spoil every reply. */
const shortest = 8;

export interface Mask {
  /** Text that is not JSON. */
  text: (text: string) => string;
  /** JSON as text: only texts in it change, and numbers that are a secret. */
  json: (text: string) => string;
}

export function maskOf(secrets: readonly string[]): Mask {
  const spellings = [...new Set(secrets.filter((secret) => secret.length >= shortest).flatMap(spellingsOf))]
    // The longest first, so that no part of one stays when another is within it.
    .sort((a, b) => b.length - a.length);
  const hide = (text: string) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, mask), text);
  return {
    text: hide,
    json(text) {
      const isSeen = hide(text) !== text;
      if (!isSeen && !text.includes("\\")) return text;
      // Nothing is seen of what is written with escapes. A backslash stands within a text only, so the first quote is one that opens.
      const tokens = isSeen ? /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g : /"[^"\\]*\\.(?:[^"\\]|\\.)*"/g;
      return text.replace(tokens, (token) => {
        if (!token.startsWith('"')) return spellings.includes(token) ? JSON.stringify(mask) : token;
        const value = String(JSON.parse(token));
        const hidden = hide(value);
        return hidden === value ? token : JSON.stringify(hidden);
      });
    },
  };
}

function spellingsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const escapes = (change: (text: string) => string) => encoded.replace(/%[0-9A-F]{2}/g, change);
  return [
    secret,
    encoded,
    escapes((escape) => escape.toLowerCase()),
    // As forms write blanks.
    encoded.replaceAll("%20", "+"),
    ...base64Within(secret),
  ];
}

/**
 * What every base64 text shows that has the secret somewhere in what it encodes: the characters that do not depend on
 * what stands before and after it, for each of the three places at which it may begin within a group of three bytes.
 */
function base64Within(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const first = before === 0 ? 0 : before + 1;
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(first, whole);
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
