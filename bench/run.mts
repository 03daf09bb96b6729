/** `npm run bench`: every line of the speed targets that concerns engine, server and command line, in one run. */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Row } from "./measure.ts";

const here = import.meta.dirname;
const root = join(here, "..");

if (!existsSync(join(here, "node_modules"))) {
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: here, stdio: "inherit" });
}
execFileSync(process.execPath, ["esbuild.mjs", "--minify"], { cwd: root, stdio: "inherit" });

const { hostile, keystrokes, unions, whole } = await import("./engine.ts");
const { coldStart, keystrokesOverStdio } = await import("./stdio.ts");
const { manyFiles } = await import("./files.ts");
const { listings } = await import("./records.ts");
const { bundleTheirs } = await import("./bundle.ts");

const parts: [string, () => Row[] | Promise<Row[]>][] = [
  ["The engine on a keystroke", keystrokes],
  ["Hostile edits", hostile],
  ["Reading and validating everything", whole],
  ["Unions", unions],
  ["Over stdio, real processes", keystrokesOverStdio],
  ["Cold start", async () => coldStart(await bundleTheirs())],
  ["Many files", manyFiles],
  ["Long lists", listings],
];

const lines = [
  "# Measured",
  "",
  "Written by `npm run bench`. Every figure is a ratio of medians taken in turn in one run; in brackets 5th and 95th percentile.",
  `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}.`,
];
const wanted = process.argv[2];
for (const [title, measure] of parts) {
  if (wanted !== undefined && !title.toLowerCase().includes(wanted.toLowerCase())) continue;
  process.stdout.write(`\n${title}\n`);
  lines.push("", `## ${title}`, "", "| what | measured | target | |", "|---|---|---|---|");
  for (const { what, ratio, target, detail } of await measure()) {
    process.stdout.write(`  ${what}: ${ratio}${target && ` (target ${target})`}  ${detail}\n`);
    lines.push(`| ${what} | ${ratio} | ${target} | ${detail.replaceAll("|", "\\|").replaceAll("\n", " ")} |`);
  }
}
if (wanted === undefined) writeFileSync(join(here, "results.md"), `${lines.join("\n")}\n`);
process.exit(0);
