import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver-types";
import type { JsonSchema } from "../../shared/catalogue.ts";
import { facts, typeName } from "../../shared/reference/field.ts";
import { propertiesOf, type PropertyInfo, schemasAt, valuesOf } from "../schema/describe.ts";
import type { Schema } from "../schema/schema.ts";
import { type Location, locate } from "../syntax/locate.ts";
import { type OpenFile, rangeOf } from "./file.ts";
import { describeEntry, routeWords } from "./hover.ts";
import { describeField, requirementOf, speaking } from "./words.ts";

/** What may be written at an offset. */
export function complete(file: OpenFile, offset: number): CompletionItem[] {
  const { schema } = file;
  if (!schema) return [];
  const at = locate(file.tree, offset);
  if (at.part === "comment") return [];
  if (at.expects === "key") return completeKey(file, schema, at);
  return at.expects === "value" ? completeValue(file, schema, at) : [];
}

function completeKey(file: OpenFile, schema: Schema, at: Location): CompletionItem[] {
  if (at.container?.node.kind !== "object") return [];
  const current = at.part === "key" ? at.child?.key?.name : undefined;
  const container = at.part === "key" ? at.path.slice(0, -1) : at.path;
  return propertiesOf(file.tree, schema, container)
    .filter(({ name, present }) => !present || name === current)
    .map((property, index) => keyItem(file, at, property, index));
}

function keyItem(file: OpenFile, at: Location, property: PropertyInfo, index: number): CompletionItem {
  const schema = speaking(property.schemas) ?? {};
  const requirement = requirementOf(schema, property.required);
  const key = JSON.stringify(property.name);
  // In an existing key only the key is replaced: its value stays.
  const value =
    at.part === "key" && !at.colonAfter ? "" : `: ${valueSnippet(schema)}${at.commaAfter ? "," : ""}`;
  return {
    label: property.name,
    labelDetails: {
      description: [typeName(schema), ...(requirement === "required" ? ["required"] : [])].join(", "),
    },
    kind: CompletionItemKind.Property,
    documentation: { kind: "markdown", value: describeField(schema, requirement) },
    filterText: key,
    sortText: String(index).padStart(4, "0"),
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: {
      range: rangeOf(file.lines, at.replace.start, at.replace.end),
      newText: (at.commaBefore ? "," : "") + escapeSnippet(key) + value,
    },
  };
}

/** The value of a new property with a place for the cursor. */
function valueSnippet(schema: JsonSchema): string {
  if (schema.const !== undefined) return escapeSnippet(JSON.stringify(schema.const));
  if (schema.default !== undefined) return `\${1:${escapeSnippet(JSON.stringify(schema.default))}}`;
  const type = typeName(schema);
  if (type.startsWith("array")) return "[$1]";
  if (type.startsWith("object")) return "{$1}";
  return type.startsWith("string") ? '"$1"' : "$1";
}

const escapeSnippet = (text: string) => text.replace(/[\\$}]/g, "\\$&");

function completeValue(file: OpenFile, schema: Schema, at: Location): CompletionItem[] {
  const schemas = schemasAt(file.tree, schema, at.path);
  const ending = at.commaAfter ? "," : "";
  return valuesOf(schemas).map(({ value, open, schema: source, from }, index) => {
    const json = JSON.stringify(value);
    const operation = at.path.at(-1) === "operation" ? file.reference.operation(value) : undefined;
    const event =
      typeof value === "string" && file.format.kind === "webhook"
        ? file.reference.event(file.format.api ?? "", value)
        : undefined;
    const documented = operation ?? event;
    const detail = operation
      ? `${operation.title} — ${routeWords(operation)}`
      : event
        ? event.meaning
        : from === "default"
          ? "default"
          : open
            ? "shown in the documents; others are accepted"
            : "";
    const described = typeof source.source === "object" ? source.source : {};
    return {
      label: typeof value === "string" ? value : json,
      kind: operation
        ? CompletionItemKind.Function
        : event
          ? CompletionItemKind.Event
          : CompletionItemKind.EnumMember,
      ...(operation && { labelDetails: { description: operation.title } }),
      ...(detail !== "" && { detail }),
      documentation: {
        kind: "markdown",
        value: documented
          ? describeEntry(file.reference, documented)
          : facts(described as JsonSchema).join(". "),
      },
      // The title finds an operation too: "new post" as well as "content.posts.create".
      filterText: operation ? `${json} ${operation.title}` : json,
      sortText: String(index).padStart(4, "0"),
      textEdit: {
        range: rangeOf(file.lines, at.replace.start, at.replace.end),
        newText: (at.commaBefore ? "," : "") + json + ending,
      },
    };
  });
}
