/** The engine in one process, against JSON.parse, ajv and the engine of VS Code's JSON server. */
import { createRequire } from "node:module";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import type * as JsonService from "vscode-json-languageservice";
import { compile } from "../server/schema/compile.ts";
import { outlineOf } from "../server/schema/outline.ts";
import type { Schema } from "../server/schema/schema.ts";
import { validate } from "../server/schema/validate.ts";
import { edit } from "../server/syntax/edit.ts";
import { Lines } from "../server/syntax/lines.ts";
import { problems } from "../server/syntax/problems.ts";
import { parse, type Tree } from "../server/syntax/tree.ts";
import { api, catalogue, orders, placeToType, schema, sizes } from "./documents.ts";
import { compare, digits, ms, type Row, type Sample, summarise, time, times } from "./measure.ts";

// Its module format gives no named imports.
const json = createRequire(import.meta.url)("vscode-json-languageservice") as typeof JsonService;

const compiled = compile(catalogue.webhookFiles[api] ?? true);

const look = (tree: Tree, held: Schema = compiled) => {
  problems(tree, 1000);
  return validate(tree, held);
};

/** Read as files are read: by who knows what they are held to. */
const lookAtText = (text: string, held: Schema = compiled) =>
  look(parse(text, { dialect: "json", watcher: outlineOf(held, 0) }), held);

/** Edit, syntax problems, validation, and the place of a position: what a keystroke asks of the engine. */
function keystroke(tree: Tree, at: number, inserted: string, held = compiled): void {
  const edited = edit(tree, at, at, inserted);
  look(edited, held);
  new Lines(edited.text).positionAt(at);
}

/** Nobody types one character: between two of them is no time to forget what was at hand. */
const burst = 8;

export function keystrokes(): Row[] {
  const targets: Record<string, string> = { "100 KB": "0.1", "1 MB": "0.02", "10 MB": "0.006" };
  return sizes.map(({ name, length }) => {
    const text = orders(length);
    const tree = opened(text);
    let turn = 0;
    const { parsed, typed } = compare(length > 5e6 ? 25 : 200, {
      parsed: () => JSON.parse(text),
      typed: () => {
        for (let i = 0; i < burst; i++) keystroke(tree, placeToType(text, (turn++ % 19) / 20), "x");
      },
    });
    const each = { median: typed.median / burst, low: typed.low / burst, high: typed.high / burst };
    return row(`keystroke in ${name} ÷ JSON.parse of the text`, each, parsed, targets[name] ?? "");
  });
}

export function hostile(): Row[] {
  const text = orders(10 * 1024 * 1024);
  const tree = opened(text);
  const parsed = summarise(Array.from({ length: 9 }, () => time(() => JSON.parse(text))));
  const anywhere = (share: number) => Math.floor(text.length * share);
  const kinds: [string, string, (share: number) => number][] = [
    ["a quote", '"', anywhere],
    ["{", "{", anywhere],
    ["}", "}", anywhere],
    ["[", "[", anywhere],
    ["]", "]", anywhere],
    ["a number at the start", "1", () => 0],
    ["a number behind the first bracket", "1", () => 1],
  ];
  const rows = kinds.map(([name, inserted, place]) => {
    const taken = everywhere((share) => keystroke(tree, place(share), inserted));
    return hostileRow(`${name} typed all over 10 MB`, taken, parsed);
  });
  const numbers = `[${Array.from({ length: 2_000_000 }, (_, i) => i % 1000).join(", ")}]`;
  const held = compile({ type: "array", items: { type: "number" } });
  const flat = parse(numbers, { dialect: "json" });
  look(flat, held);
  const whole = summarise(Array.from({ length: 9 }, () => time(() => JSON.parse(numbers))));
  let turn = 0;
  const taken = everywhere((share) =>
    keystroke(flat, Math.floor(numbers.length * share) + 1, turn++ % 2 === 0 ? "1" : ",", held),
  );
  return [...rows, hostileRow("a digit or comma in a flat array of 2,000,000 numbers", taken, whole)];
}

