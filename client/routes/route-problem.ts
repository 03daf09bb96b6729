/** What is wrong with a route that a person enters. Without vscode. */
import { type Method, pathParameters } from "../../shared/api.ts";
import { parseRoute } from "../../shared/routes.ts";

/**
 * Undefined: nothing.
 *
 * @param names the parameters by which views and request files fill in the path
 * @param method as the documents show it, where they do
 */
export function routeProblem(text: string, names: readonly string[], method?: Method): string | undefined {
  const route = parseRoute(text);
  if (!route)
    return "Enter a method and a path below the base address, like POST /memberships. Methods are GET, POST, PUT, PATCH and DELETE.";
  if (method && route.method !== method) return `The documents show the method: ${method}.`;
  const missing = names.find((name) => !pathParameters(route.path).includes(name));
  return missing === undefined
    ? undefined
    : `The path needs {${missing}}, where the request's value goes. Name it so, whatever the API calls it.`;
}
