/** The files that a command line means. */
import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { UsageError } from "./command.ts";
import { Ignored } from "./ignored.ts";

/** As the person sees it: relative to the working folder, with slashes. */
export const shownPath = (cwd: string, path: string) => relative(cwd, path).replaceAll(sep, "/");

/**
 * The paths of files, folders and globs, sorted and each once. What is named itself counts even where
 * `.gitignore` leaves it out.
 * @param isOurs whether a file, by its absolute path, is of a kind that is checked
 */
export function findFiles(
  args: readonly string[],
  cwd: string,
  isOurs: (path: string) => boolean,
): string[] {
  const patterns = process.platform === "win32" ? args.map((arg) => arg.replaceAll("\\", "/")) : args;
  const found = new Set<string>();
  const excluded = patterns.filter(isExclusion).map((pattern) => matcher(pattern.slice(1)));
  const wanted = patterns.filter((pattern) => !isExclusion(pattern));
  for (const pattern of wanted.length > 0 ? wanted : ["."]) {
    for (const path of expand(pattern, cwd, isOurs)) {
      const shown = shownPath(cwd, path);
      if (!excluded.some((matches) => matches(shown))) found.add(path);
    }
  }
  return [...found].sort((a, b) => compare(shownPath(cwd, a), shownPath(cwd, b)));
}

const leftOut = "What .gitignore leaves out is checked only when it is named itself.";

/** `!drafts/**`, but not the group `!(a|b)`. */
const isExclusion = (pattern: string) => pattern.startsWith("!") && pattern[1] !== "(";

function expand(pattern: string, cwd: string, isOurs: (path: string) => boolean): string[] {
  const named = resolve(cwd, pattern);
  const stat = pattern === "" ? undefined : statOf(named);
  if (stat?.isDirectory()) {
    const ours = [...filesBelow(named)].filter(isOurs);
    if (ours.length > 0 || named === cwd) return ours;
    throw new UsageError(`There is no request or webhook file in ${pattern}. ${leftOut}`);
  }
  if (stat) {
    if (isOurs(named)) return [named];
    throw new UsageError(
      `${pattern} is neither a request nor a webhook file. Name it *.request.json or *.webhook.json, or map it to an operation in the setting switchboard.bodies.`,
    );
  }
  const { base, glob, isGlob } = picomatch.scan(pattern);
  if (!isGlob) throw new UsageError(`There is no file ${JSON.stringify(pattern)}.`);
  const matches = matcher(glob);
  const start = resolve(cwd, base);
  const depth = glob.includes("**") ? Number.POSITIVE_INFINITY : glob.split("/").length;
  const matching = [...filesBelow(start, depth)].filter((path) => matches(shownPath(start, path)));
  if (matching.length === 0)
    throw new UsageError(`No file matches ${JSON.stringify(pattern)}. ${leftOut}`);
  const ours = matching.filter(isOurs);
  if (ours.length > 0) return ours;
  throw new UsageError(
    `No file that matches ${JSON.stringify(pattern)} is a request or webhook file (*.request.json, *.webhook.json), nor mapped in the setting switchboard.bodies.`,
  );
}

function matcher(glob: string): (path: string) => boolean {
  try {
    return picomatch(glob.replace(/^\.\//, ""), { dot: true, strictBrackets: true });
  } catch (error) {
    throw new UsageError(
      `${JSON.stringify(glob)} is not a glob: ${error instanceof Error ? error.message : error}. Put a backslash before a bracket that stands for itself.`,
    );
  }
}

/** Links to folders are not followed, so that none leads round in circles. */
function* filesBelow(start: string, depth = Number.POSITIVE_INFINITY): Generator<string> {
  const ignored = new Ignored(start);
  const waiting: [folder: string, left: number][] = [[start, depth]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [folder, left] = next;
    for (const entry of entriesOf(folder)) {
      const isFolder = entry.isDirectory();
      if (isFolder && (left < 2 || entry.name === "node_modules" || entry.name === ".git")) continue;
      if (!isFolder && !entry.isFile() && !entry.isSymbolicLink()) continue;
      if (ignored.has(folder, entry.name, isFolder)) continue;
      const path = join(folder, entry.name);
      if (isFolder) waiting.push([path, left - 1]);
      else yield path;
    }
  }
}

/** A folder that may not be read, or that is gone, has none. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
