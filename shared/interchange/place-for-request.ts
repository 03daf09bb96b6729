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
  const stack: string[] = [];
  let last = "";
  const pattern = /"(?:[^"\\\n]|\\.)*("?)|\/\/[^\n]*(\n?)|\/\*[\s\S]*?(\*\/|$)|[^\s]/g;
  for (const [token, quote, lineEnd, commentEnd] of text.matchAll(pattern)) {
    if (token.startsWith('"')) {
      if (quote !== '"' || token === '"') return undefined;
      last = '"';
    } else if (token.startsWith("//")) {
      if (lineEnd !== "\n") return undefined;
    } else if (token.startsWith("/*")) {
      if (commentEnd !== "*/") return undefined;
    } else {
      if (token === "{" || token === "[") stack.push(token);
      else if (token === "}" || token === "]") stack.pop();
      last = token;
    }
  }
  return { open: stack.at(-1) ?? "", depth: stack.length, last };
}
