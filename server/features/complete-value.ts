/** Completion of values: documented ones, operations, records, points in time, currencies, placeholders. */
import { type CompletionItem, CompletionItemKind } from "vscode-languageserver-types";
import type { EventEntry, OperationEntry } from "../../shared/catalogue.ts";
import { isTimestampFormat } from "../../shared/traits/iso-8601.ts";
import { facts, typeName } from "../../shared/derived/field.ts";
import type { LiveRecord } from "../../shared/protocol.ts";
import { isRow } from "../../shared/traits/values.ts";
import { entryAt, eventOf, operationOf } from "../files/entries.ts";
import type { OpenFile } from "../files/open-file.ts";
import { placeholderPlace } from "../files/placeholders.ts";
import { recordWords, resourceAtPath, valuePath } from "../files/referred-records.ts";
import { recordsOf } from "../knowledge/records.ts";
import { annotation, schemasAt, valuesOf } from "../schema/describe.ts";
import type { Schema } from "../schema/schema.ts";
import type { Location } from "../syntax/locate.ts";
import type { Step } from "../syntax/path.ts";
import { childrenOf, isContainer } from "../syntax/node.ts";
import { completePlaceholder, placeholderValues } from "./complete-placeholder.ts";
import { fitting } from "./fitting.ts";
import { describeEntry, operationWords } from "./hover.ts";
import { isExpectedStatus, statusesAt } from "./hover-value.ts";
import { type Completions, type Proposal, toItem } from "./proposal.ts";
import { layOut } from "./request-layout.ts";
import { escapeSnippet, plainText, valueSnippet } from "./snippet.ts";
import { seenNote, seenValues, sightingWords } from "./seen.ts";
import { templatesAt } from "./templates.ts";

