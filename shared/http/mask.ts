/** Hides the credentials of a request in what a service answers: it may repeat them, in any of several spellings. */

import { plainText } from "../plain-text.ts";
import { isRow } from "../traits/values.ts";

export const mask = "(kept out of sight)";

/** A shorter secret is part of ordinary words; hiding it would spoil every reply. */
const shortest = 8;

/** A shorter begin of a secret before a cut may be anything. */
const shortestBegin = 4;

/** Stands for the mask while there may be more to hide, for a short secret may be a part of the mask's words. */
const stand = "\u{10ffff}";

export interface Mask {
  /** Text that is not JSON. */
  text: (text: string) => string;
  /** Words that were made of a text, and may be cut: before an ellipsis the begin of a secret goes, too. */
  words: (text: string) => string;
  /** JSON as text: only texts in it change, and numbers that are a secret. */
  json: (text: string) => string;
  /** A value of JSON, likewise. */
  value: (value: unknown) => unknown;
}

/** @param least secrets of fewer characters are not hidden */
export function maskOf(secrets: readonly string[], least = shortest): Mask {
  const spellings = [
    ...new Set(secrets.filter((secret) => secret.length >= Math.max(1, least)).flatMap(spellingsOf)),
  ]
    // The longest first, so that no part of one stays when another is within it.
    .sort((a, b) => b.length - a.length);
  const hide = (text: string) => {
    const rest = spellings.reduce((left, spelling) => left.replaceAll(spelling, stand), text);
    return rest === text ? text : rest.replaceAll(stand, mask);
  };
  const isSecret = (number: string) => number.length >= shortest && spellings.includes(number);
  const value = (of: unknown): unknown => {
    if (typeof of === "string") return hide(of);
    if (typeof of === "number") return isSecret(String(of)) ? mask : of;
    if (Array.isArray(of)) return of.map(value);
    return isRow(of)
      ? Object.fromEntries(Object.entries(of).map(([key, inner]) => [hide(key), value(inner)]))
      : of;
  };
  return {
    text: hide,
    words: (text) =>
      hide(text)
        .split("…")
        .map((part, index, parts) => (index < parts.length - 1 ? withoutBegin(part, spellings) : part))
        .join("…"),
    json(text) {
      const isSeen = hide(text) !== text;
      if (!isSeen && !text.includes("\\")) return text;
      // Nothing is seen of what is written with escapes. A backslash stands within a text only, so the first quote is one that opens.
      const tokens = isSeen ? /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g : /"[^"\\]*\\.(?:[^"\\]|\\.)*"/g;
      return text.replace(tokens, (token) => {
        if (!token.startsWith('"')) return isSecret(token) ? JSON.stringify(mask) : token;
        const value = String(JSON.parse(token));
        const hidden = hide(value);
        return hidden === value ? token : JSON.stringify(hidden);
      });
    },
    value,
  };
}

/** The text without the begin of a secret at its end. */
function withoutBegin(text: string, spellings: readonly string[]): string {
  let longest = 0;
  for (const spelling of spellings)
    for (let length = Math.min(spelling.length - 1, text.length); length >= shortestBegin; length--)
      if (length > longest && text.endsWith(spelling.slice(0, length))) longest = length;
  return longest === 0 ? text : text.slice(0, -longest) + mask;
}

function spellingsOf(secret: string): string[] {
  const written = [secret, ...inText(secret)];
  // So little encoded is part of ordinary words.
  if (secret.length < shortest) return written;
  const encoded = encodeURIComponent(secret.toWellFormed());
  const escapes = (change: (text: string) => string) => encoded.replace(/%[0-9A-F]{2}/g, change);
  return [
    ...written,
    encoded,
    escapes((escape) => escape.toLowerCase()),
    // As forms write blanks.
    encoded.replaceAll("%20", "+"),
    ...base64Within(secret),
  ];
}

/** As a text has it that quotes it as JSON, also JSON within JSON, and as messages have it: on one line. */
function inText(secret: string): string[] {
  const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
  const line = (text: string) => plainText(text, text.length + 1);
  const once = [quoted(secret), line(secret)];
  const twice = once.flatMap((text) => [quoted(text), line(text)]);
  return [...once, ...twice, ...twice.flatMap((text) => [quoted(text), line(text)])].filter(
    (text) => text !== "",
  );
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
