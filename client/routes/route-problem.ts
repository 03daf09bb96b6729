/** What is wrong with a route that a person enters. Without vscode. */
import { pathParameters } from "../../shared/api.ts";
import { parseRoute } from "../../shared/routes.ts";

/** Undefined: nothing. @param names the parameters by which views and request files fill in the path */
export function routeProblem(text: string, names: readonly string[]): string | undefined {
  const route = parseRoute(text);
  if (!route)
    return "Enter a method and a path below the base address, like POST /memberships. Methods are GET, POST, PUT, PATCH and DELETE.";
  const missing = names.find((name) => !pathParameters(route.path).includes(name));
  return missing === undefined
    ? undefined
    : `The path needs {${missing}}, where the request's value goes. Name it so, whatever the API calls it.`;
}
