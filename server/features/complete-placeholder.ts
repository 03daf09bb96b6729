/** Completion of placeholders: within `{{…}}`, and as whole values. */
import { CompletionItemKind, InsertTextFormat } from "vscode-languageserver-types";
import type { JsonSchema } from "../../shared/catalogue.ts";
import { isTimestampFormat } from "../../shared/traits/iso-8601.ts";
import { dynamicForms } from "../../shared/requests/dynamic-values.ts";
import { isRow } from "../../shared/traits/values.ts";
import { entriesOf, operationOf } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { environmentFiles } from "../knowledge/variables.ts";
import { memberNamed } from "../syntax/named-members.ts";
import type { Located } from "../syntax/node.ts";
import { toValue } from "../syntax/value.ts";
import { fitting } from "./fitting.ts";
import type { Completions } from "./proposal.ts";

interface Proposal {
  /** What stands between the braces. */
  inner: string;
  detail: string;
  kind: CompletionItemKind;
  snippet?: string;
}

export function completePlaceholder(
  file: OpenFile,
  place: { start: number; end: number; closed: boolean },
  offset: number,
): Completions {
  const { items: proposed, isCut } = proposals(file, offset, file.tree.text.slice(place.start, offset));
  const items = proposed.map(({ inner, detail, kind, snippet }, index) => ({
    label: inner,
    kind,
    detail,
    filterText: inner,
    sortText: String(index).padStart(4, "0"),
    ...(snippet !== undefined && { insertTextFormat: InsertTextFormat.Snippet }),
    textEdit: {
      range: rangeOf(file.lines, place.start, place.end),
      newText: (snippet ?? inner) + (place.closed ? "" : snippet === undefined ? "}}" : "\\}\\}"),
    },
  }));
  return { items, isIncomplete: isCut };
}

/** A placeholder that is a whole value: `{{…}}`, as a snippet where it has a place for the cursor. */
interface WholeValue {
  value: string;
  detail: string;
  kind: CompletionItemKind;
  snippet: boolean;
}