export function completeValue(
  file: OpenFile,
  schema: Schema,
  at: Location,
  { offset, now, resolves }: { offset: number; now: Date; resolves: boolean },
): Completions {
  const string = at.part === "value" && at.child?.node.kind === "string" ? at.replace : undefined;
  const within = string && file.format.kind === "request" && placeholderPlace(file.tree, string, offset);
  if (within && isLiteral(at)) return { items: [], isIncomplete: false };
  if (within) return completePlaceholder(file, within, offset);

  // Before the bracket of a value that is there already.
  const present = at.part === "value" ? at.ancestors.at(-1) : undefined;
  if (present && isContainer(present.node)) return { items: [], isIncomplete: false };

  const path = valuePath(at);
  // What is written there will be replaced, so that it decides nothing.
  const schemas = schemasAt(file.tree, schema, path, { written: false });
  const format = annotation(schemas, "format");
  const prefix = annotation(schemas, "x-prefix");
  const referred = resourceAtPath(file, path, offset);
  const known = referred && recordsOf(file.workspace.records, referred);
  const typed = file.tree.text.slice(at.replace.start, offset).replace(/^"/, "");
  const listed = fitting(
    valuesOf(schemas),
    typed,
    ({ value }) => `${String(value)} ${file.catalogue.operation(value)?.title ?? ""}`,
  );
  const documented = listed.items.map((value) => documentedValue(file, at, value, resolves));
  const placeholders =
    file.format.kind === "request" && takesPlaceholder(schemas, at)
      ? placeholderValues(file, offset, typed, {
          format,
          free:
            documented.length === 0 &&
            schemas.some((each) => each.keyword("type") === "string" || isUntyped(each)),
          number: schemas.some((each) => ["number", "integer"].includes(String(each.keyword("type")))),
          secret: annotation(schemas, "x-secret") === true,
        })
      : { items: [], isCut: false };
  const proposals: Proposal[] = [
    ...templatesAt(file, at),
    ...(known?.records ?? [])
      .filter(({ id }) => typeof prefix !== "string" || id.startsWith(prefix))
      .map((record) => recordProposal(record)),
    ...documented,
    ...momentsOf(format, now).map(([value, detail]) => ({
      label: value,
      text: JSON.stringify(value),
      kind: CompletionItemKind.Value,
      detail,
    })),
    ...(at.path.at(-1) === "currency" ? currencies(file, offset) : []),
    ...Object.entries(statusesAt(file, path, offset) ?? {}).map(([status, meaning]) => ({
      label: status,
      text: status,
      kind: CompletionItemKind.Value,
      detail: meaning,
    })),
    ...seenProposals(file, path, offset, schemas),
    ...containers(schemas),
    ...placeholders.items.map(({ value, detail, kind, snippet }) => ({
      label: snippet ? plainText(value) : value,
      text: snippet ? `"${value}"` : JSON.stringify(value),
      kind,
      detail,
      snippet,
    })),
  ];
  return {
    items: proposals.map((proposal, index) => toItem(file, at, proposal, index)),
    isIncomplete: listed.isCut || placeholders.isCut || (referred !== undefined && known === undefined),
  };
}

// ── operations ──

/** The rest of the request, when it holds nothing but its operation and perhaps a name. */
function restOfRequest(file: OpenFile, at: Location, operation: OperationEntry): string {
  const { container } = at;
  const others =
    container && childrenOf(container).filter(({ key }) => key?.name !== "operation" && key?.name !== "name");
  if (!container || !others || others.length > 0 || at.commaAfter) return "";
  const position = file.lines.positionAt(at.child?.keyStart ?? at.replace.start);
  const lineStart = file.lines.offsetAt({ line: position.line, character: 0 });
  const before = file.tree.text.slice(lineStart, lineStart + position.character);
  // The editor indents further lines as the first one is.
  return layOut(operation, /^\s*$/.test(before) && position.line > 0 ? "\n" : " ");
}

// ── documented values ──

type DocumentedValue = ReturnType<typeof valuesOf>[number];

/** What replies had where others than the documented values are accepted. */
function seenProposals(
  file: OpenFile,
  path: readonly Step[],
  offset: number,
  schemas: readonly Schema[],
): Proposal[] {
  const open = schemas.filter((schema) => schema.keyword("x-open") === true);
  return seenValues(file, path, offset, open).map((sighting) => ({
    label: sighting.seen,
    text: isExpectedStatus(file, path) ? sighting.seen : JSON.stringify(sighting.seen),
    kind: CompletionItemKind.Value,
    beside: seenNote,
    documentation: sightingWords(sighting),
  }));
}

function documentedValue(
  file: OpenFile,
  at: Location,
  { value, open, schema, from }: DocumentedValue,
  resolves: boolean,
): Proposal {
  const json = JSON.stringify(value);
  const label = typeof value === "string" ? value : json;
  const operation =
    file.format.kind === "request" && at.path.at(-1) === "operation"
      ? file.catalogue.operation(value)
      : undefined;
  if (operation) {
    const rest = restOfRequest(file, at, operation);
    return {
      label,
      text: rest === "" ? json : escapeSnippet(json) + rest,
      kind: CompletionItemKind.Function,
      detail: operationWords(operation),
      beside: operation.title,
      ...(resolves
        ? { data: { uri: file.uri, operation: operation.id } }
        : { documentation: describeEntry(file, operation) }),
      // The title finds an operation too: "new post" as well as "content.posts.create".
      alias: `${json} ${operation.title}`,
      snippet: rest !== "",
    };
  }
  const event = eventNamed(file, value);
  if (event)
    return {
      label,
      text: json,
      kind: CompletionItemKind.Event,
      detail: event.meaning,
      documentation: describeEntry(file, event),
    };
  return {
    label,
    text: json,
    kind: CompletionItemKind.EnumMember,
    detail: from === "default" ? "default" : open ? "shown in the documents; others are accepted" : undefined,
    documentation: isRow(schema.source) ? facts(schema.source).join(". ") : "",
  };
}

/** The file that an item was offered in, if its documentation is still to come. */
export const offeredIn = ({ data }: CompletionItem): string | undefined =>
  isRow(data) && typeof data.uri === "string" ? data.uri : undefined;

/** An item with its documentation. */
export function documented(file: OpenFile, item: CompletionItem): CompletionItem {
  const operation = isRow(item.data) ? file.catalogue.operation(item.data.operation) : undefined;
  if (!operation) return item;
  return { ...item, documentation: { kind: "markdown", value: describeEntry(file, operation) } };
}

const eventNamed = (file: OpenFile, value: unknown): EventEntry | undefined =>
  file.format.kind === "webhook" ? file.catalogue.event(file.format.api ?? "", value) : undefined;

// ── records ──

const recordProposal = (record: LiveRecord): Proposal => ({
  label: record.id,
  text: JSON.stringify(record.id),
  kind: CompletionItemKind.Reference,
  beside: recordWords(record) || record.referredBy,
  // A person knows the name, not the identifier.
  alias: `${JSON.stringify(record.id)} ${record.name ?? record.referredBy ?? ""}`,
});

// ── points in time, currencies, containers ──

function momentsOf(format: unknown, now: Date): [value: string, meaning: string][] {
  const today = now.toISOString().slice(0, 10);
  if (format === "date")
    return [
      [today, "today"],
      [`${today.slice(0, 8)}01`, "first day of this month"],
    ];
  if (!isTimestampFormat(format)) return [];
  return [
    [now.toISOString().replace(/\.\d+Z$/, "Z"), "now, ISO 8601 in UTC"],
    [`${today}T00:00:00Z`, "today at midnight UTC"],
  ];
}

/** The currencies that occur in the samples of the API: the documents name none. */
function currencies(file: OpenFile, offset: number): Proposal[] {
  const entry = entryAt(file, offset);
  const api = (operationOf(file, entry) ?? eventOf(file, entry))?.api;
  const { operations, events } = file.catalogue.entries;
  const samples = [...operations, ...events].filter((each) => each.api === api).map((each) => each.samples);
  const found = new Set<string>();
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isRow(value)) return;
    if (typeof value.currency === "string") found.add(value.currency);
    Object.values(value).forEach(visit);
  };
  visit(samples);
  return [...found].map((code) => ({
    label: code,
    text: JSON.stringify(code),
    kind: CompletionItemKind.Unit,
    detail: "currency",
  }));
}

/** An object or an array with the cursor in it, where one must stand. */
function containers(schemas: readonly Schema[]): Proposal[] {
  const types = new Set(schemas.map((schema) => schema.keyword("type")));
  return (["object", "array"] as const)
    .filter((type) => types.has(type))
    .map((type) => ({
      label: type === "object" ? "{ }" : "[ ]",
      text: valueSnippet({ type }),
      kind: CompletionItemKind.Struct,
      snippet: true,
    }));
}

const isUntyped = ({ source }: Schema) => isRow(source) && typeName(source) === "type not shown";

/** Where what is written is taken as it stands: a request's operation and name. */
const isLiteral = ({ path }: Location) =>
  ["operation", "name"].includes(String(path.at(-1))) &&
  (path.length === 1 || (path.length === 2 && typeof path[0] === "number"));

/** Where a scalar stands whose value a variable may give. */
function takesPlaceholder(schemas: readonly Schema[], at: Location): boolean {
  if (isLiteral(at)) return false;
  return schemas.some((schema) => {
    const type = schema.keyword("type");
    const types = Array.isArray(type) ? type : [type];
    return (
      types.some((each) => ["string", "integer", "number", "boolean"].includes(String(each))) ||
      schema.keyword("enum") !== undefined ||
      isUntyped(schema)
    );
  });
}
