/** What is inserted is indented as the file is. */
import type { OpenFile } from "../files/open-file.ts";

const begin = 16_384;

/** One level: a tab where the first indented line begins with one, else two spaces. */
export const indentOf = ({ tree }: OpenFile): string =>
  /[\r\n](\t)[\t ]*[^\s]|[\r\n] +[^\s]/.exec(tree.text.slice(0, begin))?.[1] ?? "  ";

/** A text of several lines that is indented by two spaces for each level, indented as the file is. */
export function indented(file: OpenFile, text: string): string {
  if (!text.includes("\n")) return text;
  const one = indentOf(file);
  return one === "  "
    ? text
    : text.replace(/\n( +)/g, (_, spaces: string) => `\n${one.repeat(spaces.length / 2)}`);
}
