import { describe, expect, it } from "vitest";
import { looksLikeCurl, readCurlCommand } from "../../../shared/interchange/curl-command.ts";
import { Refusal } from "../../../shared/interchange/plain-request.ts";
import { type Shell, shells } from "../../../shared/interchange/shells.ts";

const characters = [
  ...Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)),
  "\u{1F600}",
  "\u{E0020}",
  "\u{10FFFF}",
];
const names = Object.keys(shells) as Shell[]; // The names of the table.

/** The words of a command, or nothing where it is refused. */
function wordsOf(text: string, shell: Shell): string[] | undefined {
  try {
    return shells[shell](text).words;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

describe.for(names)("words of %s", (shell) => {
  it("are read to their end, whatever character stands between, before or behind them", () => {
    const unread = characters.filter((character) => {
      const words = wordsOf(
        `curl ${character} a${character}b "a${character}${character}b"${character}`,
        shell,
      );
      return words !== undefined && words[0] !== "curl";
    });
    expect(unread).toEqual([]);
  });

  it("are separated by every blank, and by no letter", () => {
    const wrong = characters.filter((character) => {
      if (/[\r\n]/.test(character) || (!/[\s\p{L}\p{N}]/u.test(character) && character.length === 1))
        return false;
      const expected = /\s/.test(character) ? ["a", "b"] : [`a${character}b`];
      return wordsOf(`curl a${character}b`, shell)?.join("\n") !== ["curl", ...expected].join("\n");
    });
    expect(wrong).toEqual([]);
  });

  it("keep a blank that is quoted", () => {
    expect(wordsOf('curl "a\u00A0b"', shell)).toEqual(["curl", "a\u00A0b"]);
  });
});

describe("a command from a web page", () => {
  it.for(["\u00A0", "\u2003", "\u3000", "\uFEFF", "\f"])("is read with the blank %j", (blank) => {
    const spaced = (text: string) => text.replaceAll(" ", blank);
    for (const text of [
      spaced("curl https://a.example -d a"),
      spaced("$ curl https://a.example -d a"),
      spaced("curl.exe https://a.example -d a"),
      `${spaced("curl https://a.example ")}\\\n${spaced("  -d a")}`,
      `${spaced("curl https://a.example ")}^\n${spaced("  -d a")}`,
      `${spaced("curl https://a.example ")}\`\n${spaced("  -d a")}`,
    ]) {
      expect(looksLikeCurl(text)).toBe(true);
      expect(readCurlCommand(text).request).toMatchObject({
        method: "POST",
        url: "https://a.example",
        body: "a",
      });
    }
  });

  it.for(["\\", "^", "`"])("may go on after its last line by %s", (mark) => {
    for (const end of ["", " ", "\n", "\r\n", " \n"])
      for (const text of [
        `curl https://a.example ${mark}${end}`,
        `curl https://a.example ${mark}\n  -d a ${mark}${end}`,
      ])
        expect(readCurlCommand(text).request.url, JSON.stringify(text)).toBe("https://a.example");
  });
});
