/** What would make a wrong signature match, when something simple does. It stays wrong. */
import { timingSafeEqual } from "node:crypto";
import { hmacSha256 } from "../traits/signature.ts";
import type { SignatureFormat } from "./verify.ts";

/** A secret, with what a person calls it: "the secret of live". */
export interface NamedSecret {
  name: string;
  secret: string;
}

/**
 * As a sentence; undefined when nothing simple does.
 * @param secrets the one that should have signed first
 */
export function whatWouldMatch(
  bytes: Uint8Array,
  given: string,
  { encoding, prefix }: SignatureFormat,
  secrets: readonly NamedSecret[],
): string | undefined {
  const usually = readingsOf(given, prefix);
  const readings = usually.length > 0 ? usually : readingsWithin(given);
  if (readings.length === 0) return "The header holds no digest of 32 bytes, neither in hex nor in base64.";
  const usual = readings.filter((reading) => reading.encoding === encoding && reading.wrapping === undefined);
  for (const { change, body } of bodiesOf(bytes))
    for (const { name, secret } of secretsOf(secrets)) {
      const digest = Buffer.from(hmacSha256.sign(body, secret, "base64"), "base64");
      const reading = [...usual, ...readings].find((each) => timingSafeEqual(each.digest, digest));
      if (!reading) continue;
      const parts = [
        ...(change === undefined ? [] : [change]),
        ...(name === undefined ? [] : [`by ${name}`]),
        ...(reading.encoding === encoding ? [] : [`read as ${reading.encoding}`]),
        ...(reading.wrapping === undefined ? [] : [reading.wrapping]),
      ];
      // Strict reading refuses some ways to write the same digest.
      return `It would match ${parts.join(", ") || `written as ${encoding} to the letter`}. That does not make it verified.`;
    }
  return undefined;
}

interface Reading {
  digest: Uint8Array;
  encoding: string;
  /** What was taken away to read it. */
  wrapping?: string;
}

function readingsOf(given: string, prefix: string): Reading[] {
  const trimmed = given.trim();
  const other = /^[A-Za-z][\w-]{0,20}[=:,]\s*/.exec(trimmed)?.[0];
  const texts: [text: string, wrapping?: string][] = [
    ...(prefix !== "" && given.startsWith(prefix) ? [[given.slice(prefix.length)] as [string]] : []),
    ...(prefix !== "" && trimmed.startsWith(prefix)
      ? [[trimmed.slice(prefix.length).trim(), "without the blanks around it"] as [string, string]]
      : []),
    prefix === "" ? [given] : [trimmed, `without the prefix ${JSON.stringify(prefix)}`],
    ...(trimmed === given ? [] : [[trimmed, "without the blanks around it"] as [string, string]]),
    ...(other === undefined || other === prefix
      ? []
      : [[trimmed.slice(other.length), `with the prefix ${JSON.stringify(other)}`] as [string, string]]),
  ];
  return texts.flatMap(([text, wrapping]) =>
    digestsIn(text).map((reading) => ({ ...reading, ...(wrapping !== undefined && { wrapping }) })),
  );
}

/** Of a header that is no digest with a prefix: it may hold several values, or one that is written otherwise. */
function readingsWithin(given: string): Reading[] {
  const text = given.trim();
  const blanks = text === given ? [] : ["without the blanks around it"];
  const values = text.split(/[,;\s]+/).filter((value) => value !== "");
  const alone = undressed(text, blanks);
  if (alone.length > 0) return alone;
  const each = values.flatMap((value) =>
    undressed(value, [...blanks, "as one of several values in the header"]),
  );
  if (each.length > 0) return each;
  return (text.match(digests) ?? []).flatMap((digest) =>
    digestsIn(digest).map((reading) => ({ ...reading, wrapping: "without what stands around it" })),
  );
}

/** What is no part of a longer word. */
const digests = /(?<![\w+/-])(?:[0-9a-f]{64}|[\w+/-]{43}=?)(?![\w+/=-])/gi;

