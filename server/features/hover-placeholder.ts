/** What a placeholder becomes when the request is sent. */
import { dynamicNames } from "../../shared/placeholders.ts";
import { markdownCode, markdownText } from "../../shared/plain-text.ts";
import { entriesOf, operationOf } from "../files/entries.ts";
import type { OpenFile } from "../files/open-file.ts";
import type { Placeholder } from "../files/placeholders.ts";
import { memberNamed } from "../syntax/named-members.ts";
import { toValue } from "../syntax/value.ts";
import { isPrivate } from "./complete-placeholder.ts";

/** As Markdown, for a hover. */
export function describePlaceholder(file: OpenFile, { expression, inner }: Placeholder): string {
  const title = `**${markdownText(inner.text)}**`;
  switch (expression.kind) {
    case "dynamic": {
      const meaning = Object.entries(dynamicNames).find(([name]) => name === expression.name)?.[1];
      return `${title}\n\nBecomes ${meaning ?? "nothing: there is no such dynamic value"}.`;
    }
    case "secret":
      return `${title}\n\nA secret from the keychain. It is filled in when the request is sent and stands in no file.`;
    case "response":
      return `${title}\n\n${responseWords(file, expression.request, expression.path)}`;
    case "variable":
      return `${title}\n\n${variableWords(file, expression.name)}`;
  }
}

function responseWords(file: OpenFile, request: string, path: readonly string[]): string {
  const entry = entriesOf(file.tree).find((each) => {
    const named = memberNamed(each, "name");
    return named !== undefined && toValue(file.tree, named) === request;
  });
  if (!entry) return "No request of this file has this name.";
  const operation = operationOf(file, entry);
  const part = path.length > 0 ? `${markdownCode(path.join("."))} of the` : "The";
  return `${part} response of ${operation ? `${operation.id} (${operation.title})` : "that request"}.`;
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
