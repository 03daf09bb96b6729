/** Words of PowerShell (Microsoft, "about_Quoting_Rules", "about_Parsing", "about_Special_Characters"). */
import { blanks, type CommandLine, following, gap, unfilled, Words } from "./command-line.ts";
import { Refusal } from "./plain-request.ts";
import { asSecret, partsOf } from "./variables.ts";

// PowerShell takes typographic quotes for quotes.
const singles = "'\u2018\u2019\u201A\u201B";
const doubles = '"\u201C\u201D\u201E';

/** One word. Where variables stand in it, it is in double quotes. */
export function quotePowerShell(text: string): string {
  const parts = partsOf(text);
  if (parts.every((part) => "text" in part))
    return `'${text.replace(new RegExp(`[${singles}]`, "g"), "$&$&")}'`;
  const inner = parts.map((part) =>
    "variable" in part
      ? `\${env:${part.variable}}`
      : part.text.replace(new RegExp(`[\`$${doubles}]`, "g"), "`$&").replace(/\n/g, "`n"),
  );
  return `"${inner.join("")}"`;
}

const variable = /\$(?:(?:env:)?(\w+)|\{(?:env:)?(\w+)\}|\(\$(?:env:)?(\w+)\))/iy;
const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1B",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
const single = new RegExp(`[${singles}]((?:[^${singles}]|[${singles}]{2})*)[${singles}]`, "y");
const double = new RegExp(`[${doubles}]`, "y");
/** Never nothing: what stands for nothing else is itself. */
const plain = new RegExp(`[^\\s${singles}${doubles}\`$|;&<>(){}@#]+|[^]`, "y");
const redirection = />&[1-6]|>>?/y;
const numbered = new RegExp(`[1-6*](?:${redirection.source})`, "y");

export function readPowerShell(text: string): CommandLine {
  let words = new Words();
  let input: string | undefined;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found) at += found[0].length;
    return found;
  };
  const expand = () => {
    const found = take(variable);
    if (found) return words.add(asSecret(found[1] ?? found[2] ?? found[3] ?? ""));
    if (text.startsWith("$(", at) || text.startsWith("${", at))
      throw new Refusal(
        "The command takes the result of an expression, and none is evaluated here. Write the value itself.",
      );
    words.add("$");
    at += 1;
  };
  const escaped = () => {
    const found = take(/`u\{([\da-f]{1,6})\}/iy);
    const code = Number.parseInt(found?.[1] ?? "", 16);
    if (found) return words.add(code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD");
    const character = text[at + 1] ?? "";
    words.add(escapes[character] ?? character);
    at += 2;
  };
  /** The text of a string in double quotes, up to `end`. */
  const expandable = (end: RegExp, inner: RegExp) => {
    words.add("");
    for (;;) {
      if (at >= text.length) throw unclosed();
      const doubled =
        inner === insideDouble ? take(new RegExp(`([${doubles}])[${doubles}]`, "y")) : undefined;
      if (doubled) {
        words.add(doubled[1] ?? "");
        continue;
      }
      if (take(end)) return;
      const found = take(inner);
      if (found) words.add(found[0]);
      else if (text[at] === "`") escaped();
      else if (text[at] === "$") expand();
      else {
        words.add(text[at] ?? "");
        at += 1;
      }
    }
  };
  const done = (rest = ""): CommandLine => {
    words.end();
    return {
      words: words.words.map(asPassedOn),
      ...(input !== undefined && { input }),
      leftOut: following(rest),
      redirections: words.redirections,
    };
  };

  while (at < text.length) {
    if (take(/`(?:\r?\n|\s*$)/y)) continue;
    if (take(blanks)) {
      words.end();
      continue;
    }
    const verbatim = take(/@'[ \t]*\r?\n([\s\S]*?)\r?\n'@/y);
    const literal = verbatim ?? take(single);
    if (literal) {
      const inside = literal[1] ?? "";
      words.add(verbatim ? inside : inside.replace(new RegExp(`([${singles}])[${singles}]`, "g"), "$1"));
      continue;
    }
    if (take(/@"[ \t]*\r?\n/y)) {
      expandable(/\r?\n"@/y, /[^`$\r\n]+/y);
      continue;
    }
    if (take(double)) {
      expandable(double, insideDouble);
      continue;
    }
    const unfit = take(gap);
    if (unfit) throw unfilled(unfit[0]);
    const redirected = (words.isOpen ? undefined : take(numbered)) ?? take(redirection);
    if (redirected) {
      words.redirect(redirected[0]);
      continue;
    }
    const character = text[at] ?? "";
    if (singles.includes(character)) throw unclosed();
    switch (character) {
      case "`":
        escaped();
        break;
      case "$":
        expand();
        break;
      case "#":
        if (words.isOpen) {
          words.add("#");
          at += 1;
        } else take(/[^\n]*/y);
        break;
      case "&":
        // The call operator stands before a command.
        if (words.isOpen || words.words.length > 0) return done(text.slice(at));
        at += 1;
        break;
      case "|": {
        words.end();
        const [only] = words.words;
        if (input !== undefined || words.words.length !== 1 || only === undefined || /^curl/i.test(only))
          return done(text.slice(at));
        input = only;
        words = new Words();
        take(/\|\s*/y);
        break;
      }
      case "\r":
      case "\n":
        words.end();
        if (words.words.length > 0) return done(text.slice(at));
        at += 1;
        break;
      case ";":
      case "<":
        return done(text.slice(at));
      case "@":
        if (text[at + 1] === "{" || text[at + 1] === "(") throw notCurl();
        words.add("@");
        at += 1;
        break;
      case "(":
      case ")":
        throw new Refusal(
          "The command holds an expression, and none is evaluated here. Write the value itself.",
        );
      case "{":
      case "}":
        words.add(character);
        at += 1;
        break;
      default:
        words.add(take(plain)?.[0] ?? "");
    }
  }
  return done();
}

const insideDouble = new RegExp(`[^\`$${doubles}]+`, "y");

/** Windows PowerShell hands quotes on only where a backslash stands before each: so JSON is written for it. */
function asPassedOn(word: string): string {
  if (!/^\s*[{[]\s*\\"/.test(word) || /(?<!\\)"/.test(word)) return word;
  const passedOn = word.replaceAll('\\"', '"');
  try {
    JSON.parse(passedOn);
    return passedOn;
  } catch {
    return word;
  }
}

const unclosed = () => new Refusal("A quotation does not end.");
const notCurl = () =>
  new Refusal(
    "This is PowerShell's own Invoke-WebRequest, not cURL. Copy the request as cURL (bash) or cURL (cmd).",
  );
