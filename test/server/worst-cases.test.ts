/** Texts that are hard to read: what is asked of them costs no more for each character when they are longer. */
import { Session } from "node:inspector/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { questions, worstCases, worstFile } from "./worst-cases.ts";

const session = new Session();
beforeAll(async () => {
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
});
afterAll(() => session.disconnect());

/** How often the parts of our code ran: unlike time, the same at every run. */
async function stepsOf(run: () => void): Promise<number> {
  await session.post("Profiler.takePreciseCoverage");
  run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  let steps = 0;
  for (const { url, functions } of result)
    if (url.includes("/server/"))
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  return steps;
}

const [short, long] = [1000, 8000];
const { diagnose, edit, ...others } = questions;
const asked: Readonly<Record<string, readonly (typeof edit)[]>> = {
  diagnose: [diagnose],
  edit: [edit],
  others: Object.values(others),
};

it.each(worstCases)(
  "$name: the cost is that of the length",
  async (kind) => {
    const grown: string[] = [];
    for (const [name, group] of Object.entries(asked)) {
      const steps = (size: number) =>
        stepsOf(() => {
          const file = worstFile(kind, size);
          for (const ask of group) ask?.(file);
        });
      // What is made once, as the schemas are, costs the first text alone.
      await steps(short);
      // Small numbers say nothing.
      const factor = (await steps(long)) / Math.max(20_000, await steps(short)) / (long / short);
      if (factor > 2) grown.push(`${name} ${factor.toFixed(1)}`);
    }
    expect(grown).toEqual([]);
  },
  60_000,
);
