/** Text with marks for tests: `|` is the cursor, `«…»` the ranges that are expected. */
import type { Range, TextEdit } from "vscode-languageserver-types";
import { diagnose } from "../../server/features/diagnostics.ts";
import { dialectOf, kindOf } from "../../server/files/kind.ts";
import { type OpenFile, openFile } from "../../server/files/open-file.ts";
import { CompiledCatalogue } from "../../server/knowledge/compiled-catalogue.ts";
import { type KnownRecords, nameOf, type Resource } from "../../server/knowledge/records.ts";
import type { Variable } from "../../server/knowledge/variables.ts";
import { emptyWorkspace, type Workspace } from "../../server/knowledge/workspace.ts";
import { Lines } from "../../server/syntax/lines.ts";
import { parse } from "../../server/syntax/tree.ts";
import { apis } from "../../shared/apis/index.ts";
import { createCatalogue } from "../../shared/derived/catalogue.ts";
import type { Settings } from "../../shared/protocol.ts";

export const catalogue = new CompiledCatalogue(createCatalogue(apis), "file:///docs/operations.md");

/** @param name of a file in the folder, or a whole URI */
export function fileOf(
  text: string,
  name = "test.request.json",
  known: Known = inSandbox(),
  using = catalogue,
): OpenFile {
  const uri = name.includes(":") ? name : `file:///folder/${name}`;
  const { variables = [], ...workspace } = known;
  const kind = kindOf("json", uri, workspace);
  if (!kind) throw new Error(`${name} is not one of our files`);
  const tree = parse(text, { dialect: dialectOf(kind) });
  return openFile(kind, { uri, tree, catalogue: using, workspace, variables });
}

/** The file and the place of its one `|`. */
export function atCursor(
  marked: string,
  name?: string,
  known?: Known,
  using?: CompiledCatalogue,
): { file: OpenFile; offset: number; text: string } {
  const offset = marked.indexOf("|");
  if (offset < 0 || marked.includes("|", offset + 1)) throw new Error("The text needs one |");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { file: fileOf(text, name, known, using), offset, text };
}

/** Each finding as `code severity` with the text that it marks. */
export const found = (text: string, name?: string, known?: Known) =>
  diagnose(fileOf(text, name, known)).map(({ code, severity, range }) => [
    code,
    severity,
    textIn(text, range),
  ]);

/** The text without `«…»`, and what they enclose. */
export function withRanges(marked: string): { text: string; enclosed: string[] } {
  return {
    text: marked.replace(/[«»]/g, ""),
    enclosed: [...marked.matchAll(/«([^»]*)»/g)].map((match) => match[1] ?? ""),
  };
}

export function textIn(text: string, range: Range): string {
  const lines = new Lines(text);
  return text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end));
}

/** The text after an edit; a snippet's first place becomes `|`, the defaults of places stay. */
export function applied(text: string, edit: TextEdit): string {
  const lines = new Lines(text);
  const inserted = edit.newText
    .replace(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, "$1|")
    .replace(/\$\d/g, "|")
    .replace(/\\([\\$}])/g, "$1");
  return (
    text.slice(0, lines.offsetAt(edit.range.start)) + inserted + text.slice(lines.offsetAt(edit.range.end))
  );
}

/** A workspace, and what environment files in the folder have. */
export type Known = Workspace & { variables?: readonly Variable[] };

/** What is known, in which settings and records differ from nothing. */
export const workspaceWith = ({
  settings,
  records = [],
  ...more
}: Partial<Omit<Workspace, "settings" | "records">> & {
  settings?: Partial<Settings>;
  records?: (Resource & KnownRecords)[];
}): Workspace => ({
  ...emptyWorkspace,
  ...more,
  settings: { ...emptyWorkspace.settings, ...settings },
  records: new Map(records.map((each) => [nameOf(each), { records: each.records, more: each.more }])),
});

/** What a newcomer's editor says: the sandbox is the environment. */
export const inSandbox = (): Workspace => workspaceWith({ settings: { environment: "sandbox" } });

/** The environment `test` with variables from environment files in the folder. */
export function withVariables(
  ...variables: {
    name: string;
    value: string;
    json?: unknown;
    inexact?: string;
    environment: string;
    private?: boolean;
  }[]
): Known {
  const start = { line: 0, character: 0 };
  return {
    ...workspaceWith({ settings: { environment: "test" } }),
    variables: variables.map(({ private: secret, ...variable }) => ({
      ...variable,
      uri: `file:///folder/http-client.${secret ? "private." : ""}env.json`,
      range: { start, end: start },
    })),
  };
}