/** What can stand around a digest, with what to say when it is taken away. */
const dresses: readonly [pattern: RegExp, bare: (text: string) => string, words: (text: string) => string][] =
  [
    [
      /^[0-9a-f]{2}([: -][0-9a-f]{2}){31}$/i,
      (text) => text.replaceAll(/[: -]/g, ""),
      () => "without what stands between its bytes",
    ],
    [/^(["'])[^"']*\1$/, (text) => text.slice(1, -1), () => "without the quotes"],
    [/^0x/i, (text) => text.slice(2), (text) => `without ${JSON.stringify(text.slice(0, 2))}`],
    [
      /^[A-Za-z][\w-]{0,20}[=:,]\s*/,
      (text) => text.replace(/^[^=:,]*.\s*/, ""),
      (text) => `with the prefix ${JSON.stringify(text.replace(/^([^=:,]*.\s*).*$/s, "$1"))}`,
    ],
  ];

function undressed(text: string, before: readonly string[]): Reading[] {
  const words = [...before];
  for (let bare = text, count = 0; count <= dresses.length; count++) {
    const found = digestsIn(bare);
    if (found.length > 0) return found.map((reading) => ({ ...reading, wrapping: words.join(", ") }));
    const around = bare;
    const dress = dresses.find(([pattern]) => pattern.test(around));
    if (!dress) return [];
    words.push(dress[2](around));
    bare = dress[1](around);
  }
  return [];
}

function digestsIn(text: string): Reading[] {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const isBase64 = /^[A-Za-z0-9+/]{43}=?$/.test(text);
  const isBase64Url = !isBase64 && /^[\w-]{43}=?$/.test(text);
  return [
    ...(isHex ? [{ digest: Buffer.from(text, "hex"), encoding: "hex" }] : []),
    ...(isBase64 ? [{ digest: Buffer.from(text, "base64"), encoding: "base64" }] : []),
    ...(isBase64Url ? [{ digest: Buffer.from(text, "base64url"), encoding: "base64url" }] : []),
  ];
}

/** The bytes as they are, then what programs on the way make of them. */
function bodiesOf(bytes: Uint8Array): { change?: string; body: Uint8Array }[] {
  const bodies: { change?: string; body: Uint8Array }[] = [{ body: bytes }];
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bodies;
  }
  const seen = new Set([text]);
  const add = (change: string, changed: string) => {
    if (seen.has(changed)) return;
    seen.add(changed);
    bodies.push({ change, body: Buffer.from(changed) });
  };
  // A byte order mark is white space for `trim`, and no JSON.
  const [mark = ""] = /^\ufeff/.exec(text) ?? [];
  const bare = text.slice(mark.length);
  for (const [first, before] of [
    [mark, ""],
    ["", "without the byte order mark"],
  ] as const) {
    const and = before === "" ? "" : `${before}, `;
    add(before, first + bare);
    add(`${and}without the newline at the end`, first + bare.replace(/\r?\n$/, ""));
    add(`${and}without the white space around the body`, first + bare.trim());
    add(`${and}with a newline at the end`, `${first}${bare}\n`);
    add(`${and}with CRLF at the end`, `${first}${bare}\r\n`);
    add(`${and}with LF in place of CRLF`, first + bare.replaceAll("\r\n", "\n"));
    add(`${and}with CRLF in place of LF`, first + bare.replaceAll(/\r?\n/g, "\r\n"));
  }
  let value: unknown;
  try {
    value = JSON.parse(bare);
    for (const [how, indent] of [
      ["without white space", 0],
      ["indented by two blanks", 2],
      ["indented by four blanks", 4],
      ["indented by tabs", "\t"],
    ] as const) {
      const again = JSON.stringify(value, undefined, indent);
      add(`over the JSON written anew ${how}`, again);
      if (indent !== 0) add(`over the JSON written anew ${how}, with a newline at the end`, `${again}\n`);
    }
    add("over the JSON written anew with blanks after colons and commas", spaced(value));
  } catch {
    // No JSON, or nested too deep to be written anew.
  }
  return bodies;
}

/** As Python's `json.dumps` writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([key, inner]) => `${ascii(key)}: ${spaced(inner)}`)
      .join(", ")}}`;
  return ascii(value);
}

const ascii = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Each as it is, then without blanks around it: a line's end is copied with it often. */
function* secretsOf(secrets: readonly NamedSecret[]): Generator<{ name?: string; secret: string }> {
  for (const [index, { name, secret }] of secrets.entries()) {
    yield index === 0 ? { secret } : { name, secret };
    const trimmed = secret.trim();
    if (trimmed !== secret) yield { name: `${name} without the blanks around it`, secret: trimmed };
  }
}
