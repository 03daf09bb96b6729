/** Many files at once: `switchboard validate` against other validators, and against only reading. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { oneOrder, root, schema } from "./documents.ts";
import { digits, ms, type Row, type Sample, summarise, time, times } from "./measure.ts";

const bin = join(import.meta.dirname, "node_modules", ".bin");
const reader = `const { readFileSync, readdirSync } = require("node:fs");
let length = 0;
for (const name of readdirSync(".")) length += readFileSync(name, "utf8").length;`;

export function manyFiles(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-bench-"));
  try {
    const [single, some, many] = [filled(folder, 1), filled(folder, 5000), filled(folder, 20_000)];
    const schemaFile = join(folder, "schema.json");
    writeFileSync(
      schemaFile,
      JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema }),
    );
    const cli = join(root, "dist", "cli.js");
    const run = (program: string, args: readonly string[], cwd: string) => () => {
      const { status, error, stderr } = spawnSync(program, args, {
        cwd,
        encoding: "utf8",
        maxBuffer: 1 << 28,
      });
      if (error || status !== 0)
        throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr.slice(0, 300)}`);
    };
    const ours = run(process.execPath, [cli, "validate"], some);
    const ajv = ["validate", "--spec=draft2020", "--strict=false", "-c", "ajv-formats", "-s", schemaFile];
    const runs = {
      ours,
      reading: () => execFileSync(process.execPath, ["-e", reader], { cwd: some }),
      ajv: run(join(bin, "ajv"), [...ajv, "-d", "*.json"], some),
      jsonschema: run(
        join(bin, "jsonschema"),
        ["validate", "--fast", schemaFile, ...Array.from({ length: 5000 }, (_, i) => fileName(i))],
        some,
      ),
      four: run(process.execPath, [cli, "validate"], many),
      bare: run(process.execPath, ["-e", "0"], single),
      version: run(process.execPath, [cli, "--version"], single),
      single: run(process.execPath, [cli, "validate"], single),
    };
    const taken = Object.fromEntries(Object.keys(runs).map((name) => [name, [] as number[]]));
    const failed = new Map<string, string>();
    for (let turn = 0; turn < 6; turn++) {
      for (const [name, each] of Object.entries(runs)) {
        if (failed.has(name)) continue;
        try {
          const took = time(each);
          if (turn > 0) taken[name]?.push(took);
        } catch (error) {
          failed.set(name, String(error).slice(0, 200));
        }
      }
    }
    const of = (name: keyof typeof runs) => summarise(taken[name] ?? []);
    const row = (what: string, above: keyof typeof runs, below: keyof typeof runs, target: string): Row => {
      const reason = failed.get(above) ?? failed.get(below);
      if (reason !== undefined) return { what, ratio: "not measured", target, detail: reason };
      const [a, b]: [Sample, Sample] = [of(above), of(below)];
      return { what, ratio: times(a.median / b.median), target, detail: `${ms(a)} ÷ ${ms(b)}` };
    };
    const beyondNode = (what: string, name: keyof typeof runs, target: string): Row => ({
      what,
      ratio: `${digits(of(name).median - of("bare").median)} ms`,
      target,
      detail: `${ms(of(name))} − ${ms(of("bare"))}`,
    });
    return [
      beyondNode("--version beyond bare Node", "version", "8 ms"),
      beyondNode("validate, one file, beyond bare Node", "single", "25 ms"),
      row("validate, 5,000 files of 2 KB: time of only reading them ÷ ours", "reading", "ours", "0.6"),
      row("the same: ajv-cli ÷ ours", "ajv", "ours", "1.8"),
      row("the same: @sourcemeta/jsonschema --fast ÷ ours", "jsonschema", "ours", "1"),
      row("validate, 20,000 files ÷ 5,000", "four", "ours", "at most 3"),
      v8r(some, schemaFile, of("ours").median),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** It takes minutes for 5,000 files: 50 of them tell its rate. */
function v8r(folder: string, schemaFile: string, ours: number): Row {
  const what = "the same: v8r ÷ ours (by its rate for 50 files)";
  const args = [...Array.from({ length: 50 }, (_, i) => fileName(i)), "--schema", schemaFile];
  const took = time(() => spawnSync(join(bin, "v8r"), args, { cwd: folder }));
  return { what, ratio: times((took * 100) / ours), target: "", detail: `${digits(took)} ms for 50 files` };
}

const fileName = (index: number) => `order-${index}.marketplace.webhook.json`;

/** A folder with so many files of about 2 KB. */
function filled(parent: string, count: number): string {
  const folder = join(parent, String(count));
  mkdirSync(folder);
  const items = Math.max(1, Math.round(2048 / oneOrder.length));
  const text = `[\n${Array.from({ length: items }, () => oneOrder).join(",\n")}\n]`;
  for (let i = 0; i < count; i++) writeFileSync(join(folder, fileName(i)), text);
  return folder;
}
