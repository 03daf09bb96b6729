import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** An entry of `extensions.json`, in which VS Code keeps what is installed. */
interface Installed {
  identifier: { id: string };
  version: string;
  location: { $mid: 1; scheme: "file"; path: string };
}

/**
 * Installs an extension for the servers that use `dataDir` without copying it: VS Code loads it from its own folder,
 * in every window, whatever the address in the browser says.
 */
export function installInPlace(dataDir: string, extensionPath: string): void {
  const folder = join(dataDir, "extensions");
  const file = join(folder, "extensions.json");
  const { publisher, name, version } = readJson(join(extensionPath, "package.json")) as Record<
    string,
    string
  >;
  const entry: Installed = {
    identifier: { id: `${publisher}.${name}` },
    version: String(version),
    location: { $mid: 1, scheme: "file", path: decodeURI(pathToFileURL(resolve(extensionPath)).pathname) },
  };
  const installed = existsSync(file) ? (readJson(file) as Installed[]) : [];
  const others = installed.filter(({ identifier }) => identifier.id !== entry.identifier.id);
  mkdirSync(folder, { recursive: true });
  // Written even when nothing has changed: the file's date tells VS Code to read the extension's manifest anew.
  writeFileSync(file, JSON.stringify([...others, entry]));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
