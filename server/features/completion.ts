import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver-types";
import { typeName } from "../../shared/derived/field.ts";
import { suggestCommand } from "../../shared/protocol.ts";
import { entryAt, operationOf } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { parametersOf } from "../knowledge/routes.ts";
import type { Sighting } from "../knowledge/seen.ts";
import { annotation, propertiesOf, type PropertyInfo, valuesOf } from "../schema/describe.ts";
import type { Schema } from "../schema/schema.ts";
import { locate, type Location } from "../syntax/locate.ts";
import { childrenOf } from "../syntax/node.ts";
import { completeValue } from "./complete-value.ts";
import { describeForWriting, requirementOf, speaking } from "./field-markdown.ts";
import { commaBefore, type Completions, toItem } from "./proposal.ts";
import { seenFields, seenNote, sightingWords } from "./seen.ts";
import { escapeSnippet, plainText, valueSnippet } from "./snippet.ts";
import { templatesAt } from "./templates.ts";

export interface CompletionOptions {
  /** The character that asks for it by itself. */
  typed?: string | undefined;
  /** Whether the documentation of operations is asked for when it is looked at: `documented`. */
  resolves?: boolean;
}

/** What may be written at an offset. */
export function complete(
  file: OpenFile,
  offset: number,
  now = new Date(),
  { typed, resolves = false }: CompletionOptions = {},
): Completions {
  const { schema } = file;
  if ("parts" in file.format) return nothing;
  const at = locate(file.tree, offset);
  if (at.part === "comment") return nothing;
  // After the brace of an object Enter means a new line: only in a string a brace begins something.
  if (typed === "{" && !(at.part === "value" && at.child?.node.kind === "string")) return nothing;
  if (!schema) {
    const items = templatesAt(file, at).map((template, index) => toItem(file, at, template, index));
    return { items, isIncomplete: false };
  }
  if (at.expects === "key") return { items: completeKey(file, schema, at, offset), isIncomplete: false };
  return at.expects === "value" ? completeValue(file, schema, at, { offset, now, resolves }) : nothing;
}

const nothing: Completions = { items: [], isIncomplete: false };

function completeKey(file: OpenFile, schema: Schema, at: Location, offset: number): CompletionItem[] {
  if (at.container?.node.kind !== "object") return [];
  const current = at.part === "key" ? at.child?.key?.name : undefined;
  const container = at.part === "key" ? at.path.slice(0, -1) : at.path;
  const described = propertiesOf(file.tree, schema, container);
  const known = new Set(described.map(({ name }) => name));
  const present = new Set(childrenOf(at.container).map(({ key }) => key?.name));
  const more = pathNames(file, container, offset)
    .filter((name) => !known.has(name))
    .map((name) => ({ name, required: false, present: present.has(name), deprecated: false, schemas: [] }));
  const offered = [...described, ...more].filter(({ name, present }) => !present || name === current);
  const seen = seenFields(file, container, offset).filter(
    ({ seen: name }) => !present.has(name) || name === current,
  );
  return [
    ...offered.map((property, index) => keyItem(file, at, property, index)),
    ...seen.map((sighting, index) => seenItem(file, at, sighting, offered.length + index)),
  ];
}

/** A field that replies had: what its value is nobody knows. */
function seenItem(file: OpenFile, at: Location, sighting: Sighting, index: number): CompletionItem {
  const key = escapeSnippet(JSON.stringify(sighting.seen));
  // In an existing key only the key is replaced: its value stays.
  const hasValue = at.part === "key" && !at.colonAfter;
  return toItem(
    file,
    hasValue ? { ...at, commaAfter: false } : at,
    {
      label: sighting.seen,
      text: hasValue ? key : `${key}: $1`,
      kind: CompletionItemKind.Property,
      beside: seenNote,
      documentation: sightingWords(sighting),
      alias: JSON.stringify(sighting.seen),
      snippet: true,
    },
    index,
  );
}

function keyItem(file: OpenFile, at: Location, property: PropertyInfo, index: number): CompletionItem {
  const schema = speaking(property.schemas) ?? { type: "string" };
  const requirement = requirementOf(file, schema, property.required);
  const key = JSON.stringify(property.name);
  const comma = commaBefore(file, at);
  // In an existing key only the key is replaced: its value stays.
  const written = at.part === "key" && !at.colonAfter ? undefined : valueSnippet(schema);
  const value = written === undefined ? "" : `: ${written}${at.commaAfter ? "," : ""}`;
  const chooses = written?.includes("$1") === true && hasChoices(property);
  return {
    label: property.name,
    labelDetails: {
      description: [typeName(schema), ...(requirement === "required" ? ["required"] : [])].join(", "),
    },
    kind: CompletionItemKind.Property,
    documentation: { kind: "markdown", value: describeForWriting(schema, requirement) },
    filterText: key,
    sortText: String(index).padStart(4, "0"),
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: {
      range: rangeOf(file.lines, at.replace.start, at.replace.end),
      newText: comma.here + escapeSnippet(key) + value,
    },
    ...comma.beside,
    ...(chooses &&
      file.workspace.settings.commands.includes(suggestCommand) && {
        command: { title: "Suggest", command: suggestCommand },
      }),
  };
}

/** Whether its value is one of several that are known. */
const hasChoices = ({ schemas }: PropertyInfo) =>
  valuesOf(schemas).length > 0 || annotation(schemas, "x-resource") !== undefined;

/** The names of the path's parameters, where the documents show none. */
function pathNames(file: OpenFile, container: readonly (string | number)[], offset: number): string[] {
  if (file.format.kind !== "request" || container.at(-1) !== "path" || container.length > 2) return [];
  const operation = operationOf(file, entryAt(file, offset));
  return operation ? parametersOf(file.workspace.settings, operation) : [];
}

/** The items for an editor that knows no snippets. */
export const withoutSnippets = ({ items, ...list }: Completions): Completions => ({
  ...list,
  items: items.map(({ insertTextFormat, textEdit, ...item }) =>
    insertTextFormat === InsertTextFormat.Snippet && textEdit && "range" in textEdit
      ? { ...item, textEdit: { ...textEdit, newText: plainText(textEdit.newText) } }
      : { ...item, ...(textEdit && { textEdit }) },
  ),
});
