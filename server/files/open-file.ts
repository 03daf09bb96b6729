/** An open file as the features see it: its tree and the schema that it is held to. */
import type { Range } from "vscode-languageserver-types";
import type { EventEntry, OperationEntry } from "../../shared/catalogue.ts";
import { editScheme } from "../../shared/protocol.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import type { Variable } from "../knowledge/variables.ts";
import { Workspace } from "../knowledge/workspace.ts";
import type { Schema } from "../schema/schema.ts";
import type { Lines } from "../syntax/lines.ts";
import { childByIndex, childrenOf, indexAt, type Located, memberNamed } from "../syntax/node.ts";
import { rootOf, type Tree } from "../syntax/tree.ts";
import { toValue } from "../syntax/value.ts";
import { bodyOperation } from "./body-files.ts";
import { entrySearch } from "./entry-search.ts";

export interface RequestFile {
  kind: "request";
}

export interface WebhookFile {
  kind: "webhook";
  /** The slug; undefined when neither name nor payload tells. */
  api: string | undefined;
}

/** A JSON file that the settings map to an operation, whose body it holds. */
export interface BodyFile {
  kind: "body";
  /** Its id. */
  operation: string;
}

export interface OpenFile {
  uri: string;
  format: RequestFile | WebhookFile | BodyFile;
  tree: Tree;
  lines: Lines;
  /** Undefined: only the syntax can be checked. */
  schema: Schema | undefined;
  catalogue: CompiledCatalogue;
  workspace: Workspace;
  /** Of all environments; of equal names in one environment the first counts. */
  variables: readonly Variable[];
}

export const dialectOf = (kind: OpenFile["format"]["kind"]) => (kind === "request" ? "jsonc" : "json");

/** The kind of a file by its language id, else by its name. */
export function kindOf(
  languageId: string,
  uri: string,
  workspace = new Workspace(),
): OpenFile["format"]["kind"] | undefined {
  // Whatever the record is called.
  if (uri.startsWith(`${editScheme}:`)) return "body";
  if (languageId === "switchboard-request") return "request";
  if (languageId === "switchboard-webhook") return "webhook";
  const name = fileName(uri);
  if (name.endsWith(".request.json")) return "request";
  if (name.endsWith(".webhook.json")) return "webhook";
  return bodyOperation(uri, workspace) === undefined ? undefined : "body";
}

function fileName(uri: string): string {
  const last = uri.slice(uri.lastIndexOf("/") + 1).replace(/[?#].*$/, "");
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

export function openFile(
  kind: OpenFile["format"]["kind"],
  uri: string,
  tree: Tree,
  lines: Lines,
  catalogue: CompiledCatalogue,
  workspace = new Workspace(),
): OpenFile {
  const file = { uri, tree, lines, catalogue, workspace, variables: workspace.variables(uri) };
  if (kind === "request") return { ...file, format: { kind }, schema: catalogue.requestFile() };
  if (kind === "body") {
    const operation = bodyOperation(uri, workspace) ?? "";
    return { ...file, format: { kind, operation }, schema: catalogue.body(operation) };
  }
  const api = apiOfName(uri, catalogue) ?? apiOfPayload(tree, catalogue);
  const schema = api === undefined ? undefined : catalogue.webhookFile(api);
  return { ...file, format: { kind, api }, schema };
}

/** `<name>.<api>.webhook.json` */
function apiOfName(uri: string, catalogue: CompiledCatalogue): string | undefined {
  const slug = /\.([^.]+)\.webhook\.json$/.exec(fileName(uri))?.[1];
  return slug !== undefined && catalogue.api(slug) ? slug : undefined;
}

/** The API whose event is named in the payload's own field, when only one fits. */
const apiOfPayload = (tree: Tree, catalogue: CompiledCatalogue) => apisNamed(tree, catalogue)[0];

const apisNamed = entrySearch(
  (catalogue: CompiledCatalogue) => catalogue,
  (tree, payload, catalogue) => {
    const fitting = catalogue.entries.apis.filter(({ slug, eventField }) => {
      const named = eventField && memberNamed(payload, eventField);
      return named && catalogue.event(slug, toValue(tree, named)) !== undefined;
    });
    return fitting.length === 1 ? fitting.map(({ slug }) => slug) : [];
  },
  (slug) => slug,
);

/** The requests or payloads of a file: the top value, or the items of the top array. */
export function entriesOf(tree: Tree): Located[] {
  const root = rootOf(tree);
  return root.node.kind === "array" ? childrenOf(root) : [root];
}

/** The request or payload at an index. */
export function entryByIndex({ tree }: OpenFile, index: number): Located | undefined {
  const root = rootOf(tree);
  if (root.node.kind === "array") return childByIndex(root, index);
  return index === 0 ? root : undefined;
}

/** The request or payload that an offset lies in. */
export function entryAt(file: OpenFile, offset: number): Located | undefined {
  if (file.format.kind === "body") return rootOf(file.tree);
  const root = rootOf(file.tree);
  const at = root.node.kind === "array" ? childByIndex(root, indexAt(root, offset)) : root;
  return at && at.start <= offset && offset <= at.start + at.node.width ? at : undefined;
}

/** The operation that a request names, or whose body the file holds. */
export function operationOf(file: OpenFile, entry: Located | undefined): OperationEntry | undefined {
  if (file.format.kind === "body") return file.catalogue.operation(file.format.operation);
  const named = entry && memberNamed(entry, "operation");
  return named && file.catalogue.operation(toValue(file.tree, named));
}

/** The event that a payload names. */
export function eventOf(file: OpenFile, entry: Located | undefined): EventEntry | undefined {
  if (file.format.kind !== "webhook" || file.format.api === undefined || !entry) return undefined;
  const field = file.catalogue.api(file.format.api)?.eventField;
  const named = field && memberNamed(entry, field);
  return named ? file.catalogue.event(file.format.api, toValue(file.tree, named)) : undefined;
}

export const rangeOf = (lines: Lines, start: number, end: number): Range => ({
  start: lines.positionAt(start),
  end: lines.positionAt(end),
});
