/** The port that a command listens on. */
import { type Arguments, UsageError } from "./command.ts";

/** Of `--port`. @param usual where it is not given */
export function portOf(value: Arguments["values"][string], usual: number): number {
  const text = String(value ?? usual);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError("--port takes a whole number from 0 to 65535.");
}

/** What begins to listen, or an error that says what to do where the port cannot be had. */
export async function listeningAt<T>(port: number, starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE")
      throw new UsageError(
        `Port ${port} is in use. Choose another with --port, or any free one with --port 0.`,
      );
    if (code === "EACCES")
      throw new UsageError(
        `Port ${port} may not be used by this account. Choose one above 1023 with --port, or any free one with --port 0.`,
      );
    throw error;
  }
}
