/** The last placeholders of a request: secrets and earlier responses. Without vscode. */
import type { RequestValues } from "../../shared/api.ts";
import type { Exchange } from "../../shared/http/send.ts";
import { fill, expressionsIn } from "../../shared/placeholders.ts";
import { partOf } from "./response-text.ts";

/** The names of the secrets that the values need. */
export const secretsIn = (values: RequestValues): string[] => [
  ...new Set(expressionsIn(values).flatMap((each) => (each.kind === "secret" ? [each.name] : []))),
];

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
    if (!response)
      throw new Error(
        `{{${[request, "response", ...path].join(".")}}} has no value: send "${request}" first.`,
      );
    const part = partOf(response, path);
    if (part === undefined || part === null)
      throw new Error(`The response of "${request}" has no ${path.join(".")}. Correct the placeholder.`);
    return part;
  });
  return filled as RequestValues; // Filling changes strings alone.
}
