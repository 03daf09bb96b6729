/** The files that a command line means. */
import { accessSync, constants, type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { Ignored, repositoryOf } from "../disk/ignored.ts";
import { UsageError } from "./command.ts";

/** As the person sees it: relative to the working folder, with slashes. */
export function shownPath(cwd: string, path: string): string {
  const below = cwd.endsWith(sep) ? cwd : cwd + sep;
  const shown = path.startsWith(below) ? path.slice(below.length) : relative(cwd, path);
  return sep === "/" ? shown : shown.replaceAll(sep, "/");
}

/** The files that a command takes. */
export interface Taken {
  /** Whether a file, by its absolute path, is one. */
  isOurs: (path: string) => boolean;
  /** `request file` */
  one: string;
  /** `no request file` */
  none: string;
  /** What to do with a file that is none, as a sentence. */
  remedy: string;
}

/**
 * The paths of files, folders and globs, sorted and each once. What is named itself counts even where
 * `.gitignore` leaves it out.
 * @param listed names that another program lists: of any files, and those that are not ours are passed over
 * @param skip called with each folder that cannot be read
 */
export function findFiles(
  args: readonly string[],
  listed: readonly string[] | undefined,
  cwd: string,
  taken: Taken,
  skip: (folder: string) => void,
): string[] {
  const patterns = process.platform === "win32" ? args.map((arg) => arg.replaceAll("\\", "/")) : args;
  const found = new Set<string>();
  const excluded = patterns.filter(isExclusion).map((pattern) => globOf(pattern.slice(1), cwd));
  const wanted = patterns.filter((pattern) => !isExclusion(pattern));
  const add = (path: string) => excluded.some((glob) => glob.matches(path)) || found.add(path);
  for (const pattern of wanted.length > 0 || listed ? wanted : ["."])
    expand(pattern, cwd, taken, skip).forEach(add);
  listed
    ?.map((name) => resolve(cwd, name))
    .filter(taken.isOurs)
    .forEach(add);
  return [...found]
    .map((path) => ({ path, shown: shownPath(cwd, path) }))
    .sort((a, b) => (a.shown < b.shown ? -1 : 1))
    .map(({ path }) => path);
}

const leftOut = "What .gitignore leaves out is taken only when it is named itself.";

/** `!drafts/**`, but not the group `!(a|b)`. */
const isExclusion = (pattern: string) => pattern.startsWith("!") && pattern[1] !== "(";

function expand(
  pattern: string,
  cwd: string,
  { isOurs, one, none, remedy }: Taken,
  skip: (folder: string) => void,
): string[] {
  const named = resolve(cwd, pattern);
  const stat = pattern === "" ? undefined : statOf(named);
  if (stat?.isDirectory()) {
    const ours = [...filesBelow(named, notIgnored(named) ?? new Ignored(named), skip)].filter(isOurs);
    if (ours.length > 0 || named === cwd) return ours;
    throw new UsageError(`There is no ${one} in ${pattern}. ${leftOut}`);
  }
  if (stat) {
    if (isOurs(named)) return [readable(named, pattern)];
    throw new UsageError(`${pattern} is ${none}. ${remedy}`);
  }
  if (!picomatch.scan(pattern).isGlob) throw new UsageError(`There is no file ${JSON.stringify(pattern)}.`);
  const glob = globOf(pattern, cwd);
  const ignored = notIgnored(glob.folder);
  const matching = ignored
    ? [...filesBelow(glob.folder, ignored, skip, glob.depth)].filter(glob.matches)
    : [];
  if (matching.length === 0) throw new UsageError(`No file matches ${JSON.stringify(pattern)}. ${leftOut}`);
  const ours = matching.filter(isOurs);
  if (ours.length > 0) return ours;
  throw new UsageError(`No file that matches ${JSON.stringify(pattern)} is a ${one}. ${remedy}`);
}

function readable(path: string, shown: string): string {
  try {
    accessSync(path, constants.R_OK);
    return path;
  } catch {
    throw new UsageError(`${shown} cannot be read. Give this account the permission to read it.`);
  }
}

interface Glob {
  /** What matches is below it, */
  folder: string;
  /** at most so many levels. */
  depth: number;
  matches: (path: string) => boolean;
}

function globOf(pattern: string, cwd: string): Glob {
  try {
    const { base, glob } = picomatch.scan(pattern);
    const folder = resolve(cwd, base);
    const matches = picomatch(glob, { dot: true, strictBrackets: true });
    return {
      folder,
      depth: glob.includes("**") ? Number.POSITIVE_INFINITY : glob.split("/").length,
      matches: (path) => matches(shownPath(folder, path)),
    };
  } catch (error) {
    throw new UsageError(
      `${JSON.stringify(pattern)} is not a glob: ${error instanceof Error ? error.message : String(error)}. Put a backslash before a bracket that stands for itself.`,
    );
  }
}

/** What is left out below a folder; undefined when it is left out itself. */
function notIgnored(folder: string): Ignored | undefined {
  const ignored = new Ignored(repositoryOf(folder) ?? folder);
  return ignored.hasFolder(folder) ? undefined : ignored;
}

/** Links to folders are not followed, so that none leads round in circles. */
function* filesBelow(
  start: string,
  ignored: Ignored,
  skip: (folder: string) => void,
  depth = Number.POSITIVE_INFINITY,
): Generator<string> {
  const waiting: [folder: string, left: number][] = [[start, depth]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [folder, left] = next;
    for (const entry of entriesOf(folder, skip)) {
      const isFolder = entry.isDirectory();
      if (isFolder && (left < 2 || entry.name === "node_modules" || entry.name === ".git")) continue;
      if (!isFolder && !entry.isFile() && !entry.isSymbolicLink()) continue;
      if (ignored.has(folder, entry.name, { isFolder })) continue;
      const path = folder.endsWith(sep) ? folder + entry.name : folder + sep + entry.name;
      if (isFolder) waiting.push([path, left - 1]);
      else yield path;
    }
  }
}

/** A folder that may not be read, or that is gone, has none. */
function entriesOf(folder: string, skip: (folder: string) => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    skip(folder);
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
