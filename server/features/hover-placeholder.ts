/** What a placeholder becomes when the request is sent. */
import type { JsonSchema } from "../../shared/catalogue.ts";
import { typeName } from "../../shared/derived/field.ts";
import { type EarlierExpression, isKeyVariable } from "../../shared/placeholders.ts";
import { markdownCode, markdownText } from "../../shared/plain-text.ts";
import type { Settings } from "../../shared/protocol.ts";
import { dynamicForms, dynamicValue } from "../../shared/requests/dynamic-values.ts";
import { partOfRequest } from "../../shared/requests/response-part.ts";
import { isRow } from "../../shared/traits/values.ts";
import { entriesOf, operationOf } from "../files/entries.ts";
import type { OpenFile } from "../files/open-file.ts";
import type { Placeholder } from "../files/placeholders.ts";
import { memberNamed } from "../syntax/named-members.ts";
import type { Located } from "../syntax/node.ts";
import { toValue } from "../syntax/value.ts";
import { isPrivate } from "./complete-placeholder.ts";
import type { Moment } from "./moment.ts";

/** As Markdown, for a hover. */
export function describePlaceholder(
  file: OpenFile,
  { expression, inner }: Placeholder,
  { now }: Moment,
): string {
  const title = `**${markdownText(inner.text)}**`;
  switch (expression.kind) {
    case "dynamic":
      return `${title}\n\n${dynamicWords(expression.name, now)}`;
    case "process":
      return `${title}\n\n${processWords(expression.name, file.workspace.settings)}`;
    case "secret":
      return `${title}\n\nA secret from the keychain. It is filled in when the request is sent and stands in no file.`;
    case "response":
    case "request":
      return `${title}\n\n${earlierWords(file, expression, inner.start)}`;
    case "variable":
      return `${title}\n\n${variableWords(file, expression.name)}`;
  }
}

function processWords(name: string, { processVariables }: Settings): string {
  const variable = `The variable ${markdownCode(name)} of the environment of the process that sends`;
  if (isKeyVariable(name)) return `${variable}. It is not filled in: keys go along by themselves.`;
  const what = `${variable}: the editor's, or the command line's.`;
  if (processVariables?.includes(name) === false) return `${what} The editor's has none of this name.`;
  const state = processVariables ? "It is set here: its value" : "Its value";
  return `${what} ${state} is filled in when the request is sent, and not shown.`;
}

function dynamicWords(written: string, now: Date): string {
  const made = dynamicValue(written, { uuid: () => exampleId, now: () => now, random: () => 0.4 });
  if ("problem" in made) return `Becomes nothing: ${markdownText(made.problem)}.`;
  const [name = "", ...given] = written.split(/\s+/);
  const forms = Object.hasOwn(dynamicForms, name) ? (dynamicForms[name] ?? []) : [];
  const meaning = (given.length > 0 ? forms.at(-1) : forms[0])?.meaning ?? "";
  return `Becomes ${meaning}, for example ${markdownCode(String(made.value))}.`;
}

const exampleId = "6f1c2a52-8d0e-4b57-9a3e-2f4d1c7b9e10";

function earlierWords(file: OpenFile, { kind, request, path }: EarlierExpression, offset: number): string {
  const having = entriesOf(file.tree).filter((each) => {
    const named = memberNamed(each, "name");
    return named !== undefined && toValue(file.tree, named) === request;
  });
  // Of several the latest before the place is meant; what a request sends is there when its reply is judged.
  const isThere = ({ node, start }: Located) => start + (kind === "request" ? 0 : node.width) <= offset;
  const entry = having.findLast(isThere) ?? having[0];
  if (!entry) return "No request of this file has this name.";
  const operation = operationOf(file, entry);
  const whose = operation ? `${operation.id} (${operation.title})` : "that request";
  const part = path.length > 0 ? `${markdownCode(path.join("."))} of` : "All of";
  if (kind === "response") {
    const field = path[0] === "body" ? fieldAt(operation?.response, path.slice(1)) : undefined;
    const about = field ? `\n\n${[typeName(field), field.description ?? ""].filter(Boolean).join(". ")}` : "";
    return `${part} the response of ${whose}.${about}`;
  }
  const written = toValue(file.tree, entry);
  const value = isRow(written) ? partOfRequest(written, path) : undefined;
  return value === undefined
    ? `${whose} sends no such value.`
    : `${part} what ${whose} sends: ${markdownCode(typeof value === "string" ? value : JSON.stringify(value), 200)}.`;
}

/** What is documented of a field; undefined where nothing is. */
function fieldAt(schema: JsonSchema | undefined, path: readonly string[]): JsonSchema | undefined {
  const steps = path
    .join(".")
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "");
  return steps.reduce<JsonSchema | undefined>((at, step) => {
    if (/^\d+$/.test(step) && typeof at?.items === "object") return at.items;
    return at?.properties && Object.hasOwn(at.properties, step) ? at.properties[step] : undefined;
  }, schema);
}

/** A line for each environment that has the variable, the active one first. */
function variableWords(file: OpenFile, name: string): string {
  const { environment } = file.workspace.settings;
  // Of one environment the first counts: the nearest, in a folder the private one.
  const found = new Map<string, string>();
  for (const variable of file.variables) {
    if (variable.name !== name || found.has(variable.environment)) continue;
    const value = isPrivate(variable.uri) ? "_private_" : markdownCode(variable.value, 200);
    found.set(variable.environment, value);
  }
  if (found.size === 0) return "No environment has this variable.";
  const active = (name: string) => (name === environment ? 0 : 1);
  return [...found]
    .toSorted(([a], [b]) => active(a) - active(b))
    .map(([name, value]) => `- ${markdownText(name)}${name === environment ? " (active)" : ""}: ${value}`)
    .join("\n");
}
