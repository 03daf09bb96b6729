/** A cURL command, read as curl(1) would take it. It is data: nothing of it is run, no file is read. */
import type { CommandLine } from "./command-line.ts";
import { fateOf, longNameOf } from "./curl-options.ts";
import { type PlainRequest, type ReadRequest, Refusal } from "./plain-request.ts";
import { type Shell, shellOf, shells } from "./shells.ts";

/** Longer ones are nobody's command. */
const longest = 1_000_000;
const mostWords = 2000;

/** What may stand before a command: comments, a prompt, variables that are set, what is piped in, a call operator. */
const before =
  /^(?:\s*#[^\n]*\n)*\s*(?:(?:PS [^\n>]*|[A-Za-z]:\\[^\n>]*)>\s*|[$#>]\s+)?(?:(?:\w+=\S*\s+)+|@?["'][\s\S]{0,200000}?["']@?\s*\|\s*)?(?:&\s*)?/;

/** Whether a text is worth reading as a command. */
export const looksLikeCurl = (text: string): boolean =>
  text.length <= longest &&
  /\bcurl\b/i.test(text) &&
  /^["']?(?:[\w.~:-]*[/\\])*curl(?:\.exe)?["']?[\s^`\\]/i.test(text.replace(before, ""));

/** Throws a Refusal that says why it cannot be taken over. */
export function readCurlCommand(text: string, shell: Shell = shellOf(text)): ReadRequest {
  if (text.length > longest) throw new Refusal("The command is too long.");
  return readOptions(shells[shell](withoutPrompt(text)));
}

/** Documents write the prompt as well. */
const withoutPrompt = (text: string) =>
  text.replace(/^\s*(?:(?:PS [^\n>]*|[A-Za-z]:\\[^\n>]*)>[^\S\r\n]*|[$#>][^\S\r\n]+(?=\S*curl\b|\w+=))/, "");

function readOptions({ words, input, leftOut: besides, redirections }: CommandLine): ReadRequest {
  if (words.length + redirections.length > mostWords) throw new Refusal("The command has too many words.");
  const start = words.findIndex((word) => !/^\w+=/.test(word));
  const program = words[start] ?? "";
  if (/^(Invoke-WebRequest|Invoke-RestMethod|iwr|irm)$/i.test(program)) throw invokeWebRequest();
  if (!/(^|[/\\])curl(\.exe)?$/i.test(program))
    throw new Refusal("This is no cURL command: it does not begin with curl.");
  const command = new Command(input);
  command.leftOut.push(
    ...words.slice(0, start).map((word) => `${word.split("=")[0]}, a variable that is set`),
  );
  command.read(words.slice(start + 1));
  command.leftOut.push(...besides);
  command.idle.push(...redirections);
  return { request: command.request(), leftOut: command.leftOut, idle: command.idle };
}

class Command {
  readonly leftOut: string[] = [];
  readonly idle: string[] = [];
  readonly #input: string | undefined;
  readonly #urls: string[] = [];
  readonly #headers: [string, string][] = [];
  readonly #removed = new Set<string>();
  readonly #data: string[] = [];
  readonly #query: string[] = [];
  #json = false;
  #form = false;
  #get = false;
  #head = false;
  #method: string | undefined;

  constructor(input: string | undefined) {
    this.#input = input;
  }

  read(words: readonly string[]): void {
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? "";
      if (word === "--") {
        this.#urls.push(...words.slice(at + 1));
        return;
      }
      if (word.startsWith("--")) at += this.#option(word.slice(2), word, words[at + 1]);
      else if (ofPowerShell.test(word)) throw invokeWebRequest();
      else if (word.startsWith("-") && word.length > 1) at += this.#letters(word, words[at + 1]);
      else this.#urls.push(word);
    }
  }

  /** `-sXPOST`: letters in a row, of which the last may have its value behind it. How many words more it took. */
  #letters(word: string, next: string | undefined): 0 | 1 {
    for (let at = 1; at < word.length; at++) {
      const letter = word[at] ?? "";
      const name = longNameOf(letter);
      if (name === undefined) throw new Refusal(`-${letter}: cURL's option is not known here.`);
      const fate = fateOf(name);
      if (fate.kind !== "refused" && !fate.takesValue) this.#option(name, `-${letter}`, undefined);
      else {
        const attached = word.slice(at + 1);
        return attached === ""
          ? this.#option(name, `-${letter}`, next)
          : (this.#option(name, `-${letter}`, attached), 0);
      }
    }
    return 0;
  }

  #option(name: string, written: string, value: string | undefined): 0 | 1 {
    const fate = fateOf(name);
    if (fate.kind === "refused") throw new Refusal(`${written}: ${fate.because}`);
    if (fate.takesValue && value === undefined) throw new Refusal(`${written} has no value.`);
    if (fate.kind === "left-out") this.leftOut.push(`${written} (${fate.because})`);
    else if (fate.kind === "idle") this.idle.push(written);
    else this.#take(name, written, value ?? "");
    return fate.takesValue ? 1 : 0;
  }

  #take(name: string, written: string, value: string): void {
    switch (name) {
      case "request":
        this.#method = value;
        break;
      case "url":
        this.#urls.push(value);
        break;
      case "header":
        this.#header(value);
        break;
      case "user":
        // No more than is known of who asks: the key itself stays out of files.
        this.#headers.push(["authorization", `Basic ${btoaUtf8(value)}`]);
        break;
      case "oauth2-bearer":
        this.#headers.push(["authorization", `Bearer ${value}`]);
        break;
      case "user-agent":
      case "referer":
        this.#headers.push([name, value]);
        break;
      case "cookie":
        if (!value.includes("=")) throw file(written);
        this.#headers.push(["cookie", value]);
        break;
      case "get":
        this.#get = true;
        break;
      case "head":
        this.#head = true;
        break;
      case "json":
        this.#json = true;
        this.#data.push(this.#fromInput(written, value));
        break;
      case "data-raw":
        this.#form = true;
        this.#data.push(value);
        break;
      case "data":
      case "data-ascii":
      case "data-binary":
        this.#form = true;
        this.#data.push(this.#fromInput(written, value));
        break;
      case "data-urlencode":
        this.#form = true;
        this.#data.push(encoded(written, value));
        break;
      case "url-query":
        this.#query.push(value.startsWith("+") ? value.slice(1) : encoded(written, value));
    }
  }

  /** `@file` names a file; `@-` is what is piped in, where that is written out. */
  #fromInput(written: string, value: string): string {
    if (!value.startsWith("@")) return value;
    if (value === "@-" && this.#input !== undefined) return this.#input;
    throw file(written);
  }

  /** `Name: value`, `Name;` for an empty value, `Name:` to leave out what cURL would add. */
  #header(value: string): void {
    if (value.startsWith("@")) throw file("-H");
    const [, name = "", sign, text = ""] = /^([^:;]*)([:;])([\s\S]*)$/.exec(value) ?? [];
    if (name.trim() === "")
      // A key may stand behind the first word.
      throw new Refusal(
        `-H: ${JSON.stringify(/\S{0,40}/.exec(value.trim())?.[0])} is no header. Write it as "Name: value".`,
      );
    if (sign === ":" && text.trim() === "") this.#removed.add(name.trim().toLowerCase());
    else this.#headers.push([name.trim(), text.trim()]);
  }

  request(): PlainRequest {
    const [url, ...more] = this.#urls;
    if (url === undefined) throw new Refusal("The command has no address.");
    if (more.length > 0) throw new Refusal("The command has several addresses. Import one at a time.");
    if (
      !this.idle.some((each) => /^(-g|--globoff)$/.test(each)) &&
      /\[\w+-\w+(:\d+)?\]|(?<!\{)\{[^{},]*,[^{}]*\}/.test(url)
    )
      throw new Refusal("The address stands for several, by braces or brackets. Write one of them.");
    const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(url) ?? [];
    if (scheme !== undefined && !/^https?$/i.test(scheme))
      throw new Refusal(
        `The address begins with ${scheme}://, and only http:// and https:// are asked from here.`,
      );
    const data = this.#data.join(this.#json && !this.#form ? "" : "&");
    const body = this.#data.length > 0 && !this.#get ? data : undefined;
    const query = [...this.#query, ...(this.#get && data !== "" ? [data] : [])].join("&");
    const method = this.#method ?? (this.#head ? "HEAD" : body === undefined ? "GET" : "POST");
    const has = (header: string) =>
      this.#removed.has(header) || this.#headers.some(([name]) => name.toLowerCase() === header);
    const implied: [string, string][] = [];
    if (body !== undefined && !has("content-type"))
      implied.push(["content-type", this.#json ? "application/json" : "application/x-www-form-urlencoded"]);
    return {
      method: method.toUpperCase(),
      url: withQuery(scheme === undefined && !url.startsWith("{{") ? `http://${url}` : url, query),
      headers: [...this.#headers, ...implied],
      ...(body !== undefined && { body }),
    };
  }
}

const file = (written: string) =>
  new Refusal(
    `${written}: it is read from a file, and no file is read here. Write the text itself behind --data-raw.`,
  );

/** In Windows PowerShell `curl` is a name of Invoke-WebRequest. */
const ofPowerShell = /^-(Method|Uri|Headers|Body|ContentType|WebSession|UseBasicParsing|OutFile|InFile)$/i;

const invokeWebRequest = () =>
  new Refusal(
    "This is PowerShell's own Invoke-WebRequest, not cURL. Copy the request as cURL (bash) or cURL (cmd).",
  );

/** `content`, `=content`, `name=content`; what has an `@` before any `=` names a file. */
function encoded(written: string, value: string): string {
  const [, name = "", sign, content = ""] = /^([^=@]*)([=@])([\s\S]*)$/.exec(value) ?? [];
  if (sign === "@") throw file(written);
  if (sign === undefined) return encodeForm(value);
  return name === "" ? encodeForm(content) : `${name}=${encodeForm(content)}`;
}

/** Placeholders stay as they are. */
const encodeForm = (text: string) =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part.toWellFormed())))
    .join("");

function withQuery(url: string, query: string): string {
  if (query === "") return url;
  const [, before = "", fragment = ""] = /^([^#]*)(#[\s\S]*)?$/.exec(url) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}${query}${fragment}`;
}

/** A variable in it stays one. */
const btoaUtf8 = (text: string) =>
  text.includes("{{") ? text : Buffer.from(text, "utf8").toString("base64");
