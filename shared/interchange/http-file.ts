/** `.http` and `.rest` files, as the REST Client, JetBrains' HTTP Client and Visual Studio have them. */
import { expressionOf, isKeyVariable } from "../placeholders.ts";
import { dynamicValue } from "../requests/dynamic-values.ts";
import { isForm } from "./foreign-address.ts";
import { type PlainRequest, type ReadRequest, Refusal } from "./plain-request.ts";

/** What a file has between two lines that begin with `###`. */
export interface HttpEntry {
  /** For people: the name, else method and address. */
  title: string;
  /** Why it cannot be taken over, in words for the person. */
  read: ReadRequest | Refusal;
}

const methods = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT)$/i;

export function readHttpFile(text: string): HttpEntry[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const variables = new Variables(valuesIn(lines));
  const blocks: { name: string; lines: string[] }[] = [{ name: "", lines: [] }];
  for (const line of lines) {
    const separator = /^###+[ \t]*(.*)$/.exec(line);
    if (separator) blocks.push({ name: separator[1]?.trim() ?? "", lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks.flatMap((block) => entryOf(block, variables) ?? []);
}

function entryOf(
  { name: title, lines }: { name: string; lines: readonly string[] },
  variables: Variables,
): HttpEntry | undefined {
  const leftOut: string[] = [];
  let name: string | undefined;
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const directive = /^\s*(?:#|\/\/)\s*@([\w-]+)\s*=?\s*(.*)$/.exec(line);
    if (directive?.[1] === "name") name = directive[2]?.trim();
    else if (
      directive &&
      !/^(no-redirect|no-cookie-jar|no-log|note|timeout|connection-timeout)$/.test(directive[1] ?? "")
    )
      // A key may stand behind it.
      leftOut.push(`the line # @${directive[1]}`);
    else if (/^\s*<\s*(\{%|\S)/.test(line)) {
      leftOut.push("a script that runs before the request");
      at = endOfScript(lines, at);
    } else if (!/^\s*($|#|\/\/|@[\w.-]+\s*=)/.test(line)) break;
  }
  const first = lines[at]?.trim();
  if (first === undefined) return undefined;
  const fill = (written: string) => variables.fill(written, leftOut);
  // A key may stand in a query.
  const shown = title || name || first.replace(/\?.*$/, "");
  try {
    const { request, end } = requestAt(lines, at, fill);
    const rest = bodyAt(lines, end, leftOut);
    const body =
      rest === undefined ? undefined : fill(isForm(rest, request.headers) ? formInOneLine(rest) : rest);
    const called = identifierOf(name ?? title);
    return {
      title: shown,
      read: {
        request: { ...request, ...(body !== undefined && { body }) },
        ...(called !== undefined && { name: called }),
        leftOut,
        idle: [],
      },
    };
  } catch (error) {
    if (error instanceof Refusal) return { title: shown, read: error };
    throw error;
  }
}

/** The line of the request, its address over several lines, and the headers. */
function requestAt(
  lines: readonly string[],
  start: number,
  fill: (text: string) => string,
): { request: PlainRequest; end: number } {
  const [, word = "", others = ""] = /^(\S+)\s*(.*)$/.exec(lines[start]?.trim() ?? "") ?? [];
  const hasMethod = methods.test(word);
  let url = withoutVersion(hasMethod ? others : `${word} ${others}`);
  if (!hasMethod && !/^(https?:\/\/|\{\{|\/)/i.test(url))
    throw new Refusal(
      /^(GRPC|WEBSOCKET|GRAPHQL|curl)\b/i.test(word)
        ? `${word} is not read here.`
        : "It has no request line.",
    );
  let at = start + 1;
  for (; /^\s+[?&/]/.test(lines[at] ?? ""); at++) url += withoutVersion(lines[at] ?? "");
  const headers: [string, string][] = [];
  for (; at < lines.length && (lines[at] ?? "").trim() !== ""; at++) {
    const line = lines[at] ?? "";
    if (/^\s*(#|\/\/)/.test(line)) continue;
    const [, name, value = ""] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (name === undefined)
      // A key may stand behind the first word.
      throw new Refusal(
        `The line that begins with ${JSON.stringify(/\S{1,40}/.exec(line)?.[0])} is no header. Write it as Name: value.`,
      );
    headers.push([name, authorizationOf(name, fill(value.trim()))]);
  }
  return {
    request: { method: hasMethod ? word.toUpperCase() : "GET", url: spaceless(fill(url)), headers },
    end: at,
  };
}

/** The version stands at the end of the last line of an address. */
const withoutVersion = (line: string) => line.replace(/(?<!\s)\s+HTTP\/[\d.]+\s*$/i, "").trim();

/** A name in it may stand for the host, and be followed by what a person typed with spaces. */
const spaceless = (url: string) =>
  url.replace(/\{\{[^{}]*\}\}|\s+/g, (found) => (found.startsWith("{{") ? found : "%20"));

/** REST Client takes `Basic user password` and encodes it. */
const authorizationOf = (name: string, value: string) =>
  name.toLowerCase() === "authorization"
    ? value.replace(/^(basic)\s+(\S+)(?:\s+|:)(\S+)$/i, "$1 $2:$3")
    : value;

function bodyAt(lines: readonly string[], start: number, leftOut: string[]): string | undefined {
  const kept: string[] = [];
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (/^\s*<@?\w*\s+\S/.test(line) && kept.join("").trim() === "")
      throw new Refusal("Its body is read from a file, and no file is read here. Write the body itself.");
    if (/^\s*<>\s/.test(line)) continue; // A reply that was saved.
    if (/^\s*>>?!?\s*(\{%|\S)/.test(line)) {
      leftOut.push("what runs or is written after the reply");
      at = endOfScript(lines, at);
    } else kept.push(line);
  }
  // Comments stand before the next request.
  if (kept.every((line) => /^\s*($|#|\/\/)/.test(line))) return undefined;
  return kept.join("\n").trim();
}

/** A form is written over several lines, each with `&` at its beginning or its end, and with space around what joins it. */
const formInOneLine = (body: string) =>
  body
    .split("\n")
    .map((line) => line.trim())
    .join("")
    .split("&")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return value.length === 0 ? pair.trim() : `${name.trim()}=${value.join("=").trim()}`;
    })
    .join("&");

function endOfScript(lines: readonly string[], start: number): number {
  if (!/\{%/.test(lines[start] ?? "")) return start;
  for (let at = start; at < lines.length; at++) if (/%\}/.test(lines[at] ?? "")) return at;
  return lines.length;
}

/** `@host = https://…` */
function valuesIn(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^\s*@([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) found.set(name, value);
  }
  return found;
}

/** What the variables of a file may be replaced by in all: one may be made of many others, and lead round in a circle. */
const mostReplacements = 10_000;

/** The file's own variables are put in; other programs' names for what is known here become ours. */
class Variables {
  readonly #values: ReadonlyMap<string, string>;
  #left = mostReplacements;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  fill(text: string, leftOut: string[], depth = 0): string {
    return text.replace(/\{\{([^{}]*)\}\}/g, (written, inner: string) => {
      const name = inner.trim().replace(/^%/, "");
      const own = this.#values.get(name);
      if (own !== undefined && depth < 5 && this.#left > 0) {
        this.#left -= 1;
        return this.fill(own, leftOut, depth + 1);
      }
      return ourNameOf(name, leftOut) ?? written;
    });
  }
}

/** Undefined where it is the same. */
function ourNameOf(name: string, leftOut: string[]): string | undefined {
  const [dynamic = "", ...rest] = name.split(/\s+/);
  if (/^\$(guid|random\.uuid|uuid)$/.test(dynamic)) return "{{$uuid}}";
  const expression = expressionOf(name);
  if (expression.kind === "process" && !isKeyVariable(expression.name)) return undefined;
  if (/^\$(processEnv|dotenv|env)$/.test(dynamic)) return `{{secret:${rest.join("_").replace(/\W/g, "")}}}`;
  const moment = momentOf(dynamic, rest);
  if (moment !== undefined && !("problem" in dynamicValue(moment, anyTime))) return `{{${moment}}}`;
  if (dynamic === "$timestamp") leftOut.push("that {{$timestamp}} was in seconds: here it is ISO 8601");
  else if (expression.kind === "dynamic" && "problem" in dynamicValue(name, anyTime))
    leftOut.push(`what {{${name}}} stands for, which is not known here`);
  const [, earlier, path] =
    /^([A-Za-z_][\w-]*\.(?:request|response)\.(?:body|headers))\.(?:\$\.)?([\w.[\]$-]+)$/.exec(name) ?? [];
  return earlier === undefined ? undefined : `{{${earlier}.${path}}}`;
}

/** A time in ISO 8601 and UTC, with what is added to it; undefined where it is none. */
function momentOf(dynamic: string, [format, ...added]: readonly string[]): string | undefined {
  if (dynamic === "$datetime" && format === "iso8601") return ["$timestamp", ...added].join(" ");
  return dynamic === "$isoTimestamp" ? "$timestamp" : undefined;
}

/** It is asked what is known here, and not for a value. */
const anyTime = { uuid: () => "", now: () => new Date(0), random: () => 0 };

/** A request's name here is an identifier. */
function identifierOf(title: string): string | undefined {
  const name = title
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[^A-Za-z_]+|-+$/g, "");
  return name === "" ? undefined : name.slice(0, 60);
}

/** What is written: a request with the name that it has. */
export interface NamedRequest {
  title: string;
  name?: string;
  request: PlainRequest;
}

/** One that an earlier reply fills. */
const encodedPlaceholder = /%7B%7B[\w.%-]+?%7D%7D/gi;

/** Keys and secrets are variables, which the reader of the file sets. */
export function writeHttpFile(requests: readonly NamedRequest[]): string {
  const blocks = requests.map(({ title, name, request: { method, url, headers, body } }) =>
    [
      `### ${oneLine(title)}`,
      ...(name === undefined ? [] : [`# @name ${name}`]),
      `${method} ${outward(url.replace(encodedPlaceholder, (encoded) => decodeURIComponent(encoded)))}`,
      ...headers.map(([header, value]) => `${header}: ${oneLine(outward(value))}`),
      ...(body === undefined ? [] : ["", outward(body)]),
      "",
    ].join("\n"),
  );
  const names = new Set(requests.flatMap(({ request }) => secretsOf(request)));
  const head = names.size > 0 ? [`# Set in http-client.private.env.json: ${[...names].join(", ")}\n`] : [];
  return [...head, ...blocks].join("\n");
}

const secretsOf = ({ url, headers, body = "" }: PlainRequest): string[] =>
  [url, ...headers.map(([, value]) => value), body].flatMap((text) =>
    [...text.matchAll(/\{\{\s*secret:([^{}]*)\}\}/g)].map(([, name = ""]) => variableOf(name)),
  );

const variableOf = (name: string) => name.trim().replace(/\W/g, "_");

/** The names that REST Client has for the same. */
const outward = (text: string) =>
  text.replace(/\{\{([^{}]*)\}\}/g, (written, inner: string) => {
    const name = inner.trim();
    if (name.startsWith("secret:")) return `{{${variableOf(name.slice("secret:".length))}}}`;
    if (name === "$uuid") return "{{$guid}}";
    const [, added] = /^\$timestamp((?:\s.*)?)$/.exec(name) ?? [];
    if (added !== undefined) return `{{$datetime iso8601${added}}}`;
    const [, earlier, path] = /^([\w-]+\.(?:request|response)\.body)\.(?!\$)(.+)$/.exec(name) ?? [];
    return earlier === undefined ? written : `{{${earlier}.$.${path}}}`;
  });

const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ");
