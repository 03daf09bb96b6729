/** Reads files one after the other into one buffer, of which nothing is given away. */
import { isAscii, isUtf8 } from "node:buffer";
import { NotRegularError, readRegularFile } from "../../shared/regular-file.ts";
import { sizeLimit } from "../syntax/tree.ts";

export type ReadText =
  /** Without its byte order mark. */
  | { kind: "text"; text: string }
  /** A pipe, a device or a folder, or a link to one. */
  | { kind: "not regular" }
  /** The operating system's code of why there is none. */
  | { kind: "unreadable"; code: string }
  /** As far as the bytes can be decoded, and where the first is that cannot. */
  | { kind: "not UTF-8"; text: string; offset: number };

export class TextReader {
  #buffer: Buffer = Buffer.allocUnsafeSlow(64 * 1024);

  read(path: string): ReadText {
    try {
      // So many bytes are over the limit in any case: the rest changes nothing.
      const bytes = readRegularFile(path, 3 * sizeLimit + 3, this.#buffer);
      if (bytes.length > this.#buffer.length) this.#buffer = bytes;
      return decoded(bytes);
    } catch (error) {
      if (error instanceof NotRegularError) return { kind: "not regular" };
      return { kind: "unreadable", code: (error as NodeJS.ErrnoException).code ?? String(error) }; // Only the file system throws here.
    }
  }
}

function decoded(bytes: Buffer): ReadText {
  if (isAscii(bytes)) return { kind: "text", text: bytes.toString("latin1") };
  if (!isUtf8(bytes)) return { kind: "not UTF-8", ...decodedInPart(bytes) };
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { kind: "text", text: bytes.toString("utf8", marked ? 3 : 0) };
}

function decodedInPart(bytes: Buffer): { text: string; offset: number } {
  const text = bytes.toString("utf8");
  // What cannot be decoded comes back as other bytes.
  const again = Buffer.from(text);
  let at = 0;
  while (again[at] === bytes[at]) at++;
  return { text, offset: again.toString("utf8", 0, at).length };
}
