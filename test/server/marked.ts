/** Text with marks for tests: `|` is the cursor, `«…»` the ranges that are expected. */
import type { Range, TextEdit } from "vscode-languageserver-types";
import { dialectOf, kindOf, type OpenFile, openFile } from "../../server/files/open-file.ts";
import { CompiledCatalogue } from "../../server/knowledge/compiled-catalogue.ts";
import { Lines } from "../../server/syntax/lines.ts";
import { parse } from "../../server/syntax/tree.ts";
import { Workspace } from "../../server/knowledge/workspace.ts";
import { apis } from "../../shared/apis/index.ts";
import { createCatalogue } from "../../shared/derived/catalogue.ts";

export const catalogue = new CompiledCatalogue(createCatalogue(apis), "file:///docs/operations.md");

export function fileOf(
  text: string,
  name = "test.request.json",
  workspace = inSandbox(),
  using = catalogue,
): OpenFile {
  const uri = `file:///folder/${name}`;
  const kind = kindOf("json", uri, workspace);
  if (!kind) throw new Error(`${name} is not one of our files`);
  return openFile(kind, uri, parse(text, { dialect: dialectOf(kind) }), new Lines(text), using, workspace);
}

/** The file and the place of its one `|`. */
export function atCursor(
  marked: string,
  name?: string,
  workspace?: Workspace,
  using?: CompiledCatalogue,
): { file: OpenFile; offset: number; text: string } {
  const offset = marked.indexOf("|");
  if (offset < 0 || marked.includes("|", offset + 1)) throw new Error("The text needs one |");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { file: fileOf(text, name, workspace, using), offset, text };
}

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

/** What a newcomer's editor says: the sandbox is the environment. */
export function inSandbox(): Workspace {
  const workspace = new Workspace();
  workspace.settings = { ...workspace.settings, environment: "sandbox" };
  return workspace;
}

/** A workspace in the environment `test` with variables from environment files in the folder. */
export function withVariables(
  ...variables: { name: string; value: string; environment: string; private?: boolean }[]
): Workspace {
  const workspace = new Workspace();
  workspace.settings = { ...workspace.settings, environment: "test" };
  const start = { line: 0, character: 0 };
  const read = variables.map(({ private: secret, ...variable }) => ({
    ...variable,
    uri: `file:///folder/http-client.${secret ? "private." : ""}env.json`,
    range: { start, end: start },
  }));
  workspace.variables = () => read;
  return workspace;
}
