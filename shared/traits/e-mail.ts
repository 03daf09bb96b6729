/** E-mail addresses of RFC 5321 and, internationalised, of RFC 6531. */

const word = /^[^\s\p{Cc}"(),:;<>@[\\\].]+$/u;
const quoted = /^"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\p{Join_Control}\u00b7-]*[\p{L}\p{N}\p{M}])?$/u;
const literal = /^\[[\w.:-]+\]$/;

/** False only for what cannot be an address: a host without a dot and an unusual local part are none of our business. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || text.length > 320) return false;
  const local = text.slice(0, at);
  const host = text.slice(at + 1);
  return (
    (quoted.test(local) || local.split(".").every((part) => word.test(part))) &&
    (literal.test(host) || host.split(/[.\u3002\uff0e\uff61]/).every((part) => label.test(part)))
  );
}
