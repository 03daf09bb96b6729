import type { ParseArgsOptionsConfig } from "node:util";

/** Where a command reads and writes: the process, or a test. */
export interface Terminal {
  /** @param commands whether lines of it are commands to the build server; else none is taken for one */
  out(text: string, commands?: "commands"): Promise<void>;
  error(text: string): void;
  /** Whether what is written to it may be coloured. */
  readonly colored: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shows how far it has come, in place of what was shown before. Absent where nobody watches. */
  readonly progress?: ((text: string) => void) | undefined;
  /** Whether the person says yes. Absent where nobody can be asked. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Arguments {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

export interface Command {
  /** After the program's name: `list OPERATION [--query k=v]…`. */
  usage: string;
  /** One line for the overview. */
  summary: string;
  options: ParseArgsOptionsConfig;
  /** Its exit code is what a pipeline goes by: it is not 0 when whoever reads the output has ended first. */
  judges?: true;
  /** The exit code: 0 done, 1 findings or an incomplete result; what cannot run throws. */
  run(terminal: Terminal, args: Arguments): Promise<number>;
}

/** What the person must change; printed in one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Throws where a command that takes none was given arguments beside its options. */
export function requireNone([first]: readonly string[], { usage }: Command): void {
  if (first !== undefined)
    throw new UsageError(`${JSON.stringify(first)} is too much. Usage: switchboard ${usage}`);
}

/** The format of that name, or an error that names all. */
export function formatOf<T>(formats: Readonly<Record<string, T>>, name: unknown): T {
  const wanted = String(name ?? "pretty");
  const format = Object.hasOwn(formats, wanted) ? formats[wanted] : undefined;
  if (format) return format;
  throw new UsageError(
    `There is no format ${JSON.stringify(wanted)}. The formats are ${Object.keys(formats).join(", ")}.`,
  );
}

/** Undefined where none is named. */
export function environmentOf(value: Arguments["values"][string]): string | undefined {
  if (value === undefined) return undefined;
  if (String(value).trim() !== "") return String(value);
  throw new UsageError(
    "--environment takes a name, like test. The one given is empty: is a variable not set?",
  );
}

/** The values of an option that may be given several times. */
export const repeated = (value: Arguments["values"][string]): string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);

/** `name=value` pairs. */
export function pairs(option: string, value: Arguments["values"][string]): [string, string][] {
  return repeated(value).map((text) => {
    const equals = text.indexOf("=");
    if (equals < 1) throw new UsageError(`--${option} ${text} is not of the form name=value.`);
    return [text.slice(0, equals), text.slice(equals + 1)];
  });
}
