/** Asking for the documented headers of an operation that acts at once. */
import type { NamedOperation } from "../../shared/api.ts";
import { toJsonSchema } from "../../shared/derived/schemas.ts";
import { showInputBox } from "../text/questions.ts";

/** Undefined when the person gives up; a header that is left empty is not sent. */
export async function askHeaders(operation: NamedOperation): Promise<Record<string, string> | undefined> {
  const schema = operation.request.headers && toJsonSchema(operation.request.headers);
  const headers: Record<string, string> = {};
  for (const [name, { description }] of Object.entries(schema?.properties ?? {})) {
    const isRequired = schema?.required?.includes(name) === true;
    const value = await showInputBox({
      title: `${operation.title}: ${name}`,
      prompt: [description, isRequired ? "" : "Leave it empty to send none."].filter(Boolean).join(" "),
      ignoreFocusOut: true,
      validateInput: (text) => (isRequired && text.trim() === "" ? `Enter the ${name}.` : undefined),
    });
    if (value === undefined) return undefined;
    if (value.trim() !== "") headers[name] = value.trim();
  }
  return headers;
}
