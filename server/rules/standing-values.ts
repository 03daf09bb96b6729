/** Objects and arrays of environments, where a string that is one variable stands for them: the schema sees a string. */
import { expressionOf } from "../../shared/placeholders.ts";
import type { OpenFile } from "../files/open-file.ts";
import type { Finding } from "../schema/finding.ts";

/** Whether the string becomes what the finding misses. */
export function standsForWanted(
  { tree, variables, workspace: { settings } }: OpenFile,
  { code, data, start, end }: Finding,
): boolean {
  if (code !== "wrong-type" || data?.types === undefined || end - start > longest) return false;
  const whole = /^"\{\{([^{}]*)\}\}"$/.exec(tree.text.slice(start, end))?.[1];
  const expression = whole === undefined ? undefined : expressionOf(whole.trim());
  if (expression?.kind !== "variable") return false;
  const { environment } = settings;
  const found = variables.find(
    ({ name, environment: own }) => name === expression.name && (environment === "" || own === environment),
  );
  return (
    typeof found?.json === "object" &&
    found.json !== null &&
    data.types.includes(Array.isArray(found.json) ? "array" : "object")
  );
}

/** In characters: names of variables are shorter. */
const longest = 1000;
