/** Reads files that others have made. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export class NotRegularError extends Error {
  override readonly name = "NotRegularError";
}

/**
 * The bytes of a regular file, at most so many: what looks like a file may be a device that never ends or a pipe that
 * nobody writes to. Throws what the file system throws, and a NotRegularError.
 *
 * @param buffer takes the bytes where it is long enough
 */
export function readRegularFile(path: string, limit: number, buffer?: Buffer): Buffer {
  // Without O_NONBLOCK, which Windows lacks, opening a named pipe waits for its writer.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new NotRegularError(`${path} is no regular file.`);
    const size = Math.min(stat.size, limit);
    const bytes = buffer && buffer.length >= size ? buffer : Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const count = readSync(file, bytes, length, size - length, null);
      if (count === 0) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** The text of a regular file of at most so many bytes, without its byte order mark; undefined where there is none. */
export function textOfFile(path: string, limit: number): string | undefined {
  try {
    const bytes = readRegularFile(path, limit + 1);
    return bytes.length > limit ? undefined : bytes.toString("utf8").replace(/^\uFEFF/, "");
  } catch {
    return undefined; // Gone, closed to us, or no file.
  }
}
