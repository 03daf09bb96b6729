/** Checks files, one after the other: each is read, judged, and what is to be said of it comes back. */
import { sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";
import { defaultSettings } from "../../shared/protocol.ts";
import { EnvironmentFiles } from "../disk/environment-files.ts";
import { diagnose, toDiagnostic } from "../features/diagnostics.ts";
import { dialectOf, type FileKind, kindByName, kindOf } from "../files/kind.ts";
import { openFile, rangeOf, watcherOf } from "../files/open-file.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import type { Variable } from "../knowledge/variables.ts";
import { emptyWorkspace, type Workspace } from "../knowledge/workspace.ts";
import { countedLimit, syntaxFindings } from "../rules/findings.ts";
import { Lines } from "../syntax/lines.ts";
import { parse } from "../syntax/tree.ts";
import { TextReader } from "./text-reader.ts";

/** What decides beside the files themselves. */
export interface Setting {
  /** The working folder, as a URI. */
  folder: string;
  /** Operation ids by glob. */
  bodies: Readonly<Record<string, string>>;
  /** Base addresses by API, by the variable that sets them. */
  baseUrls: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export class FileChecker {
  readonly #catalogue: CompiledCatalogue;
  readonly #workspace: Workspace;
  readonly #environments = new EnvironmentFiles();
  /** By folder: no environment file is expected to change meanwhile. */
  readonly #variables = new Map<string, readonly Variable[]>();
  readonly #reader = new TextReader();
  /** With the slash at their ends. */
  readonly #folderUris = new Map<string, string>();
  readonly #hasBodies: boolean;

  constructor({ folder, bodies, baseUrls }: Setting, catalogue: CompiledCatalogue) {
    this.#catalogue = catalogue;
    this.#hasBodies = Object.keys(bodies).length > 0;
    this.#workspace = {
      ...emptyWorkspace,
      folders: [folder],
      settings: { ...defaultSettings, bodies, baseUrls },
    };
  }

  /** Whether a file is of a kind that is checked. @param path absolute, as everywhere here */
  isOurs(path: string): boolean {
    return this.#kindOf(path) !== undefined;
  }

  /** What is to be said of a file, in its order; undefined when it is no longer there. */
  check(path: string): Diagnostic[] | undefined {
    const read = this.#reader.read(path);
    switch (read.kind) {
      case "text":
        try {
          return this.#checkText(path, read.text);
        } catch (error) {
          // A fault of ours: the other files are checked all the same.
          return [fault(`The file cannot be checked (${String(error)})`, fileBegin)];
        }
      case "not UTF-8": {
        const { text, offset } = read;
        return [fault("The file is not valid UTF-8", rangeOf(new Lines(text), offset, offset + 1))];
      }
      case "not regular":
        return undefined;
      case "unreadable": {
        // Gone since it was found, or a link to nothing.
        if (["ENOENT", "EISDIR", "ELOOP", "ENXIO"].includes(read.code)) return undefined;
        return [fault(`The file cannot be read (${read.code})`, fileBegin)];
      }
    }
  }

  #checkText(path: string, text: string): Diagnostic[] {
    const kind = this.#kindOf(path);
    if (!kind) return [];
    const uri = this.#uriOf(path);
    const known = { uri, catalogue: this.#catalogue, workspace: this.#workspace };
    const dialect = path.endsWith(".jsonc") ? "jsonc" : dialectOf(kind);
    const file = openFile(kind, {
      ...known,
      tree: parse(text, { dialect, watcher: watcherOf(kind, known) }),
      variables: kind === "request" ? this.#variablesOf(uri) : [],
    });
    const found = diagnose(file, countedLimit);
    // In an editor the support for plain JSON says these.
    const syntax = kind === "body" ? syntaxFindings(file, countedLimit) : [];
    const all = [...syntax.map((finding) => toDiagnostic(file, finding)), ...found];
    if (all.length < countedLimit) return all;
    // What is not said could be the error.
    return [
      ...all,
      {
        ...fault(`There is more: ${countedLimit} findings are told of a file`, fileBegin),
        code: "too-large",
      },
    ];
  }

  #kindOf(path: string): FileKind | undefined {
    // A name tells it mostly, and of no other file is the address needed.
    const kind = kindByName(path);
    if (kind || !this.#hasBodies || !/\.jsonc?$/.test(path)) return kind;
    return kindOf("", this.#uriOf(path), this.#workspace);
  }

  #uriOf(path: string): string {
    const at = path.lastIndexOf(sep);
    const name = path.slice(at + 1);
    // Of such a name nothing is written otherwise in an address.
    if (!/^[\w.-]+$/.test(name)) return pathToFileURL(path).href;
    const folder = path.slice(0, at + 1);
    const uri = this.#folderUris.get(folder) ?? pathToFileURL(folder).href;
    this.#folderUris.set(folder, uri);
    return uri + name;
  }

  #variablesOf(uri: string): readonly Variable[] {
    const folder = uri.slice(0, uri.lastIndexOf("/"));
    const variables = this.#variables.get(folder) ?? this.#environments.variables(uri);
    this.#variables.set(folder, variables);
    return variables;
  }
}

const fileBegin = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const fault = (message: string, range: Diagnostic["range"]): Diagnostic => ({
  source: "switchboard",
  code: "syntax",
  severity: DiagnosticSeverity.Error,
  message,
  range,
});
