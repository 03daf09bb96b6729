/** One file: read, judged, and what is to be said of it. */
import { isAscii, isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";
import { diagnose } from "../features/diagnostics.ts";
import { dialectOf, kindOf, openFile } from "../features/file.ts";
import type { Reference } from "../reference.ts";
import { Lines } from "../syntax/lines.ts";
import { parse, sizeLimit } from "../syntax/tree.ts";

/** Why a file could not be read, in the words of the operating system: `EACCES`. */
export interface Unreadable {
  unreadable: string;
}

/** Files are read into it one after the other. */
let shared: Buffer = Buffer.allocUnsafeSlow(64 * 1024);

/** @param path absolute */
export function check(path: string, reference: Reference): Diagnostic[] | Unreadable {
  const bytes = read(path);
  if ("unreadable" in bytes) return bytes;
  const text = decode(bytes);
  if (text === undefined) return [invalidEncoding(bytes)];
  const uri = pathToFileURL(path).href;
  const kind = kindOf("", uri);
  if (!kind) return [];
  const tree = parse(text, { dialect: dialectOf(kind) });
  return diagnose(openFile(kind, uri, tree, new Lines(text), reference));
}

function read(path: string): Buffer | Unreadable {
  let file: number | undefined;
  try {
    // Opening a named pipe would wait for its writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (!stat.isFile()) return { unreadable: "not a file" };
    // No text of so many bytes is within the limit, and the rest would not change what is said of it.
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
    return { unreadable: (error as NodeJS.ErrnoException).code ?? String(error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Undefined when the bytes are not UTF-8. */
function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.latin1Slice();
  if (!isUtf8(bytes)) return undefined;
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.utf8Slice(marked ? 3 : 0);
}

function invalidEncoding(bytes: Buffer): Diagnostic {
  const text = bytes.utf8Slice();
  const again = Buffer.from(text);
  let at = 0;
  while (again[at] === bytes[at]) at++;
  const offset = again.utf8Slice(0, at).length;
  const start = new Lines(text).positionAt(offset);
  return {
    source: "switchboard",
    code: "syntax",
    severity: DiagnosticSeverity.Error,
    message: "The file is not valid UTF-8",
    range: { start, end: { ...start, character: start.character + 1 } },
  };
}
