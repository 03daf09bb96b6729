/**
 * `npm run fuzz`: 200,000 edits, or as many as the first argument says, and half as many texts that are watched while
 * they are read and of pairs of a schema and a value. They are others each time; `SEED=…` repeats a run. Then what a
 * character of each kind of worst text costs, by the text's length.
 */
import { fuzz } from "./fuzz.ts";
import { fuzzPairs } from "./schema/pairs.ts";
import { fuzzWatched } from "./schema/watched.ts";
import { questions, worstCases, worstFile } from "./worst-cases.ts";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_007);
const total = Number(process.argv[2] ?? 200_000);
const portion = 10_000;
for (let done = 0; done < total; done += portion) {
  const portionSeed = seed + done;
  const started = performance.now();
  fuzz(portionSeed, Math.min(portion, total - done));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`SEED=${portionSeed}: ${Math.min(portion, total - done)} edits, ${seconds} s\n`);
}

const watched = Math.ceil(total / 2);
process.stdout.write(`SEED=${seed}: ${watched} watched texts, ${fuzzWatched(seed, watched)} of them clean\n`);

const { byAjv, byTheText } = fuzzPairs(seed, watched);
process.stdout.write(
  `SEED=${seed}: ${byAjv} pairs as ajv judges them, ${byTheText} as the standard's text\n`,
);

const sizes = [1000, 10_000, 100_000, 1_000_000];
process.stdout.write(
  "\nns for each character, at 1 KB, 10 KB, 100 KB and 1 MB; how much a longer text costs more\n",
);
for (const kind of worstCases) {
  const costs = sizes.map((size) => cost(() => questions.diagnose?.(worstFile(kind, size))) / size);
  const growth = Math.max(...costs.map((each, i) => each / Math.min(...costs.slice(0, i + 1))));
  const shown = costs.map((each) => each.toFixed(0).padStart(7)).join("");
  process.stdout.write(
    `${kind.name.padEnd(32)}${shown}   ${growth.toFixed(1)}${growth > 3 ? "  more than three times" : ""}\n`,
  );
}

/** The least that it takes, in nanoseconds: what else the machine does only adds to it. */
function cost(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  const until = performance.now() + 150;
  for (let i = 0; i < 9 || (performance.now() < until && i < 1000); i++) {
    const started = performance.now();
    run();
    least = Math.min(least, performance.now() - started);
  }
  return least * 1e6;
}
