/** The last placeholders of a request: secrets and earlier responses. Without vscode. */
import type { RequestValues } from "../../shared/api.ts";
import type { Exchange } from "../../shared/http/send.ts";
import { fill, expressionsIn } from "../../shared/placeholders.ts";
import { partOf } from "./response-text.ts";

/** The names of the secrets that the values need. */
export const secretsIn = (values: unknown): string[] => [
  ...new Set(expressionsIn(values).flatMap((each) => (each.kind === "secret" ? [each.name] : []))),
];

/**
 * Throws when a placeholder of the requests, in the order in which they are sent, can have no value: a variable that is not
 * filled in, or a response that is neither there nor that of an earlier request. What a response will hold nobody knows.
 */
export function requireFillable(
  requests: readonly { name?: string; values: RequestValues }[],
  responses: ReadonlyMap<string, unknown>,
): void {
  const earlier = new Set(responses.keys());
  for (const { name, values } of requests) {
    for (const expression of expressionsIn(values)) {
      if (expression.kind === "secret") continue;
      if (expression.kind !== "response")
        throw new Error(`{{${expression.name}}} has no value. Nothing was sent.`);
      if (!earlier.has(expression.request)) throw noResponse(expression);
    }
    if (name !== undefined) earlier.add(name);
  }
}

const noResponse = ({ request, path }: { request: string; path: readonly string[] }) =>
  new Error(`{{${[request, "response", ...path].join(".")}}} has no value: send "${request}" first.`);

/** Throws when an earlier response, or what is asked of it, is not there. */
export function fillRequest(
  values: RequestValues,
  secrets: ReadonlyMap<string, string>,
  responses: ReadonlyMap<string, Exchange>,
): RequestValues {
  const filled = fill(values, (expression) => {
    if (expression.kind === "secret") return secrets.get(expression.name);
    if (expression.kind !== "response") return undefined;
    const { request, path } = expression;
    const response = responses.get(request);
    if (!response) throw noResponse(expression);
    const part = partOf(response, path);
    if (part === undefined || part === null)
      throw new Error(`The response of "${request}" has no ${path.join(".")}. Correct the placeholder.`);
    return part;
  });
  return filled as RequestValues; // Filling changes strings alone.
}
