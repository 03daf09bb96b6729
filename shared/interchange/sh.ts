/**
 * Words of a POSIX shell, as bash and zsh extend it by `$'…'` (POSIX.1-2024, Shell Command Language, 2.2 Quoting).
 */
import { blanks, type CommandLine, following, gap, unfilled, Words } from "./command-line.ts";
import { Refusal } from "./plain-request.ts";
import { asSecret, partsOf } from "./variables.ts";

/** One word. In double quotes a variable's value is not read as anything else. */
export function quoteSh(text: string): string {
  const parts = partsOf(text).map((part) =>
    "variable" in part ? `"$${part.variable}"` : `'${part.text.replaceAll("'", String.raw`'\''`)}'`,
  );
  return parts.join("") || "''";
}

const variable = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/y;
/** Never nothing: what stands for nothing else is itself. */
const plain = /[^\s'"\\$`|&;<>()#]+|[^]/y;
/** With the number of what is redirected where that begins a word. */
const redirection = /&>>?|[<>]&(?:\d+|-)?|<>|>[>|]?|</y;
const numbered = new RegExp(`\\d+(?!&>)(?:${redirection.source})`, "y");

export function readSh(text: string): CommandLine {
  const words = new Words();
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found) at += found[0].length;
    return found;
  };
  /** `$` and what it stands for. */
  const expand = () => {
    const found = take(variable);
    if (found) return words.add(asSecret(found[1] ?? found[2] ?? ""));
    if (text.startsWith("${", at) || text.startsWith("$((", at)) throw expression();
    if (text.startsWith("$(", at)) throw commandInside();
    words.add("$");
    at += 1;
  };
  const done = (rest = ""): CommandLine => {
    words.end();
    return { words: words.words, leftOut: following(rest), redirections: words.redirections };
  };

  while (at < text.length) {
    const character = text[at];
    if (take(/\\(?:\r?\n|\s*$)/y)) continue;
    if (take(blanks)) {
      words.end();
      continue;
    }
    const unfit = take(gap);
    if (unfit) throw unfilled(unfit[0]);
    if (take(/<</y)) throw textBehind();
    if (take(/[<>]\(/y)) throw processBeside();
    const redirected = (words.isOpen ? undefined : take(numbered)) ?? take(redirection);
    if (redirected) {
      words.redirect(redirected[0]);
      continue;
    }
    switch (character) {
      case "'": {
        const end = text.indexOf("'", at + 1);
        if (end < 0) throw unclosed("'");
        words.add(text.slice(at + 1, end));
        at = end + 1;
        break;
      }
      case '"':
        at += 1;
        words.add("");
        while (text[at] !== '"') {
          if (at >= text.length) throw unclosed('"');
          if (take(/\\\r?\n/y)) continue;
          const escaped = take(/\\([$`"\\])/y) ?? take(/([^"\\$`]+)/y) ?? take(/(\\)/y);
          if (escaped) words.add(escaped[1] ?? "");
          else if (text[at] === "$") expand();
          else throw commandInside();
        }
        at += 1;
        break;
      case "$": {
        if (take(/\$(?=")/y)) break;
        const escaped = take(/\$'((?:[^'\\]|\\[\s\S])*)'/y);
        if (escaped) words.add(unescapeAnsi(escaped[1] ?? ""));
        else if (text.startsWith("$'", at)) throw unclosed("'");
        else expand();
        break;
      }
      case "\\":
        words.add(text.slice(at + 1, at + 2));
        at += 2;
        break;
      case "`":
        throw commandInside();
      case "#":
        if (words.isOpen) {
          words.add("#");
          at += 1;
        } else take(/[^\n]*/y);
        break;
      case "\r":
      case "\n":
        words.end();
        // Empty lines and comments may stand before a command.
        if (words.words.length > 0) return done(text.slice(at));
        at += 1;
        break;
      case "|":
      case "&":
      case ";":
      case "(":
      case ")":
        return done(text.slice(at));
      default:
        words.add(take(plain)?.[0] ?? "");
    }
  }
  return done();
}

const unclosed = (quote: string) => new Refusal(`A quotation that begins with ${quote} does not end.`);
const textBehind = () =>
  new Refusal("The command reads a text that follows it. Write the body behind --data-raw.");
const processBeside = () =>
  new Refusal(
    "The command is joined with another by <( or >(, and none is run here. Leave that out, or write the value itself.",
  );
const expression = () =>
  new Refusal(
    "The command holds an expression of the shell, and none is evaluated here. Write the value itself, or {{NAME}}.",
  );
const commandInside = () =>
  new Refusal(
    "The command takes the output of another command, and none is run here. Write the value itself.",
  );

const controls: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1B",
  E: "\x1B",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** `$'…'`: bytes that are written one by one are read as UTF-8. */
function unescapeAnsi(text: string): string {
  const bytes: number[] = [];
  const utf8 = new TextEncoder();
  const pattern =
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|c(.)|([\s\S]))|[^\\]+/g;
  let high: number | undefined;
  for (const [whole, hex, short, long, octal, control, other] of text.matchAll(pattern)) {
    if (hex ?? octal) bytes.push(Number.parseInt(hex ?? octal ?? "", hex ? 16 : 8) & 0xff);
    else if (short ?? long) {
      const code = Number.parseInt(short ?? long ?? "", 16);
      // Chrome writes a character beyond U+FFFF as two.
      if (code >= 0xd800 && code < 0xdc00) {
        high = code;
        continue;
      }
      const character =
        high !== undefined && code >= 0xdc00 && code < 0xe000
          ? String.fromCharCode(high, code)
          : code <= 0x10ffff
            ? String.fromCodePoint(code)
            : "\uFFFD";
      bytes.push(...utf8.encode(character));
    } else if (control !== undefined) bytes.push(control.charCodeAt(0) & 0x1f);
    else if (other !== undefined)
      bytes.push(...utf8.encode(controls[other] ?? (/['"\\?]/.test(other) ? other : whole)));
    else bytes.push(...utf8.encode(whole));
    high = undefined;
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