/** At 200 places, not in order; the first round warms up. */
function everywhere(type: (share: number) => void): Sample {
  const taken: number[] = [];
  for (let i = 0; i < 400; i++) {
    const took = time(() => type(((i * 77) % 200) / 200 + 0.003));
    if (i >= 200) taken.push(took);
  }
  return summarise(taken);
}

const hostileRow = (what: string, taken: Sample, parsed: Sample): Row => ({
  what,
  ratio: `p95 ${digits(taken.high / parsed.median)}`,
  target: "p95 0.012",
  detail: `p95 ${digits(taken.high)} ms, median ${digits(taken.median)} ms; JSON.parse ${ms(parsed)}`,
});

export async function whole(): Promise<Row[]> {
  const service = json.getLanguageService({});
  service.configure({ validate: true, schemas: [{ uri: "a:schema", fileMatch: ["*"], schema }] });
  const rows: Row[] = [];
  for (const { name, length } of sizes.slice(0, 3)) {
    const text = orders(length);
    // A small text takes many turns until the platform has compiled what reads it: a server has done so long ago.
    const count = length > 5e5 ? 25 : length > 5e4 ? 150 : 5000;
    const runs = { parsed: () => JSON.parse(text), ours: () => lookAtText(text) };
    const inARow = length > 5e4 ? 1 : 20;
    const { parsed, ours } = compare(count, runs, inARow);
    rows.push(row(`reading and validating ${name} ÷ JSON.parse`, ours, parsed, "2"));
    const theirs: number[] = [];
    for (let i = 0; i < (length > 5e4 ? 10 : count / 10) + 2; i++) {
      const start = performance.now();
      for (let k = 0; k < inARow; k++) {
        const document = json.TextDocument.create("a:b.json", "json", i, text);
        await service.doValidation(document, service.parseJSONDocument(document));
      }
      if (i >= 2) theirs.push((performance.now() - start) / inARow);
    }
    rows.push(row(`VS Code's engine ÷ ours, ${name}`, summarise(theirs), ours, name === "1 MB" ? "9" : ""));
  }
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const check = ajv.compile(schema);
  const line = JSON.stringify(JSON.parse(orders(25e6))).slice(0, 19 * 1024 * 1024);
  const single = `${line.slice(0, line.lastIndexOf('},{"'))}}]`;
  const { theirs, ours } = compare(3, {
    theirs: () => check(JSON.parse(single)),
    ours: () => lookAtText(single),
  });
  rows.push(
    row("one line of 19 MB ÷ JSON.parse with ajv (files over 20 MB are refused)", ours, theirs, "1.5"),
  );
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const taken = time(() => look(parse(deep, { dialect: "json" })));
  rows.push({
    what: "100,000 nested brackets",
    ratio: "no error",
    target: "no error",
    detail: `${digits(taken)} ms`,
  });
  return rows;
}

export function unions(): Row[] {
  const union = (count: number) =>
    compile({
      type: "array",
      items: {
        oneOf: Array.from({ length: count }, (_, i) => ({
          type: "object",
          properties: { kind: { const: `kind${i}` }, size: { type: "integer" } },
          required: ["kind"],
        })),
      },
    });
  const text = (count: number) =>
    JSON.stringify(Array.from({ length: 5000 }, (_, i) => ({ kind: `kind${i % count}`, size: i })));
  const [few, many] = [union(5), union(200)];
  const [fewText, manyText] = [text(5), text(200)];
  const { small, large } = compare(40, {
    small: () => lookAtText(fewText, few),
    large: () => lookAtText(manyText, many),
  });
  return [row("a union of 200 branches ÷ one of 5", large, small, "1.2")];
}

function opened(text: string): Tree {
  const tree = parse(text, { dialect: "json" });
  look(tree);
  return tree;
}

const row = (what: string, above: Sample, below: Sample, target: string): Row => ({
  what,
  ratio: times(above.median / below.median),
  target,
  detail: `${ms(above)} ÷ ${ms(below)}`,
});
