/** A request file as it is run from the command line. */
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { Place } from "../../shared/placeholders.ts";
import { type FileRange, readSettings, type ResolvedRequest } from "../../shared/protocol.ts";
import type { Fresh } from "../../shared/requests/dynamic-values.ts";
import { expressionsIn } from "../../shared/placeholders.ts";
import { EnvironmentFiles } from "../disk/environment-files.ts";
import { locate } from "../features/locate-field.ts";
import { resolveRequests } from "../features/resolve-requests.ts";
import { entryByIndex } from "../files/entries.ts";
import { type OpenFile, openFile, rangeOf } from "../files/open-file.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import type { Variable } from "../knowledge/variables.ts";
import { emptyWorkspace } from "../knowledge/workspace.ts";
import { syntaxFindings } from "../rules/findings.ts";
import { Lines } from "../syntax/lines.ts";
import { parse } from "../syntax/tree.ts";
import { type ReadText, TextReader } from "./text-reader.ts";

const fresh: Fresh = { uuid: randomUUID, now: () => new Date(), random: Math.random };

export class RunFile {
  readonly path: string;
  /** Why none of its requests can be sent: it cannot be read, or nobody can say which requests it has. */
  readonly problem: { message: string; range: FileRange } | undefined;
  readonly #open: OpenFile;

  constructor(path: string, catalogue: CompiledCatalogue, environment: string) {
    this.path = path;
    const uri = pathToFileURL(path).href;
    const read = new TextReader().read(path);
    this.#open = openFile("request", {
      uri,
      tree: parse(read.kind === "text" ? read.text : "[]", { dialect: "jsonc" }),
      catalogue,
      workspace: { ...emptyWorkspace, settings: readSettings({ environment }) },
      variables: new EnvironmentFiles().variables(uri),
    });
    this.problem = problemOf(read, this.#open);
  }

  /** With fresh values at each call. @param row variables that go before those of the files */
  requests(row: readonly Variable[]): ResolvedRequest[] {
    const { variables } = this.#open;
    return resolveRequests({ ...this.#open, variables: [...row, ...variables] }, fresh);
  }

  rangeOf(index: number, at: Place | string): FileRange {
    const entry = entryByIndex(this.#open, index);
    return entry ? locate(this.#open, entry, at) : { start: fileBegin, end: fileBegin };
  }
}

/** Where one of these is nobody can say what stands after it. */
const unreadable: ReadonlySet<string> = new Set(["syntax", "too-deep", "too-large"]);

function problemOf(read: ReadText, open: OpenFile): RunFile["problem"] {
  switch (read.kind) {
    case "text": {
      const broken = syntaxFindings(open).find(({ code }) => unreadable.has(code));
      return broken && { message: broken.message, range: rangeOf(open.lines, broken.start, broken.end) };
    }
    case "not UTF-8": {
      const range = rangeOf(new Lines(read.text), read.offset, read.offset + 1);
      return { message: "The file is not valid UTF-8. Save it as UTF-8.", range };
    }
    case "not regular": {
      const message =
        "It is no regular file: pipes, devices and folders are not read. Save the requests in a file.";
      return { message, range: { start: fileBegin, end: fileBegin } };
    }
    case "unreadable": {
      const message = `The file cannot be read (${read.code}). Check that it is there and that this account may read it.`;
      return { message, range: { start: fileBegin, end: fileBegin } };
    }
  }
}

const fileBegin = { line: 0, character: 0 };

/** The requests whose name or operation has the text in it, and those that they refer to. */
export function chosen(requests: readonly ResolvedRequest[], text: string): ResolvedRequest[] {
  const wanted = text.toLowerCase();
  const isNamed = ({ name = "", operation }: ResolvedRequest) =>
    [name, operation].some((each) => each.toLowerCase().includes(wanted));
  const kept = new Set(requests.filter(isNamed));
  // What is added refers to earlier ones alone.
  for (const request of requests.toReversed()) {
    if (!kept.has(request)) continue;
    for (const expression of expressionsIn({ ...request.values, expect: request.expect })) {
      if (!("request" in expression)) continue;
      const referred = requests.find(({ name }) => name === expression.request);
      if (referred) kept.add(referred);
    }
  }
  return requests.filter((request) => kept.has(request));
}
