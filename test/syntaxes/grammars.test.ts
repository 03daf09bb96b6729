import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { grammarFor, type Token, tokenize } from "./tokenize.ts";

const samples = new URL("samples/", import.meta.url);

/**
 * Each line of the source behind `>`, then a line for each token: carets below it, and its scopes.
 * Left out: blanks, quotes, brackets and separators, and the nesting of objects and arrays.
 */
function snapshot(source: string, lines: Token[][]): string {
  return source
    .split("\n")
    .flatMap((line, index) => [`>${line}`, ...(lines[index] ?? []).flatMap(describeToken)])
    .map((line) => `${line}\n`)
    .join("");
}

function describeToken({ text, start, scopes }: Token): string[] {
  const shown = scopes.filter((scope) => !scope.startsWith("meta.structure."));
  const innermost = shown.at(-1) ?? "";
  const isPlain = innermost.startsWith("punctuation.") && !innermost.endsWith(".switchboard");
  if (isPlain || !text.trim()) return [];
  return [`#${" ".repeat(start)}${"^".repeat(text.length)} ${shown.join(" ") || "(no scope)"}`];
}

describe("the scopes of", () => {
  const names = readdirSync(samples).filter((name) => name.endsWith(".json"));
  it.for(names)("%s", async (name) => {
    const source = readFileSync(new URL(name, samples), "utf8").trimEnd();
    const lines = tokenize(await grammarFor(name), source);
    await expect(snapshot(source, lines)).toMatchFileSnapshot(`samples/${name}.scopes`);
  });
});

/** The scopes of the first token that reads `text`. */
async function scopesOf(text: string, fileName: string, source: string): Promise<string[]> {
  const tokens = tokenize(await grammarFor(fileName), source).flat();
  const token = tokens.find((candidate) => candidate.text === text);
  if (!token) throw new Error(`no token ${text} among ${tokens.map((each) => each.text).join(" ")}`);
  return token.scopes;
}

it("quotes, brackets and separators have the scopes that VS Code gives to JSON's", async () => {
  const tokens = tokenize(await grammarFor("a.request.json"), '{ "a": ["b", 1], "c": 2 }').flat();
  const punctuation = tokens.filter(({ scopes }) => scopes.at(-1)?.startsWith("punctuation."));
  expect(punctuation.map(({ text, scopes }) => `${text} ${scopes.at(-1)}`)).toEqual([
    "{ punctuation.definition.dictionary.begin.json",
    '" punctuation.support.type.property-name.begin.json',
    '" punctuation.support.type.property-name.end.json',
    ": punctuation.separator.dictionary.key-value.json",
    "[ punctuation.definition.array.begin.json",
    '" punctuation.definition.string.begin.json',
    '" punctuation.definition.string.end.json',
    ", punctuation.separator.array.json",
    "] punctuation.definition.array.end.json",
    ", punctuation.separator.dictionary.pair.json",
    '" punctuation.support.type.property-name.begin.json',
    '" punctuation.support.type.property-name.end.json',
    ": punctuation.separator.dictionary.key-value.json",
    "} punctuation.definition.dictionary.end.json",
  ]);
});

it("plain JSON looks the same in a request and in a payload", async () => {
  const source = '{ "data": ["usr_1", "2025-01-31", "a\\n", 1.5, null, { "id": true }] }';
  const request = tokenize(await grammarFor("a.request.json"), source);
  expect(tokenize(await grammarFor("a.webhook.json"), source)).toEqual(request);
});

it("a forgotten quote leaves the next line alone", async () => {
  const scopes = await scopesOf("name", "a.request.json", '{\n"path": "/x,\n"name": "y" }');
  expect(scopes).toContain("keyword.other.request.json.switchboard");
});

it("a forgotten bracket leaves the next key alone", async () => {
  const scopes = await scopesOf("next", "a.webhook.json", '{ "list": [1, 2\n"next": 3 }');
  expect(scopes).toContain("support.type.property-name.json");
});

it("every scope of a placeholder still counts as text of a string to the editor", async () => {
  const source = '{ "body": "{{secret:KEY}} {{$uuid}} {{a.response.body.b[0]}}" }';
  const tokens = tokenize(await grammarFor("a.request.json"), source).flat();
  const inside = tokens.filter(({ scopes }) => scopes.includes("meta.template.expression.json.switchboard"));
  expect(inside.length).toBeGreaterThan(10);
  for (const { scopes } of inside) {
    expect(scopes).toContain("string.quoted.double.json");
    expect(scopes.join(" ")).not.toMatch(/\b(comment|regex|meta\.embedded)\b/);
  }
});
