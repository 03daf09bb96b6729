/** What `{{name.response.…}}` and `{{name.request.…}}` mean of what was answered and of what was sent. */
import type { Reply, RequestValues } from "../api.ts";
import { isRow } from "../traits/values.ts";

/** `status`, `headers.<name>` or `body.<field>`; items by their index. */
export const partOf = ({ status, headers, body }: Reply, path: readonly string[]): unknown =>
  stepInto({ status, headers, body }, path, (name) => name.toLowerCase());

/** `path.<name>`, `query.<name>`, `headers.<name>` or `body.<field>`. */
export function partOfRequest(values: RequestValues, path: readonly string[]): unknown {
  const { headers = {} } = values;
  const named = (name: string) =>
    Object.keys(headers).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
  return stepInto(values, path, named);
}

/** @param headerName the name of a header as the value has it: HTTP compares them without case */
function stepInto(value: unknown, path: readonly string[], headerName: (name: string) => string): unknown {
  const [part = "", ...steps] = path
    .join(".")
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".");
  let here: unknown = value;
  for (const step of [part, ...(part === "headers" ? steps.map(headerName) : steps)]) {
    if (Array.isArray(here)) here = /^\d+$/.test(step) ? here[Number(step)] : undefined;
    else here = isRow(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}
