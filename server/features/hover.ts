import type { Hover } from "vscode-languageserver-types";
import type { EventEntry, OperationEntry } from "../../shared/catalogue.ts";
import type { Reference } from "../reference.ts";
import { propertiesOf, schemasAt } from "../schema/describe.ts";
import { locate } from "../syntax/locate.ts";
import { entryAt, eventOf, type OpenFile, operationOf, rangeOf } from "./file.ts";
import { describeField, type Requirement, requirementOf, speaking } from "./words.ts";

export function hover(file: OpenFile, offset: number): Hover | undefined {
  const at = locate(file.tree, offset);
  if (!file.schema || !at.child || (at.part !== "key" && at.part !== "value")) return undefined;
  const { child } = at;
  const range =
    at.part === "key"
      ? rangeOf(file.lines, child.keyStart, child.keyEnd)
      : rangeOf(file.lines, child.start, child.start + child.node.width);
  const entry = entryAt(file, offset);
  const documented = operationOf(file, entry) ?? eventOf(file, entry);

  const isName =
    child.key?.name === "operation" ||
    child.key?.name === file.reference.api(webhookApi(file) ?? "")?.eventField;
  if (documented && isName && at.path.length <= 2)
    return markdown(describeEntry(file.reference, documented), range);

  const schema = speaking(schemasAt(file.tree, file.schema, at.path));
  if (!schema) return undefined;
  const property =
    at.container &&
    propertiesOf(file.tree, file.schema, at.container).find(({ name }) => name === child.key?.name);
  const requirement: Requirement = property && requirementOf(schema, property.required);
  const title = child.key ? `**${child.key.name}**\n\n` : "";
  const source = documented
    ? `\n\n[${sourceWords(file.reference, documented)}](${file.reference.href(documented)})`
    : "";
  return markdown(title + describeField(schema, requirement) + source, range);
}

const webhookApi = (file: OpenFile) => (file.format.kind === "webhook" ? file.format.api : undefined);

const markdown = (value: string, range: Hover["range"]): Hover => ({
  contents: { kind: "markdown", value },
  ...(range && { range }),
});

function sourceWords(reference: Reference, entry: OperationEntry | EventEntry): string {
  const source = reference.api(entry.api)?.source;
  return `${"id" in entry ? entry.id : entry.name}: document ${source?.document}, API ${source?.letter}`;
}

/** What an operation or an event is, and what the documents leave open about it. */
export function describeEntry(reference: Reference, entry: OperationEntry | EventEntry): string {
  const what =
    "id" in entry
      ? [`**${entry.title}** — \`${routeWords(entry)}\``, entry.description ?? ""]
      : [`**${entry.name}**`, entry.meaning];
  const open = entry.notShown.length > 0 ? `Not shown in the documents: ${entry.notShown.join("; ")}.` : "";
  return [...what, open, `[${sourceWords(reference, entry)}](${reference.href(entry)})`]
    .filter((line) => line !== "")
    .join("\n\n");
}

export function routeWords({ method, path }: OperationEntry): string {
  if (method && path !== undefined) return `${method} ${path}`;
  return method ? `${method}, path not shown` : "method and path not shown";
}