/** What may stand for a whole value. @param typed of the value before the offset */
export function placeholderValues(
  file: OpenFile,
  offset: number,
  typed: string,
  { format, free, number, secret }: { format: unknown; free: boolean; number: boolean; secret: boolean },
): { items: WholeValue[]; isCut: boolean } {
  const fits = ({ inner, kind }: Proposal) => {
    if (secret) return kind === CompletionItemKind.Constant || kind === CompletionItemKind.Variable;
    if (inner.startsWith("$timestamp")) return isTimestampFormat(format);
    if (inner.startsWith("$randomInt")) return number;
    if (inner === "$uuid") return format === "uuid" || (format === undefined && free);
    return kind !== CompletionItemKind.Constant;
  };
  const { items, isCut } = proposals(file, offset, typed.replace(/^\{+\s*/, ""));
  const whole = items.filter(fits).map(({ inner, detail, kind, snippet }) => ({
    value: snippet === undefined ? `{{${inner}}}` : `{{${snippet}\\}\\}`,
    detail,
    kind,
    snippet: snippet !== undefined,
  }));
  return { items: whole, isCut };
}

/** @param typed what is written of it already */
function proposals(file: OpenFile, offset: number, typed: string): { items: Proposal[]; isCut: boolean } {
  const inner = (proposal: Proposal) => proposal.inner;
  const ofFiles = fitting(variables(file), typed, inner);
  const ofRequests = fitting(responses(file, offset), typed, inner);
  const items = [
    ...ofFiles.items,
    ...ofRequests.items,
    ...Object.values(dynamicForms)
      .flat()
      .map(({ written: inner, meaning, snippet }) => ({
        inner,
        detail: meaning,
        // A variable of the process may be a secret, and is offered like one.
        kind: inner.startsWith("$processEnv") ? CompletionItemKind.Constant : CompletionItemKind.Function,
        ...(snippet !== undefined && { snippet }),
      })),
    {
      inner: "secret:NAME",
      detail: "a secret from the keychain",
      kind: CompletionItemKind.Constant,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a place of a snippet
      snippet: "secret:${1:NAME}",
    },
  ];
  return { items, isCut: ofFiles.isCut || ofRequests.isCut };
}

/** Each variable once, those of the active environment first. Private values stay in their file. */
function variables(file: OpenFile): Proposal[] {
  const { environment } = file.workspace.settings;
  const active = file.variables.filter((each) => each.environment === environment);
  const others = file.variables.filter((each) => each.environment !== environment);
  const found = new Map<string, Proposal>();
  for (const variable of [...active, ...others]) {
    if (found.has(variable.name)) continue;
    const value = isPrivate(variable.uri) ? "private" : variable.value;
    found.set(variable.name, {
      inner: variable.name,
      detail: variable.environment === environment ? value : `${value} (${variable.environment})`,
      kind: CompletionItemKind.Variable,
    });
  }
  return [...found.values()];
}

export const isPrivate = (uri: string) => uri.endsWith(environmentFiles[1]);

/** The fields of what earlier requests send, and the known ones of what they are answered; the nearest request first. */
function responses(file: OpenFile, offset: number): Proposal[] {
  const sending = new Set<string>();
  const answering = new Set<string>();
  return entriesOf(file.tree)
    .toReversed()
    .flatMap((entry) => {
      if (entry.start > offset) return [];
      const isEarlier = entry.start + entry.node.width <= offset;
      const named = memberNamed(entry, "name");
      const name = named && toValue(file.tree, named);
      if (typeof name !== "string" || name === "") return [];
      const expected = memberNamed(entry, "expect");
      // What a request sends itself is known by the time that its reply is judged.
      const isJudged = expected && expected.start <= offset && offset <= expected.start + expected.node.width;
      // Of requests of one name the latest before the place is meant.
      const answers = isEarlier && !answering.has(name);
      const sends = (isEarlier || isJudged) && !sending.has(name);
      if (answers) answering.add(name);
      if (sends) sending.add(name);
      return [
        ...(answers ? answered(file, entry) : []).map((path) => ({
          inner: `${name}.response.${path}`,
          detail: `response of ${operationOf(file, entry)?.id ?? name}`,
          kind: CompletionItemKind.Reference,
        })),
        ...(sends ? sent(file, entry) : []).map((path) => ({
          inner: `${name}.request.${path}`,
          detail: `sent by ${name}`,
          kind: CompletionItemKind.Reference,
        })),
      ];
    });
}

function answered(file: OpenFile, entry: Located): string[] {
  const operation = operationOf(file, entry);
  const reply = operation && file.catalogue.reply(operation.id);
  return ["body", ...fieldsOf(reply, "body", 3), "status", "headers"];
}

function sent(file: OpenFile, entry: Located): string[] {
  return sentParts.flatMap((part) => {
    const written = memberNamed(entry, part);
    return written ? waysInto(toValue(file.tree, written), part, 3) : [];
  });
}

const sentParts = ["path", "query", "headers", "body"] as const;

function fieldsOf(schema: JsonSchema | undefined, way: string, depth: number): string[] {
  if (!schema || depth === 0) return [];
  const { properties = {}, items } = schema;
  const ofItems = typeof items === "object" ? fieldsOf(items, `${way}[0]`, depth) : [];
  return [
    ...ofItems,
    ...Object.entries(properties).flatMap(([name, property]) => {
      // A dot in a name could not be told from one between names.
      if (name.includes(".")) return [];
      const path = `${way}.${name}`;
      return [path, ...fieldsOf(property, path, depth - 1)];
    }),
  ];
}

/** The ways to the values within what is written. */
function waysInto(value: unknown, way: string, depth: number): string[] {
  if (!isRow(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    /[.[\]{}]/.test(name) ? [] : [`${way}.${name}`, ...waysInto(inner, `${way}.${name}`, depth - 1)],
  );
}
