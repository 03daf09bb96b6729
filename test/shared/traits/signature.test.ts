import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hmacSha256, undocumentedSignature } from "../../../shared/traits/signature.ts";

const secret = "whsec_test";
const payload = Buffer.from('{"event":"order.completed","note":"é"}');

describe.for(["hex", "base64"] as const)("a signature in %s", (encoding) => {
  const signature = hmacSha256.sign(payload, secret, encoding);
  const verify = (bytes: Uint8Array, text: string, key = secret) =>
    hmacSha256.verify(bytes, text, key, encoding);

  it("is HMAC-SHA256 over the raw bytes", () => {
    expect(signature).toBe(createHmac("sha256", secret).update(payload).digest(encoding));
    expect(verify(payload, signature)).toBe(true);
  });

  it("fails for each altered byte, another secret, and the same JSON in other bytes", () => {
    for (let index = 0; index < payload.length; index++) {
      const altered = Buffer.from(payload);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(verify(altered, signature)).toBe(false);
    }
    expect(verify(payload, signature, "other")).toBe(false);
    expect(verify(Buffer.from(JSON.stringify(JSON.parse(payload.toString()), undefined, 1)), signature)).toBe(
      false,
    );
  });

  it("fails for anything that is not strictly one signature", () => {
    const odd = [
      "",
      " ",
      signature.slice(1),
      `${signature} `,
      ` ${signature}`,
      `${signature}00`,
      `sha256=${signature}`,
      `${signature},${signature}`,
      signature.replace(/.$/, "!"),
      `${signature}\n`,
    ];
    for (const text of odd) expect(verify(payload, text), JSON.stringify(text)).toBe(false);
    const other = hmacSha256.sign(payload, secret, encoding === "hex" ? "base64" : "hex");
    expect(verify(payload, other)).toBe(false);
  });
});

it("a digest in base64 is written in one way", () => {
  const signature = hmacSha256.sign(payload, secret, "base64");
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const last = alphabet.indexOf(signature.at(-2) ?? "");
  const other = `${signature.slice(0, -2)}${alphabet[last + 1]}=`;
  expect(Buffer.from(other, "base64")).toEqual(Buffer.from(signature, "base64"));
  expect(hmacSha256.verify(payload, other, secret, "base64")).toBe(false);
});

interface Vector {
  key: string;
  data: string;
  digest: string;
}
const published: { source: string; vectors: Record<string, Vector> } = JSON.parse(
  readFileSync(join(import.meta.dirname, "hmac-sha256.json"), "utf8"),
);

it.for(Object.entries(published.vectors))(
  `agrees with ${published.source}, %s`,
  ([, { key, data, digest }]) => {
    const [secret, bytes] = [Buffer.from(key, "hex"), Buffer.from(data, "hex")];
    const whole = hmacSha256.sign(bytes, secret, "hex");
    // One of them is published cut short.
    expect(whole.slice(0, digest.length)).toBe(digest);
    expect(hmacSha256.verify(bytes, whole, secret, "hex")).toBe(true);
    expect(hmacSha256.sign(bytes, secret, "base64")).toBe(Buffer.from(whole, "hex").toString("base64"));
  },
);

it("a signature whose algorithm is not documented is never verified", () => {
  const signature = undocumentedSignature.sign(payload, secret, "hex");
  expect(undocumentedSignature.verify(payload, signature, secret, "hex")).toBe(false);
});
