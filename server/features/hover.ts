import type { Hover } from "vscode-languageserver-types";
import type { EventEntry, OperationEntry } from "../../shared/catalogue.ts";
import { markdownText } from "../../shared/plain-text.ts";
import type { Settings } from "../../shared/protocol.ts";
import { formatRoute } from "../../shared/routes.ts";
import { choicesInWords } from "../../shared/sandbox-choices.ts";
import { apiOf, documentedAs, entryAt, namingField, partOf } from "../files/entries.ts";
import { type OpenFile, rangeOf } from "../files/open-file.ts";
import { placeholderAt } from "../files/placeholders.ts";
import { boundRoute } from "../knowledge/routes.ts";
import { propertyAt, schemasAt } from "../schema/describe.ts";
import { locate, type Location } from "../syntax/locate.ts";
import { describeField, importedFrom, requirementOf, speaking } from "./field-markdown.ts";
import { describePlaceholder } from "./hover-placeholder.ts";
import { meaningOf } from "./hover-value.ts";
import type { Moment } from "./moment.ts";
import { seenFields, seenValues, seenWords, sightingWords } from "./seen.ts";

export function hover(
  file: OpenFile,
  offset: number,
  moment: Moment = { now: new Date() },
): Hover | undefined {
  const at = locate(file.tree, offset);
  if (!file.schema || !at.child || (at.part !== "key" && at.part !== "value")) return undefined;
  const { child } = at;
  const range =
    at.part === "key"
      ? rangeOf(file.lines, child.keyStart, child.keyEnd)
      : rangeOf(file.lines, child.start, child.start + child.node.width);
  if (file.format.kind === "request" && at.part === "value" && child.node.kind === "string") {
    const placeholder = placeholderAt(file.tree, child, offset);
    if (placeholder)
      return markdown(
        describePlaceholder(file, placeholder, moment),
        rangeOf(file.lines, placeholder.start, placeholder.end),
      );
  }
  const entry = entryAt(file, offset);
  const documented = documentedAs(file, entry);
  const isShown = "parts" in file.format;

  if (child.key !== undefined && child.key.name === namingField(file) && at.path.length <= 2)
    return documented && markdown(describeEntry(file, documented), range);

  const meaning = at.part === "value" ? meaningOf(file, child, at.path, moment) : undefined;
  const schemas = schemasAt(file.tree, file.schema, at.path);
  const schema = speaking(schemas);
  // Of what is not documented there is nothing to say but who made it up.
  if (!schema || (isShown && Object.keys(schema).length === 0)) {
    const choices = partOf(file, entry)?.succeeded ? sandboxChoices(file.workspace.settings, documented) : "";
    const said = [meaning ?? "", seenKeyWords(file, at, offset), choices].filter((words) => words !== "");
    return said.length > 0 ? markdown(said.join("\n\n"), range) : undefined;
  }
  const property = propertyAt(file.tree, file.schema, at.path);
  // An answer asks nothing of who reads it.
  const requirement = isShown ? undefined : property && requirementOf(file, schema, property.required);
  const title = child.key ? `**${child.key.name}**\n\n` : "";
  const api = isShown ? file.catalogue.api(apiOf(file, entry) ?? "") : undefined;
  const source = documented
    ? `\n\n[${sourceWords(documented)}](${file.catalogue.href(documented)})`
    : api
      ? `\n\n[${api.title}](${file.catalogue.href(api)})`
      : "";
  const first = meaning === undefined ? "" : `${meaning}\n\n`;
  const seen = seenWords(seenValues(file, at.path, offset, schemas));
  const beyond = seen === undefined ? "" : `\n\n${seen}`;
  return markdown(first + title + describeField(schema, requirement) + beyond + source, range);
}

/** Of a field that is not documented: where replies had it. */
function seenKeyWords(file: OpenFile, { child, path }: Location, offset: number): string {
  const name = child?.key?.name;
  const sighting = seenFields(file, path.slice(0, -1), offset).find(({ seen }) => seen === name);
  return sighting ? `**${markdownText(sighting.seen)}**\n\n${sightingWords(sighting)}` : "";
}

const markdown = (value: string, range: Hover["range"]): Hover => ({
  contents: { kind: "markdown", value },
  ...(range && { range }),
});

/** The name under which docs/operations.md has the entry, with all that is documented of it. */
function sourceWords(entry: OperationEntry | EventEntry): string {
  const name = "id" in entry ? entry.id : entry.name;
  return isImported(entry) ? `${name}: ${importedFrom(entry.from.name)}` : name;
}

/** What an operation or an event is, who says so, and what the documents leave open about it. */
export function describeEntry(
  { catalogue, workspace }: OpenFile,
  entry: OperationEntry | EventEntry,
): string {
  // Whatever a description says has no effect as Markdown.
  const said = isImported(entry) ? (text: string) => markdownText(text) : (text: string) => text;
  const what =
    "id" in entry
      ? [
          `**${said(entry.title)}** — \`${routeWords(entry)}\``,
          said(entry.description ?? ""),
          entry.replies.join(" "),
          boundWords(workspace.settings, entry),
          sandboxChoices(workspace.settings, entry),
        ]
      : [`**${entry.name}**`, entry.meaning, entry.deliveries.join(" ")];
  // The title says it of the route.
  const facts = entry.notShown.filter((fact) => !routeFacts.has(fact));
  const open = facts.length > 0 ? `Not shown in the documents: ${facts.join("; ")}.` : "";
  return [...what, open, `[${sourceWords(entry)}](${catalogue.href(entry)})`]
    .filter((line) => line !== "")
    .join("\n\n");
}

/** What the sandbox decides of an operation by itself, while it is the active environment. */
const sandboxChoices = (
  { environment }: Settings,
  documented: OperationEntry | EventEntry | undefined,
): string =>
  environment === "sandbox" && documented && "id" in documented
    ? choicesInWords(documented.sandboxChoices ?? [])
    : "";

const routeFacts = new Set(["method and path", "path"]);

const isImported = (
  entry: OperationEntry | EventEntry,
): entry is OperationEntry & Required<Pick<OperationEntry, "from">> => "from" in entry;

export function routeWords({ method, path }: OperationEntry): string {
  if (method && path !== undefined) return `${method} ${path}`;
  return method ? `${method}, path not shown` : "method and path not shown";
}

export const operationWords = (operation: OperationEntry): string =>
  `${operation.title} — ${routeWords(operation)}${operation.from ? `, from ${operation.from.name}` : ""}`;

/** Where the operation's route comes from, as Markdown; empty where nobody has bound it, or the title says all. */
function boundWords(settings: Settings, operation: OperationEntry): string {
  if (operation.documented || operation.from) return "";
  if (settings.environment === "sandbox") return "Bound by the sandbox, which has a route of its own.";
  const route = boundRoute(settings, operation);
  if (!route) return "";
  const { boundBy } = settings;
  const who = Object.hasOwn(boundBy, operation.id) ? boundBy[operation.id] : undefined;
  return `\`${formatRoute(route)}\`, bound by ${markdownText(who ?? "your setting")}.`;
}
