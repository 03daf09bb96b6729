/** One file: read, judged, and what is to be said of it. */
import { isAscii, isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";
import { diagnose, syntaxFindings, toDiagnostic } from "../features/diagnostics.ts";
import { dialectOf, kindOf, openFile, rangeOf } from "../files/open-file.ts";
import type { CompiledCatalogue } from "../knowledge/compiled-catalogue.ts";
import { Lines } from "../syntax/lines.ts";
import { parse, sizeLimit } from "../syntax/tree.ts";
import type { Workspace } from "../knowledge/workspace.ts";

export const isOurs = (path: string, workspace: Workspace): boolean =>
  path.endsWith(".json") || path.endsWith(".jsonc")
    ? kindOf("", pathToFileURL(path).href, workspace) !== undefined
    : false;

/**
 * What is to be said of a file, in its order; undefined when it is no longer there.
 * @param path absolute
 */
export function check(
  path: string,
  catalogue: CompiledCatalogue,
  workspace: Workspace,
): Diagnostic[] | undefined {
  const bytes = read(path);
  if (typeof bytes === "string") {
    // Gone since it was found, a link to nothing or to a folder, a pipe.
    if (["ENOENT", "EISDIR", "ELOOP", "ENXIO"].includes(bytes)) return undefined;
    const start = { line: 0, character: 0 };
    return [fault(`The file cannot be read (${bytes})`, { start, end: start })];
  }
  const text = decode(bytes);
  if (text === undefined) return [invalidEncoding(bytes)];
  const uri = pathToFileURL(path).href;
  const kind = kindOf("", uri, workspace);
  if (!kind) return [];
  const tree = parse(text, { dialect: path.endsWith(".jsonc") ? "jsonc" : dialectOf(kind) });
  let lines: Lines | undefined;
  const file = {
    ...openFile(kind, uri, tree, noLines, catalogue, workspace),
    // Most files are clean, and nobody asks for the lines of these.
    get lines() {
      lines ??= new Lines(text);
      return lines;
    },
  };
  // All of them: what is cut off could be the error.
  const diagnostics = diagnose(file, Number.POSITIVE_INFINITY);
  // In an editor the support for plain JSON says these.
  return kind === "body"
    ? [...syntaxFindings(file).map((finding) => toDiagnostic(file, finding)), ...diagnostics]
    : diagnostics;
}

const noLines = new Lines("");

/** Files are read into it one after the other. */
let shared: Buffer = Buffer.allocUnsafeSlow(64 * 1024);

/** The bytes, or the operating system's code of why there are none. */
function read(path: string): Buffer | string {
  let file: number | undefined;
  try {
    // Without O_NONBLOCK, which Windows lacks, opening a named pipe waits for its writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (!stat.isFile()) return "EISDIR";
    // So many bytes are over the limit in any case: the rest changes nothing.
    const size = Math.min(stat.size, 3 * sizeLimit + 3);
    if (size > shared.length) shared = Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const count = readSync(file, shared, length, size - length, null);
      if (count === 0) break;
      length += count;
    }
    return shared.subarray(0, length);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error); // Only the file system throws here.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Without its byte order mark. Undefined when the bytes are not UTF-8. */
function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (!isUtf8(bytes)) return undefined;
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString("utf8", marked ? 3 : 0);
}

function invalidEncoding(bytes: Buffer): Diagnostic {
  const text = bytes.toString("utf8");
  // What cannot be decoded comes back as other bytes.
  const again = Buffer.from(text);
  let at = 0;
  while (again[at] === bytes[at]) at++;
  const offset = again.toString("utf8", 0, at).length;
  return fault("The file is not valid UTF-8", rangeOf(new Lines(text), offset, offset + 1));
}

const fault = (message: string, range: Diagnostic["range"]): Diagnostic => ({
  source: "switchboard",
  code: "syntax",
  severity: DiagnosticSeverity.Error,
  message,
  range,
});
