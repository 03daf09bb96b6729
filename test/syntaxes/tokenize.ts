import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar, type IRawGrammar } from "vscode-textmate";

const root = new URL("../../", import.meta.url);

const grammarPaths: Record<string, string> = {
  "source.json.switchboard": "syntaxes/json.tmLanguage.json",
  "source.json.switchboard.request": "syntaxes/request.tmLanguage.json",
  "source.json.switchboard.webhook": "syntaxes/webhook.tmLanguage.json",
};

export interface Token {
  text: string;
  /** Column of the first character. */
  start: number;
  /** From the outside in, without the scope of the whole file. */
  scopes: string[];
}

async function loadRegistry() {
  const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(readFileSync(wasm));
  return new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scopeName): Promise<IRawGrammar | null> => {
      const path = grammarPaths[scopeName];
      if (!path) return null;
      return textmate.parseRawGrammar(readFileSync(new URL(path, root), "utf8"), path);
    },
  });
}

const registry = await loadRegistry();

export async function grammarFor(fileName: string): Promise<IGrammar> {
  const kind = fileName.endsWith(".webhook.json") ? "webhook" : "request";
  const grammar = await registry.loadGrammar(`source.json.switchboard.${kind}`);
  if (!grammar) throw new Error(`no grammar for ${fileName}`);
  return grammar;
}

/** The tokens of each line. */
export function tokenize(grammar: IGrammar, text: string): Token[][] {
  let state = textmate.INITIAL;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({
      text: line.slice(startIndex, endIndex),
      start: startIndex,
      scopes: scopes.slice(1),
    }));
  });
}
