/** `npm run fuzz`: 200,000 edits, or as many as the first argument says. `SEED=…` repeats a run. */
import { fuzz } from "./fuzz.ts";
import { seed } from "./random.ts";

const total = Number(process.argv[2] ?? 200_000);
const portion = 10_000;
for (let done = 0; done < total; done += portion) {
  const portionSeed = seed + done;
  const started = performance.now();
  fuzz(portionSeed, Math.min(portion, total - done));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`SEED=${portionSeed}: ${Math.min(portion, total - done)} edits, ${seconds} s\n`);
}
