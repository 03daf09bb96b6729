import { describe, expect, it } from "vitest";
import type { FormattingOptions, TextEdit } from "vscode-languageserver-types";
import { format, formatClosed } from "../../../server/features/formatting.ts";
import { Lines } from "../../../server/syntax/lines.ts";
import { problems } from "../../../server/syntax/problems.ts";
import { Tokens } from "../../../server/syntax/tokens.ts";
import { atCursor, fileOf } from "../marked.ts";
import { Random, seed } from "../random.ts";
import { scrap, someJson } from "../syntax/texts.ts";
import { worstCases } from "../worst-cases.ts";

const options = { tabSize: 2, insertSpaces: true };

/** The edits are in order: applied from the last one. */
function formatted(text: string, edits: readonly TextEdit[]): string {
  const lines = new Lines(text);
  return edits.reduceRight(
    (now, { range, newText }) =>
      now.slice(0, lines.offsetAt(range.start)) + newText + now.slice(lines.offsetAt(range.end)),
    text,
  );
}

const tokensOf = (text: string) => {
  const { kinds, starts, ends } = new Tokens(text);
  return kinds.map((kind, i) => [kind, text.slice(starts[i], ends[i])]);
};

const whole = (text: string, how: FormattingOptions = options) => formatted(text, format(fileOf(text), how));

describe("formatting", () => {
  it("sets white space alone: comments and placeholders stay", () => {
    expect(whole('{"operation":"content.posts.list",// all\n"query":{"page":"{{ page }}"}}')).toBe(
      '{\n  "operation": "content.posts.list", // all\n  "query": {\n    "page": "{{ page }}"\n  }\n}',
    );
  });

  it("changes nothing in what is formatted, and the least elsewhere", () => {
    const text = '{\n  "a": 1,\n  "b":2\n}\n';
    expect(format(fileOf('{\n  "a": 1\n}\n'), options)).toEqual([]);
    expect(format(fileOf(text), options)).toEqual([
      { range: { start: { line: 2, character: 6 }, end: { line: 2, character: 6 } }, newText: " " },
    ]);
  });

  it("follows the editor's indentation and the file's line ends", () => {
    expect(whole('{\r\n"a":1}', { tabSize: 4, insertSpaces: false })).toBe('{\r\n\t"a": 1\r\n}');
    expect(whole('{"a":1}', { ...options, insertFinalNewline: true })).toBe('{\n  "a": 1\n}\n');
  });

  it("formats the lines of a range", () => {
    const text = '{\n"a":1,\n"b":2\n}';
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 5 } };
    expect(formatted(text, format(fileOf(text), options, range))).toBe('{\n"a":1,\n"b": 2\n}');
  });

  it.each(["{", '{"a":', '{"a" 1]', '"', "nonsense", "[1,,2", "/*"])(
    "loses nothing but white space of %j",
    (text) => {
      expect(whole(text).replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
    },
  );

  it("says very many edits as one", () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index));
    const found = format(fileOf(text), options);
    expect(found).toHaveLength(1);
    expect(formatted(text, found)).toBe(JSON.stringify(JSON.parse(text), null, 2));
  });

  it.each([
    ["[".repeat(10_000)],
    [`[${"[".repeat(200)}${"]".repeat(200)}${`,${"[".repeat(200)}${"]".repeat(200)}`.repeat(500)}]`],
    ['[{"a":'.repeat(20_000)],
  ])("leaves text alone that nesting would make many times longer", (text) => {
    expect(format(fileOf(text), options)).toEqual([]);
  });

  it("lays out what is whole within what is broken, as the line that it begins on", () => {
    expect(whole('[\n  {"a":1},\n  {"b":[ 2 ]} {"c":3}  ,\n "d')).toBe(
      '[\n  {\n    "a": 1\n  },\n  {\n    "b": [\n      2\n    ]\n  } {\n    "c": 3\n  }  ,\n "d',
    );
  });

  it.each([
    '{"a" :1',
    '{"a":  "b\n,"c":1}',
    "[1  2]",
    "[ 'a,  b' ]",
    "/* {}",
    '{"a"  :/*',
    "[ [1,}  ]",
    "{ , }",
  ])("changes nothing in what is broken: %j", (text) => expect(whole(text)).toBe(text));

  it("lays out comments where they stand", () => {
    const text = '// a\n\n{ // b\n"c":/* d */1,/* e */"f":2 // g\n, // h\n\n/* i */}\n// j\n';
    expect(whole(text)).toBe(
      '// a\n{ // b\n  "c": /* d */ 1, /* e */ "f": 2 // g\n  , // h\n  /* i */\n}\n// j\n',
    );
  });

  it.each(['\r/* \n */{"a":1}', "{\r}/* \n */\r", '\n/* \r\n */{"a":1}\n', '{"a":1, x {\r}/* \n */ {"b":1}'])(
    "changes nothing a second time where line ends are mixed: %j",
    (text) => {
      const once = whole(text);
      expect(whole(once)).toBe(once);
    },
  );

  it(`keeps every token of any text, and changes nothing a second time (SEED=${seed})`, () => {
    const random = new Random(seed);
    for (let i = 0; i < 3000; i++) {
      let text = random.chance(0.2) ? random.pick(worstCases).text(300) : someJson(random, 4);
      for (let slips = random.below(4); slips > 0; slips--) {
        const at = random.below(text.length + 1);
        text = text.slice(0, at) + scrap(random) + text.slice(at + random.below(3));
      }
      const once = whole(text);
      expect(tokensOf(once), JSON.stringify(text)).toEqual(tokensOf(text));
      expect(whole(once), JSON.stringify(text)).toBe(once);
      const said = (of: string) => problems(fileOf(of).tree).map(({ message }) => message);
      expect(said(once), JSON.stringify(text)).toEqual(said(text));
    }
  });
});

describe("formatting while typing", () => {
  function typed(marked: string, name?: string): string {
    const { file, offset, text } = atCursor(marked, name);
    return formatted(text, formatClosed(file, offset, options));
  }

  it("formats what a bracket has closed", () => {
    expect(typed('{\n  "body": {"a":1}|\n}')).toBe('{\n  "body": {\n    "a": 1\n  }\n}');
  });

  it("does nothing for a bracket of a placeholder, of text or of a comment", () => {
    for (const marked of ['{"a":"{{b}}|"}', '{"a":"]|"}', '{"a":1 /* }| */}', '{"a":1}, |'])
      expect(typed(marked)).toBe(marked.replace("|", ""));
  });

  it("indents by the line that it begins on, whatever is around", () => {
    expect(typed('[{"a": 1},\n    {"b":2}|')).toBe('[{"a": 1},\n    {\n      "b": 2\n    }');
  });

  it("leaves payloads as they were received", () => {
    expect(typed('{"a":1}|', "a.webhook.json")).toBe('{"a":1}');
  });
});
