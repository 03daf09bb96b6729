/** Completion of placeholders: within `{{…}}`, and as whole values. */
import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver-types";
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
): CompletionItem[] {
  return proposals(file, offset).map(({ inner, detail, kind, snippet }, index) => ({
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
}

/** What a placeholder may stand for as a whole value: `{{…}}`, as a snippet where it has a place for the cursor. */
export function placeholderValues(
  file: OpenFile,
  offset: number,
  { format, free, number, secret }: { format: unknown; free: boolean; number: boolean; secret: boolean },
): { value: string; detail: string; kind: CompletionItemKind; snippet: boolean }[] {
  const fits = ({ inner, kind }: Proposal) => {
    if (secret) return kind === CompletionItemKind.Constant || kind === CompletionItemKind.Variable;
    if (inner.startsWith("$timestamp")) return isTimestampFormat(format);
    if (inner.startsWith("$randomInt")) return number;
    if (inner === "$uuid") return format === "uuid" || (format === undefined && free);
    return kind !== CompletionItemKind.Constant;
  };
  return proposals(file, offset)
    .filter(fits)
    .map(({ inner, detail, kind, snippet }) => ({
      value: snippet === undefined ? `{{${inner}}}` : `{{${snippet}\\}\\}`,
      detail,
      kind,
      snippet: snippet !== undefined,
    }));
}

function proposals(file: OpenFile, offset: number): Proposal[] {
  return [
    ...variables(file),
    ...responses(file, offset),
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

/** The fields of what earlier requests send, and the known ones of what they are answered. */
function responses(file: OpenFile, offset: number): Proposal[] {
  return entriesOf(file.tree).flatMap((entry) => {
    if (entry.start > offset) return [];
    const isEarlier = entry.start + entry.node.width <= offset;
    const named = memberNamed(entry, "name");
    const name = named && toValue(file.tree, named);
    if (typeof name !== "string" || name === "") return [];
    const expected = memberNamed(entry, "expect");
    // What a request sends itself is known by the time that its reply is judged.
    const isJudged = expected && expected.start <= offset && offset <= expected.start + expected.node.width;
    return [
      ...(isEarlier ? answered(file, entry) : []).map((path) => ({
        inner: `${name}.response.${path}`,
        detail: `response of ${operationOf(file, entry)?.id ?? name}`,
        kind: CompletionItemKind.Reference,
      })),
      ...(isEarlier || isJudged ? sent(file, entry) : []).map((path) => ({
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
