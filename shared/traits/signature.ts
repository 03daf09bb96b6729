/** Webhook signatures. Verifying signs again and compares, so the two cannot disagree. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { DigestEncoding, Signature } from "../api.ts";

const header = "X-Service-Signature";

/** Of the last base64 character only four bits count: one text for each digest. */
const written: Readonly<Record<DigestEncoding, RegExp>> = {
  hex: /^[0-9a-f]{64}$/i,
  base64: /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/,
};

/** HMAC-SHA256 over the raw bytes. How the digest is written (hex or base64) is not shown, so the caller says. */
export const hmacSha256: Signature = {
  header,
  algorithm: "HMAC-SHA256",
  sign: (payload, secret, encoding) => createHmac("sha256", secret).update(payload).digest(encoding),
  verify(payload, signature, secret, encoding) {
    if (!written[encoding].test(signature)) return false;
    const expected = createHmac("sha256", secret).update(payload).digest();
    const given = Buffer.from(signature, encoding);
    return given.length === expected.length && timingSafeEqual(given, expected);
  },
};

/** The header is documented, the algorithm is not: nothing can be signed or verified as documented. */
export const undocumentedSignature: Signature = {
  header,
  sign: (payload, secret, encoding) => hmacSha256.sign(payload, secret, encoding),
  verify: () => false,
};
