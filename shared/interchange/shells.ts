/** The shells whose commands are read and written. */
import { readCmd } from "./cmd.ts";
import type { CommandLine } from "./command-line.ts";
import { readPowerShell } from "./powershell.ts";
import { readSh } from "./sh.ts";

export const shells = { sh: readSh, cmd: readCmd, powershell: readPowerShell } satisfies Record<
  string,
  (text: string) => CommandLine
>;

export type Shell = keyof typeof shells;

/** A command is one of the shell by whose mark its first line goes on, else of the one whose quotes it begins with. */
export function shellOf(text: string): Shell {
  const [, mark] = /[^\S\r\n]([\\^`])[^\S\r\n]*(?:\r?\n|$)/.exec(text) ?? [];
  if (mark !== undefined) return mark === "^" ? "cmd" : mark === "`" ? "powershell" : "sh";
  const [beforeQuotes = ""] = /^[^'"]*/.exec(text) ?? [];
  if (beforeQuotes.endsWith("^") || /^\s*[A-Za-z]:\\[^\n>]*>/.test(text)) return "cmd";
  if (/^\s*(PS [^\n>]*>|&\s|["'@])/.test(text) || /\bcurl\.exe\b/i.test(beforeQuotes)) return "powershell";
  if (/\$\{?env:\w/i.test(text)) return "powershell";
  // A single quote quotes nothing in cmd.
  return !text.includes("'") && /\^["{]|%[A-Z][A-Z\d]*_[A-Z\d_]*%/.test(text) ? "cmd" : "sh";
}
