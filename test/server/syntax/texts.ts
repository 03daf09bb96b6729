import type { Random } from "../random.ts";

const scraps = [
  "{", "}", "[", "]", '"', ",", ":", "\n", "\r\n", "\r", " ", "\t", "'", "/", "//", "/*", "*/", "\\", "\\u", "\\u00e9", "\\ud800",
  "0", "-", "1.5", "01", "+1", "1e400", "true", "fals", "null", "NaN", "abc", "@", "\u0000", "\u2028", "\ufeff", "\ud800", "\udc00", "é", "😀",
  '"a"', '"a": ', '"b": 1', '{"a": 1}', "[1, 2]", '{"a": [{"b": "c"}]}', "{{name}}", '"{{x}}"', ', "a": 2', "[[", "]]", "}}", '"\n',
]; // biome-ignore format: a table

/** A piece of text that is apt to break something. */
export const scrap = (random: Random) => random.pick(scraps);

/** A JSON text of some depth, with white space of all kinds. */
export function someJson(random: Random, depth = 4): string {
  const space = () => random.pick(["", "", " ", "\n  ", "\r\n", "\t"]);
  const value = (left: number): string => {
    switch (random.below(left > 0 ? 9 : 6)) {
      case 0:
        return random.pick(["true", "false", "null"]);
      case 1:
        return random.pick(["0", "-1", "12.5", "3e2", "1234567890123456789", "-0.0"]);
      case 2:
      case 3:
      case 4:
      case 5:
        return random.pick([
          '"a"',
          '""',
          '"x y"',
          '"\\n\\u0041"',
          '"é😀"',
          '"order_1"',
          '"{{a}}"',
          '"2026-01-31T09:00:00Z"',
        ]);
      case 6:
        return `[${Array.from({ length: random.below(random.chance(0.1) ? 80 : 5) }, () => space() + value(left - 1) + space()).join(",")}${space()}]`;
      default: {
        const names = ["a", "b", "c", "id", "type", "\\u0061", "__proto__", "é"];
        const member = () =>
          `${space()}"${random.pick(names)}"${space()}:${space()}${value(left - 1)}${space()}`;
        const count = random.below(random.chance(0.05) ? 70 : 5);
        return `{${Array.from({ length: count }, member).join(",")}${space()}}`;
      }
    }
  };
  return space() + value(depth) + space();
}
