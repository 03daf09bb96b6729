/**
 * Words of Windows' command prompt. Two programs read them: cmd takes out carets and puts in `%NAME%` (Microsoft, "cmd";
 * the order of its phases after D. Benham, Stack Overflow 4095701), then the program splits the rest by the rules of the C
 * runtime (Microsoft, "Parsing C command-line arguments").
 */
import { type CommandLine, following, gap, unfilled, Words } from "./command-line.ts";
import { Refusal } from "./plain-request.ts";
import { asSecret, partsOf } from "./variables.ts";

/** What means something to cmd outside of its quotes. */
const special = /[\^&|<>()!"%\\@{}[\]#$`]/;

/**
 * One word for the prompt, not for a batch file. Each mark has a caret, the quotes as well, so that cmd sees none: in its
 * quotes `%` could not be kept from meaning a variable. A caret behind `%` makes a name that no variable has. The value
 * of a variable is read by cmd: one that holds `&`, `|`, `<`, `>` or `^` does not arrive as it is.
 */
export function quoteCmd(text: string): string {
  const parts = partsOf(text).map((part) =>
    "variable" in part ? `%${part.variable}%` : escapeCmd(part.text),
  );
  // Backslashes before the closing quote would escape it.
  const [, end = ""] = /(\\*)$/.exec(text) ?? [];
  return `^"${parts.join("")}${end.replaceAll("\\", "^\\")}^"`;
}

function escapeCmd(text: string): string {
  const forRuntime = text.replace(/(\\*)"/g, String.raw`$1$1\"`);
  let written = "";
  let behindPercent = false;
  for (const character of forRuntime) {
    // A caret at the end of a line joins it with the next; the line break that follows is one.
    if (character === "\n") written += "^\n\n";
    else written += (behindPercent || special.test(character) ? "^" : "") + character;
    behindPercent = character === "%";
  }
  return written;
}

export function readCmd(text: string): CommandLine {
  const { line, rest, redirections } = withoutCarets(withVariables(text.replaceAll("\r\n", "\n").trim()));
  return { words: splitByRuntime(line), leftOut: following(rest), redirections };
}

/** What is percent-encoded in an address is no variable. */
const withVariables = (text: string) =>
  text.replace(/%([A-Za-z_]\w*)%(?![\dA-Fa-f]{2})/g, (whole, name: string) =>
    /^[\dA-Fa-f]{2}/.test(name) && !name.includes("_") ? whole : asSecret(name),
  );

/** The sign, with the number of what is redirected where that begins a word, and the file. */
const redirection = /((?:(?<![^\s,;=])\d)?(?:>>?|<))(?:(&\d)|[^\S\n]*(?:"[^"\n]*"?|\^[^]|[^\s"^&|<>,;=])*)/y;

/** The first command, with what follows it. */
function withoutCarets(text: string): { line: string; rest: string; redirections: string[] } {
  let line = "";
  let quoted = false;
  const redirections: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    gap.lastIndex = at;
    redirection.lastIndex = at;
    const [unfit] = (!quoted && gap.exec(text)) || [];
    if (unfit !== undefined) throw unfilled(unfit);
    const [redirected, sign = "", other = ""] = (!quoted && redirection.exec(text)) || [];
    if (redirected !== undefined) {
      redirections.push(sign + other);
      line += " ";
      at += redirected.length - 1;
      continue;
    }
    if (quoted) {
      // A quotation of cmd ends with its line.
      if (character === "\n") return { line, rest: text.slice(at), redirections };
      if (character === '"') quoted = false;
      line += character;
    } else if (character === "^") {
      at += text[at + 1] === "\n" ? 2 : 1;
      line += text[at] ?? "";
    } else if (/[&|\n]/.test(character)) return { line, rest: text.slice(at), redirections };
    else {
      if (character === '"') quoted = true;
      line += character;
    }
  }
  return { line, rest: "", redirections };
}

function splitByRuntime(line: string): string[] {
  const words = new Words();
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (character === "\\") {
      const [slashes = ""] = /^\\+/.exec(line.slice(at)) ?? [];
      at += slashes.length - 1;
      if (line[at + 1] !== '"') words.add(slashes);
      else {
        words.add("\\".repeat(slashes.length / 2));
        if (slashes.length % 2 === 1) {
          words.add('"');
          at += 1;
        }
      }
    } else if (character === '"') {
      words.add("");
      if (quoted && line[at + 1] === '"') {
        words.add('"');
        at += 1;
      } else quoted = !quoted;
    } else if (/[^\S\r\n]/.test(character) && !quoted)
      words.end(); // As in `blanks`.
    else words.add(character);
  }
  if (quoted) throw new Refusal('A quotation that begins with " does not end.');
  words.end();
  return words.words;
}
