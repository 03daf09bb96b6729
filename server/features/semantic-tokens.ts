/**
 * Colours that know more than a grammar can: what exists looks like what it is, and what does not exist
 * (an operation, a variable, an earlier request) looks like the plain text that it is.
 */
import type { Range } from "vscode-languageserver-types";
import { dynamicNames } from "../../shared/requests/dynamic-values.ts";
import { annotatedValues } from "../files/annotated.ts";
import { eachEntry, eventOf, namingField, operationOf } from "../files/entries.ts";
import type { OpenFile } from "../files/open-file.ts";
import { type Placeholder, placeholdersIn } from "../files/placeholders.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { type Located } from "../syntax/node.ts";
import { contentOf, sourceOf, stringValue } from "../syntax/value.ts";
import { walk } from "../syntax/walk.ts";

export const tokenTypes = [
  "namespace",
  "type",
  "function",
  "variable",
  "property",
  "keyword",
  "event",
  "enumMember",
  "string",
] as const;
export const tokenModifiers = ["declaration", "readonly", "defaultLibrary"] as const;

export interface Token {
  start: number;
  length: number;
  type: (typeof tokenTypes)[number];
  modifiers: (typeof tokenModifiers)[number][];
}

/** The grammar alone colours what comes after so many. */
const tokenLimit = 50_000;

/** In document order, none over another. */
export function semanticTokens(file: OpenFile, range?: Range): Token[] {
  if (file.format.kind === "body") return [];
  const from = range ? file.lines.offsetAt(range.start) : 0;
  const to = range ? file.lines.offsetAt(range.end) : file.tree.text.length;
  const tokens = new Tokens(file, from, to);
  eachEntry(file, (entry) => {
    tokens.addEntry(entry);
    return entry.start > to ? "stop" : undefined;
  });
  return [...tokens.found, ...ids(file, from, to)]
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start }, index, all) => start !== all[index - 1]?.start)
    .slice(0, tokenLimit);
}

class Tokens {
  readonly found: Token[] = [];
  readonly #file: OpenFile;
  readonly #from: number;
  readonly #to: number;
  readonly #variables: ReadonlySet<string>;
  /** The names of the requests so far: later ones may refer to their responses. */
  readonly #earlier = new Set<string>();

  constructor(file: OpenFile, from: number, to: number) {
    this.#file = file;
    this.#from = from;
    this.#to = to;
    const { environment } = file.workspace.settings;
    this.#variables = new Set(
      file.variables
        .filter((each) => environment === "" || each.environment === environment)
        .map(({ name }) => name),
    );
  }

  addEntry(entry: Located): void {
    const { tree, format } = this.#file;
    const isRequest = format.kind === "request";
    const named = isRequest ? memberNamed(entry, "name") : undefined;
    const inRange = entry.start + entry.node.width >= this.#from && entry.start <= this.#to;
    if (inRange) {
      const field = namingField(this.#file);
      const naming = field === undefined ? undefined : memberNamed(entry, field);
      walk(
        tree,
        (at) => {
          const { node, start } = at;
          if (start > this.#to) return "stop";
          if (start + node.width < this.#from) return "skip";
          if (node.kind !== "string" || node.width < 3) return undefined;
          if (start === naming?.start) this.#addOperationOrEvent(entry, at);
          else if (start === named?.start) this.#addContent(at, "variable", "declaration");
          else if (isRequest)
            placeholdersIn(sourceOf(tree, at), start).forEach((each) => this.#addPlaceholder(each));
          return undefined;
        },
        entry,
      );
    }
    if (named?.node.kind === "string") this.#earlier.add(stringValue(tree, named));
  }

  #addOperationOrEvent(entry: Located, at: Located): void {
    const { start, end } = contentOf(at);
    const operation = operationOf(this.#file, entry);
    if (operation) {
      const [api = "", resource = ""] = operation.id.split(".");
      const verb = start + api.length + resource.length + 2;
      // Written with escapes, its parts are somewhere else.
      if (end - start !== operation.id.length) return;
      this.#add(start, api.length, "namespace");
      this.#add(start + api.length + 1, resource.length, "type");
      this.#add(verb, end - verb, "function");
    } else if (eventOf(this.#file, entry)) this.#addContent(at, "event");
    else if (this.#file.format.kind === "request") this.#addContent(at, "string");
  }

  #addContent(at: Located, ...[type, ...modifiers]: [Token["type"], ...Token["modifiers"]]): void {
    const { start, end } = contentOf(at);
    this.#add(start, end - start, type, ...modifiers);
  }

  #addPlaceholder({ inner, expression }: Placeholder): void {
    const { start, text } = inner;
    const [first = ""] = text.split(/\s/, 1);
    if ((expression.kind === "dynamic" || expression.kind === "process") && dynamicNames.includes(first))
      this.#add(start, first.length, "function", "defaultLibrary");
    else if (expression.kind === "secret" && expression.name !== "") {
      this.#add(start, "secret".length, "keyword");
      this.#add(start + text.length - expression.name.length, expression.name.length, "variable", "readonly");
    } else if (expression.kind === "variable" && this.#variables.has(expression.name))
      this.#add(start, text.length, "variable", "readonly");
    else if ("request" in expression && this.#earlier.has(expression.request)) {
      this.#add(start, expression.request.length, "variable");
      let at = start + expression.request.length + 1;
      for (const step of text.slice(expression.request.length + 1).split(".")) {
        this.#add(at, step.length, "property");
        at += step.length + 1;
      }
    } else this.#add(start, text.length, "string");
  }

  #add(start: number, length: number, type: Token["type"], ...modifiers: Token["modifiers"]): void {
    if (length > 0) this.found.push({ start, length, type, modifiers });
  }
}

/** Identifiers that begin as the documents show. */
function ids(file: OpenFile, from: number, to: number): Token[] {
  return annotatedValues(file, "x-prefix", { start: from, end: to }).flatMap(
    ({ at, annotation: prefix }): Token[] => {
      if (at.node.kind !== "string" || typeof prefix !== "string") return [];
      const { start, end } = contentOf(at);
      if (end < from || start > to) return [];
      const id = stringValue(file.tree, at);
      if (!id.startsWith(prefix) || id.includes("{{")) return [];
      return [{ start, length: end - start, type: "enumMember", modifiers: [] }];
    },
  );
}
