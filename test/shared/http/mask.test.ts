import { describe, expect, it } from "vitest";
import { mask, maskOf } from "../../../shared/http/mask.ts";
import { plainText } from "../../../shared/plain-text.ts";

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

  it.for([
    ['pa"ss\\wö rd, and more'],
    ["-----BEGIN KEY-----\nMIIB  x\n-----END KEY-----\n"],
    ["a".repeat(30) + "b".repeat(330)],
  ])("in what quotes and cuts it: %j", ([one = ""]) => {
    const hides = maskOf([one]);
    const part = one.slice(4, 12);
    const inMessage = (text: string) => [
      JSON.stringify(text),
      plainText(text, 10_000),
      plainText(JSON.stringify({ x: text }), 10_000),
      JSON.stringify(plainText(text, 10_000)),
      JSON.stringify({ x: JSON.stringify({ y: text }) }),
    ];
    for (const text of inMessage(one))
      expect(hides.text(`found ${text}.`), text).not.toContain(part.slice(0, 5));
    for (let longest = 1; longest < one.length + 9; longest++)
      for (const text of [
        plainText(JSON.stringify(`before ${one}`), longest + 9),
        JSON.stringify(plainText(`before ${one}`, longest + 8)),
      ])
        expect(hides.words(`Expected ${text}, found 3.`), text).not.toContain(one.slice(0, 5));
    expect(hides.words("and so on… 12…")).toBe("and so on… 12…");
  });

  it("in values, with numbers that are one, and never within the mask", () => {
    expect(
      maskOf(["12345678", "sight", "kept"], 1).value({ id: 12345678, a: ["sight kept", true, null] }),
    ).toEqual({
      id: mask,
      a: [`${mask} ${mask}`, true, null],
    });
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
