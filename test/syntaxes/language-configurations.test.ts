import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface LanguageConfiguration {
  wordPattern: { pattern: string; flags: string };
  indentationRules: { increaseIndentPattern: string; decreaseIndentPattern: string };
}

function load(language: string): LanguageConfiguration {
  const path = `../../syntaxes/${language}.language-configuration.json`;
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}

describe.for(["request", "webhook"])("in a %s file", (language) => {
  const { wordPattern, indentationRules } = load(language);

  /** `text` marks the cursor with `|`; the answer is the word around it. */
  function wordAt(text: string): string | undefined {
    const cursor = text.indexOf("|");
    const words = text.replace("|", "").matchAll(new RegExp(wordPattern.pattern, `g${wordPattern.flags}`));
    return [...words].find(({ index, 0: word }) => index <= cursor && cursor <= index + word.length)?.[0];
  }

  it.for([
    ['"operation": "cloud-v1.c|dn.purge"', "cloud-v1.cdn.purge"],
    ['"operation": "cloud-v1.|"', "cloud-v1."],
    ['"id": "us|r_01H8-x_Y"', "usr_01H8-x_Y"],
    ['"type": "user.|created"', "user.created"],
    ['"to": "{{pu|rge.response.body.id}}"', "purge.response.body.id"],
    ['"to": "{{$uu|id}}"', "$uuid"],
    ['"to": "{{secret:NA|ME}}"', "NAME"],
    ['"email": "ada@exam|ple.com"', "ada@example.com"],
    ['"membership_|tier": 1', "membership_tier"],
    ['"title": "Größ|e"', "Größe"],
  ] as const)("the word at %s is %s", ([text, word]) => {
    expect(wordAt(text)).toBe(word);
  });

  it.for(["{", '  "body": {', '  "paths": ["a",', '  "a": [{ "b": 1 },', '{ "a{b": [1], "c": 2,'])(
    "the line after %s is indented",
    (line) => {
      expect(line).toMatch(new RegExp(indentationRules.increaseIndentPattern));
    },
  );

  it.for(["{}", '"a": [1, 2],', '"a": "{",', '"a": "{{name}}",', "},", '"a": "[", "b": 1'])(
    "the line after %s is not",
    (line) => {
      expect(line).not.toMatch(new RegExp(indentationRules.increaseIndentPattern));
    },
  );

  it("a closing bracket moves its line back", () => {
    expect("  }, {").toMatch(new RegExp(indentationRules.decreaseIndentPattern));
    expect('  "a": {}').not.toMatch(new RegExp(indentationRules.decreaseIndentPattern));
  });
});

it("a comment in a request file has no part in indentation", () => {
  const increase = new RegExp(load("request").indentationRules.increaseIndentPattern);
  expect('"body": { // [see] "here"').toMatch(increase);
  expect('"a": 1 // {').not.toMatch(increase);
  expect('"a": "https://example.com/{id}",').not.toMatch(increase);
});
