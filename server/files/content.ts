import { flag, type Located } from "../syntax/node.ts";

/** Where the text of a string is, without its quotes; one that is not finished has no second. */
export const contentOf = ({ node, start }: Located): { start: number; end: number } => ({
  start: start + 1,
  end: start + node.width - (node.flags & flag.open ? 0 : 1),
});
