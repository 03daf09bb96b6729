import { describe, expect, it } from "vitest";
import { mask, maskOf } from "../../../shared/http/mask.ts";

const secret = 'k/+ "4f1d-Ü';
const { text, json } = maskOf([secret]);

describe("a secret is hidden", () => {
  it.for([
    ["as it is", secret],
    ["URL-encoded", encodeURIComponent(secret)],
    ["URL-encoded in small letters", encodeURIComponent(secret).toLowerCase()],
    ["as a form writes it", encodeURIComponent(secret).replaceAll("%20", "+")],
    ...["", "a", "ab", "abc", "Bearer ", "user:"].map((before) => [
      `in base64 after ${JSON.stringify(before)}`,
      Buffer.from(`${before}${secret}, and more`).toString("base64"),
    ]),
    ["in base64 for addresses", Buffer.from(`x${secret}`).toString("base64url")],
  ] as [string, string][])("%s", ([, spelling]) => {
    for (const hidden of [text(`<p>${spelling}</p>`), String(JSON.parse(json(JSON.stringify(spelling))))]) {
      expect(hidden).toContain(mask);
      expect(Buffer.from(hidden, "base64").toString()).not.toContain(secret.slice(1, -2));
    }
  });

  it("in names and in JSON within JSON, and though it is written in escapes", () => {
    expect(json(JSON.stringify({ [secret]: [{ deep: secret }] }))).toBe(
      JSON.stringify({ [mask]: [{ deep: mask }] }),
    );
    expect(json(JSON.stringify({ a: JSON.stringify({ b: "4f1d4f1d" }) }))).toContain("4f1d4f1d");
    const escaped = secret
      .split("")
      .map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
    expect(json(`{"a":"x ${escaped}"}`)).toBe(JSON.stringify({ a: `x ${mask}` }));
  });

  it("the longest first", () => {
    const both = maskOf(["12345678", "1234567890"]);
    expect(both.text("1234567890 12345678")).toBe(`${mask} ${mask}`);
  });

  it("as a number of JSON, which stays JSON", () => {
    const digits = maskOf(["12345678"]);
    expect(digits.json('{"id":12345678,"other":123456789}')).toBe(`{"id":"${mask}","other":123456789}`);
  });
});

describe("nothing else changes:", () => {
  it("numbers that a double does not hold, blanks and escapes", () => {
    const body = '{ "n": 12345678901234567890.10, "t": "\\u00e4\\n\\"",\n"s":"\\ud800" }';
    expect(json(body)).toBe(body);
    expect(json(body.replace("{", `{"k":${JSON.stringify(secret)},`))).toBe(
      body.replace("{", `{"k":"${mask}",`),
    );
  });

  it("where a secret is so short that it is part of words, or there is none", () => {
    const body = '{"client":"a client of ours"}';
    for (const secrets of [["client"], [""], []]) expect(maskOf(secrets).json(body)).toBe(body);
  });

  it("not even in a reply of eight megabytes that is nothing but escapes", () => {
    const body = JSON.stringify("\\".repeat(4_000_000));
    expect(json(body) === body).toBe(true);
  });
});
