import { expect, it } from "vitest";
import { Lines } from "../../../server/syntax/lines.ts";
import { Text } from "../../../server/syntax/text.ts";
import { Random, seed } from "../random.ts";

const pieces = ["\r", "\n", "\r\n", "abc", "x".repeat(40), "\u2028", "😀", "\ud800", ""];

it(`equals the string with the same replacements, and its lines too (SEED=${seed})`, () => {
  const random = new Random(seed);
  const some = (count: number) => Array.from({ length: count }, () => random.pick(pieces)).join("");
  for (let round = 0; round < 12; round++) {
    let text = round % 4 === 3 ? "y".repeat(60_000) : some(random.pick([10, 3000, 9000]));
    let kept = Text.of(text);
    for (let i = 0; i < 120; i++) {
      // Often at one place, so that one chunk grows and shrinks.
      const start = random.chance(0.5)
        ? random.below(text.length + 1)
        : Math.min(text.length, 8000 + random.below(50));
      const end = random.chance(0.6)
        ? start
        : Math.min(text.length, start + random.below(i % 20 === 0 ? 20_000 : 30));
      const inserted = random.chance(0.02) ? some(4000) : random.pick(pieces);
      if (random.chance(0.8)) void new Lines(kept).lineCount;
      kept = kept.replace(start, end, inserted);
      text = text.slice(0, start) + inserted + text.slice(end);
      expect(kept.length).toBe(text.length);
      if (i % 4 !== 0) continue;
      expect(kept.toString() === text).toBe(true);
      const [from, to] = [random.below(text.length + 1), random.below(text.length + 1)].sort((a, b) => a - b);
      expect(kept.slice(from ?? 0, to ?? 0)).toBe(text.slice(from, to));
      const [lines, fresh] = [new Lines(kept), new Lines(text)];
      expect(lines.lineCount).toBe(text.split(/\r\n|\r|\n/).length);
      for (let place = 0; place <= text.length; place += 1 + random.below(1 + text.length / 30)) {
        const position = lines.positionAt(place);
        expect(position).toEqual(fresh.positionAt(place));
        expect(lines.offsetAt(position)).toBe(fresh.offsetAt(position));
      }
    }
  }
});
