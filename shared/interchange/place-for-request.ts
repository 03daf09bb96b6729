/** Where in a request file another request can stand. */

/** Lays the text of a request out for its place. */
export type Place = (request: string) => string;

/** Undefined where no request can stand in place of what is selected. Offsets are those of the text. */
export function placeForRequest(text: string, start: number, end: number): Place | undefined {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const head = scan(before);
  if (!head) return undefined;
  const next = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*([\s\S]?)/.exec(after)?.[1] ?? "";
  const { open, last } = head;
  if (open === "" && last === "" && next === "") return (request) => request;
  // An empty object that is begun: what is between its braces.
  if (open === "{" && last === "{" && /^\s*\}\s*$/.test(after) && head.depth === 1)
    return (request) => request.slice(1, -1).trimEnd() + (after.startsWith("}") ? "\n" : "");
  if (open !== "[" || head.depth !== 1 || !"[,}".includes(last) || !/^[\]{,]?$/.test(next)) return undefined;
  return (request) => {
    const indented = request.replace(/^/gm, "  ");
    const atLineStart = /(^|\n)[ \t]*$/.exec(before);
    const indent = atLineStart ? (/[ \t]*$/.exec(before)?.[0] ?? "") : "";
    return [
      last === "}" ? "," : "",
      atLineStart && last !== "}" ? indented.slice(Math.min(indent.length, 2)) : `\n${indented}`,
      next === "{" ? "," : "",
      /^[ \t]*\r?\n/.test(after) ? "" : "\n",
    ].join("");
  };
}

/** What is open at the end of the text; undefined within a string or a comment. */
function scan(text: string): { open: string; depth: number; last: string } | undefined {
  if (isOpenText(text)) return undefined;
  const stack: string[] = [];
  let last = "";
  for (const { token } of tokensOf(text)) {
    if (token.startsWith("/")) continue;
    if (token === "{" || token === "[") stack.push(token);
    else if (token === "}" || token === "]") stack.pop();
    last = token.startsWith('"') ? '"' : token;
  }
  return { open: stack.at(-1) ?? "", depth: stack.length, last };
}

/** Whether the text ends within a string or a comment. */
export function isOpenText(text: string): boolean {
  for (const { token } of tokensOf(text)) {
    const isWhole = token.startsWith('"')
      ? token.length > 1 && token.endsWith('"')
      : token.startsWith("//")
        ? token.endsWith("\n")
        : !token.startsWith("/*") || (token.length > 3 && token.endsWith("*/"));
    if (!isWhole) return true;
  }
  return false;
}

/** Strings and comments whole, everything else character by character. */
export const tokensOf = (text: string): { token: string; start: number }[] =>
  [...text.matchAll(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*\n?|\/\*[\s\S]*?(?:\*\/|$)|[^\s]/g)].map((match) => ({
    token: match[0],
    start: match.index,
  }));
