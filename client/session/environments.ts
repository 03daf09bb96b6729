/** The environments that there are, and what they are called. Without vscode. */
import { plainText } from "../../shared/plain-text.ts";
import type { Settings } from "./settings.ts";

export interface EnvironmentPresentation {
  icon: string;
  title: string;
  meaning: string;
}

const builtIn: Readonly<Record<string, EnvironmentPresentation>> = {
  sandbox: {
    icon: "beaker",
    title: "Sandbox",
    meaning: "Made-up data on this machine. Nothing can go wrong.",
  },
  test: { icon: "plug", title: "Test", meaning: "Your test accounts, at the base addresses that you set." },
  live: { icon: "broadcast", title: "Live", meaning: "Real accounts. What you change here is changed." },
};

/** Those that every installation has. */
export const builtInEnvironments: readonly string[] = Object.keys(builtIn);

export const environmentPresentation = (name: string): EnvironmentPresentation =>
  (Object.hasOwn(builtIn, name) && builtIn[name]) || {
    icon: "server-environment",
    title: plainText(name, 40) || "Unnamed",
    meaning: "Of your own, at the base addresses that you set.",
  };

/** The built-in environments, then the person's own by name; the active one is always among them. */
export function environmentsOf({
  environment,
  baseUrls,
}: Pick<Settings, "environment" | "baseUrls">): string[] {
  const own = new Set(
    [...Object.keys(baseUrls), environment].filter((name) => !builtInEnvironments.includes(name)),
  );
  return [...builtInEnvironments, ...Array.from(own).sort((a, b) => a.localeCompare(b))];
}

/** Why a new environment can't have the name; undefined when it can. */
export function problemOfName(name: string, existing: readonly string[]): string | undefined {
  if (name === "") return "Enter a name, like staging.";
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return "Use letters, digits, - and _.";
  // Addresses of records do not tell capital letters.
  const same = existing.find((each) => each.toLowerCase() === name.toLowerCase());
  return same === undefined ? undefined : `There is an environment ${same} already.`;
}
