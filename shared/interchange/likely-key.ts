/** What could be a key, a password or a token, where no document says what it is. */

const before =
  "api|app|access|account|admin|auth|client|consumer|encryption|function|license|master|private|secret|service|session|shared|signing|subscription|user";
const keyWord = new RegExp(
  `^(?:(?:${before})?keys?|\\w*(?:token|secret|password|passwd|passphrase|passcode|pwd|signature|credential|cookie|auth)s?|passw\\w*|authorization|bearer|jwt|pass|creds?|sess(?:ion)?s?|\\w*sess(?:ion)?id|sid|sig|otp|[cx]srf)$`,
);

/** `X-Api-Key`, `clientSecret`, `password_confirmation`, and not `token_count`: what is told of a key is none. */
export function isNamedLikeKey(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.some((word) => keyWord.test(word)) && !/^(?:count|length|limit|name|type)$/.test(words.at(-1) ?? "")
  );
}

/** A name that is a password's or a secret's whatever else is documented of it. */
export const isPassword = (name: string): boolean =>
  /^\w*(?:secret|password|passwd|passphrase|pwd)$/.test(wordsOf(name).at(-1) ?? "");

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$2 ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/\d+$/, ""))
    .filter((word) => word !== "");

/** A scheme with what follows it, or letters and digits in a row that are no word. */
function looksLikeKey(value: string): boolean {
  const text = value.trim();
  if (/^(?:bearer\s+\S{8,}|(?:basic|token|digest)\s+(?=\S*[\d=])\S{8,})$/i.test(text)) return true;
  if (text.length > 4096 || !/^[\w.~+/=:-]{16,}$/.test(text) || text.includes("://")) return false;
  const rows = text.match(/[A-Za-z\d]{16,}/g) ?? [];
  return (
    rows.some((row) => /\d/.test(row) && /[A-Za-z]/.test(row)) ||
    (text.length >= 32 && /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z\d+/=_-]+$/.test(text))
  );
}

/** Whether a member that no document shows holds a key: by its name, or by its value where its name tells of nothing else. */
export const isLikelyKey = (name: string, value: string): boolean =>
  isNamedLikeKey(name) ||
  (looksLikeKey(value) && !/^(?:cursor|etag|guid|hash|ids?|uuid)$/.test(wordsOf(name).at(-1) ?? ""));

/** What documents write where a key is to stand: `<YOUR_TOKEN>`, `YOUR_API_KEY`, `{token}`, `$TOKEN`, `xxxx`. It is none. */
export function isStandIn(value: string): boolean {
  const text = value.trim();
  if (text.length > 100) return false;
  return (
    /^(?:<[^<>]*>|\{[^{}]*\}|\[[^[\]]*\]|\$\{\w+\}|\$\(?[A-Z_][A-Z\d_]*\)?|%\w+%|:[a-z_]+)$/.test(text) ||
    /^(?:your|insert|enter|replace)(?:[-_. ][a-z]+)+$/i.test(text) ||
    /^your[A-Z][A-Za-z]+$/.test(text) ||
    /(?:^[x*•]|[*•x]{3}|\.{3}|…)$/i.test(text) ||
    (/^[A-Z]+(?:[-_ ][A-Z]+)*$/.test(text) && isNamedLikeKey(text))
  );
}
