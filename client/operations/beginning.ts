import type { NamedOperation } from "../../shared/api.ts";

/**
 * How an operation is begun: `look` at its dashboard, `exchange` the credentials, `edit` a record, `fill in` a request
 * file, `read` at once, or `act` at once after a question.
 */
export type Beginning = "look" | "exchange" | "edit" | "fill in" | "read" | "act";

export function beginningOf({ authorized, dashboard, effect, partial, request }: NamedOperation): Beginning {
  if (dashboard) return "look";
  if (authorized === false) return "exchange";
  if (partial) return "edit";
  if (request.body) return "fill in";
  return effect === "read" ? "read" : "act";
}
