/** An open file as rules and features see it: its tree, the schema that it is held to, and what is known beside it. */
import type { Range } from "vscode-languageserver-types";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import type { Variable } from "../knowledge/variables.ts";
import type { Workspace } from "../knowledge/workspace.ts";
import { compile } from "../schema/compile.ts";
import { outlineOf } from "../schema/outline.ts";
import type { Schema } from "../schema/schema.ts";
import { Lines } from "../syntax/lines.ts";
import { memberNamed } from "../syntax/named-members.ts";
import type { Tree } from "../syntax/tree.ts";
import { toValue } from "../syntax/value.ts";
import type { Watcher } from "../syntax/watcher.ts";
import { bodyOperation } from "./body-files.ts";
import { entrySearch } from "./entry-search.ts";
import type { FileKind } from "./kind.ts";
import { type ShownFile, shownFile, shownSchema } from "./shown-file.ts";

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

/** What a file is opened with. */
export interface FileSource {
  readonly uri: string;
  readonly tree: Tree;
  readonly catalogue: CompiledCatalogue;
  readonly workspace: Workspace;
  /** Those of all environments that the file may use; of equal names in one environment the first counts. */
  readonly variables: readonly Variable[];
}

export interface OpenFile extends FileSource {
  readonly format: RequestFile | WebhookFile | BodyFile | ShownFile;
  readonly lines: Lines;
  /** Undefined: only the syntax can be checked. */
  readonly schema: Schema | undefined;
}

export const openFile = (kind: FileKind, source: FileSource): OpenFile => ({
  ...source,
  ...documentedFile(kind, source),
  lines: new Lines(source.tree.text),
});

function documentedFile(
  kind: FileKind,
  { uri, tree, catalogue, workspace }: FileSource,
): Pick<OpenFile, "format" | "schema"> {
  if (kind === "request") return { format: { kind }, schema: catalogue.requestFile() };
  if (kind === "body") {
    const operation = bodyOperation(uri, workspace) ?? "";
    return { format: { kind, operation }, schema: catalogue.body(operation) };
  }
  if (kind === "reply" || kind === "record") {
    const format = shownFile(kind, uri, catalogue, workspace);
    return { format, schema: compile(shownSchema(format)) };
  }
  const api = apiOfName(uri, catalogue) ?? apiOfPayload(tree, catalogue);
  const schema = api === undefined ? undefined : catalogue.webhookFile(api);
  return { format: { kind, api }, schema };
}

/** Who watches a file while it is read, when its name tells what it is held to. */
export function watcherOf(
  kind: FileKind,
  { uri, catalogue, workspace }: Omit<FileSource, "tree" | "variables">,
): Watcher | undefined {
  if (kind === "request") return outlineOf(catalogue.requestFile(), 1);
  const schema =
    kind === "body"
      ? catalogue.body(bodyOperation(uri, workspace) ?? "")
      : kind === "webhook"
        ? catalogue.webhookFile(apiOfName(uri, catalogue) ?? "")
        : undefined;
  return schema && outlineOf(schema, 0);
}

/** `<name>.<api>.webhook.json`: nothing in an API's name is written otherwise in an address. */
function apiOfName(uri: string, catalogue: CompiledCatalogue): string | undefined {
  const slug = /\.([\w-]+)\.webhook\.json(?:[?#]|$)/.exec(uri)?.[1];
  return slug !== undefined && catalogue.api(slug) ? slug : undefined;
}

/** The API whose event is named in the payload's own field, when only one fits. */
const apiOfPayload = (tree: Tree, catalogue: CompiledCatalogue) => apisNamed(tree, catalogue)[0];

const apisNamed = entrySearch<CompiledCatalogue, string>({
  dependsOn: (catalogue) => catalogue,
  look(tree, payload, catalogue) {
    const fitting = catalogue.entries.apis.filter(({ slug, eventField }) => {
      const named = eventField && memberNamed(payload, eventField);
      return named && catalogue.event(slug, toValue(tree, named)) !== undefined;
    });
    return fitting.length === 1 ? fitting.map(({ slug }) => slug) : [];
  },
  moved: (slug) => slug,
});

export const rangeOf = (lines: Lines, start: number, end: number): Range => ({
  start: lines.positionAt(start),
  end: lines.positionAt(end),
});
