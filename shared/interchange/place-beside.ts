/** A request beside those that a request file has, from wherever in the file it is pasted. */
import { isOpenText, tokensOf } from "./place-for-request.ts";

/** Text that is put in; nothing is taken out. */
export interface Insertion {
  offset: number;
  text: string;
}

/**
 * Where the file is one request, it becomes an array of both; else the request comes behind the one that the offset is in or
 * behind. Undefined within a string or a comment, and where the file cannot be read.
 */
export function placeBeside(text: string, offset: number): ((request: string) => Insertion[]) | undefined {
  if (isOpenText(text.slice(0, offset))) return undefined;
  const root = readRoot(text);
  if (!root) return undefined;
  const { start, end, requests } = root;
  if (text[start] === "{")
    return (request) => {
      const first = offset <= start;
      return [
        { offset: start, text: `[\n${first ? `${indented(request)},\n` : ""}  ` },
        ...lineStarts(text, start, end).map((line) => ({ offset: line, text: "  " })),
        { offset: end, text: `${first ? "" : `,\n${indented(request)}`}\n]` },
      ];
    };
  const [first] = requests;
  if (!first) return undefined;
  const before = requests.findLast((each) => each.start < offset);
  return (request) =>
    before
      ? [{ offset: before.end, text: `,\n${indented(request)}` }]
      : [{ offset: first.start, text: `${indented(request).trimStart()},\n  ` }];
}

const indented = (request: string) => request.replace(/^/gm, "  ");

/** Of the lines that begin within a stretch and are not empty. */
const lineStarts = (text: string, start: number, end: number): number[] =>
  [...text.slice(start, end).matchAll(/\n(?![\r\n])/g)].map(({ index }) => start + index + 1);

interface Stretch {
  start: number;
  end: number;
}

/** The one object or array of a text, and the objects right in the array. */
function readRoot(text: string): (Stretch & { requests: Stretch[] }) | undefined {
  const open: { bracket: string; start: number }[] = [];
  const requests: Stretch[] = [];
  let root: Stretch | undefined;
  for (const { token, start } of tokensOf(text)) {
    if (token.startsWith("/")) continue;
    if (root) return undefined;
    if (token === "{" || token === "[") open.push({ bracket: token, start });
    else if (token === "}" || token === "]") {
      const opened = open.pop();
      if (opened?.bracket !== (token === "}" ? "{" : "[")) return undefined;
      const stretch = { start: opened.start, end: start + 1 };
      if (open.length === 0) root = stretch;
      else if (open.length === 1 && open[0]?.bracket === "[" && token === "}") requests.push(stretch);
    } else if (open.length === 0) return undefined;
  }
  return root && { ...root, requests };
}
