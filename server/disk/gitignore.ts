/** The rules of a `.gitignore` file, as Git's documentation of gitignore has them. */
import { glob } from "../../shared/glob.ts";

/** What a rule says of a path: undefined where none is about it. */
export type Rules = (path: string, about: { isFolder: boolean }) => "ignored" | "kept" | undefined;

/** @param ignoreCase as the file system does */
export function readRules(text: string, { ignoreCase }: { ignoreCase: boolean }): Rules {
  const rules = text
    .split(/\r?\n/)
    .flatMap((line) => ruleOf(line, ignoreCase) ?? [])
    .toReversed();
  return (path, { isFolder }) => {
    // The last one counts.
    const rule = rules.find(({ forFolders, matches }) => (isFolder || !forFolders) && matches(path));
    return rule && (rule.keeps ? "kept" : "ignored");
  };
}

interface Rule {
  keeps: boolean;
  forFolders: boolean;
  matches: (path: string) => boolean;
}

/** Undefined for an empty line and a comment. */
function ruleOf(line: string, ignoreCase: boolean): Rule | undefined {
  // Spaces at the end count behind a backslash only.
  const [, not, pattern = ""] = /^(!?)(.*?(?:\\ )?) *$/s.exec(line) ?? [];
  if (pattern === "" || line.startsWith("#")) return undefined;
  const forFolders = pattern.endsWith("/");
  const body = forFolders ? pattern.replace(/\/+$/, "") : pattern;
  // With a slash at its begin or within, a pattern is about paths from this folder; without, about names anywhere.
  const anchored = body.includes("/") ? body.replace(/^\//, "") : `**/${body}`;
  return { keeps: not === "!", forFolders, matches: glob(anchored, { ignoreCase, braces: false }) };
}
