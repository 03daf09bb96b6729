/** What is searched for among operations: words in any order, of the API, the verb or the text. Without vscode. */
import { documentedRoute, type Sendable } from "../../shared/api.ts";
import { formatRoute } from "../../shared/routes.ts";

/** Whether each word of the search begins a word of what the operation is known by, or is part of its id or route. */
export function isFound(operation: Sendable, search: string): boolean {
  const { id, api, title, description = "", resource } = operation;
  const route = documentedRoute(operation);
  const names = [id, route ? formatRoute(route) : ""].join(" ").toLowerCase();
  const resourceTitle = (resource && api.resources[resource]?.title) || "";
  const known = [api.title, title, resourceTitle, description, ...(synonyms[verbOf(operation)] ?? [])]
    .join(" ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => names.includes(word) || known.some((each) => each.startsWith(word)));
}

const verbOf = ({ id }: Sendable) => id.slice(id.lastIndexOf(".") + 1);

/** Other words for the verbs of ids. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  create: ["new", "add"],
  delete: ["remove"],
  get: ["read", "show"],
  list: ["browse", "all"],
  update: ["change", "edit"],
};
