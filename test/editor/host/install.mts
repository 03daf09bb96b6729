import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import release from "./release.json" with { type: "json" };

const here = import.meta.dirname;
export const projectRoot = join(here, "../../..");
/** Git-ignored; holds what can be fetched or made again. */
export const cacheRoot = join(projectRoot, ".vscode-host");

/** Fetches what is missing and returns the folder of VS Code's server. */
export function ensureHost(): string {
  // The same step prepares a machine for the npm scripts; it says nothing when there is nothing to do.
  execFileSync(process.execPath, [join(projectRoot, ".ci/setup.mjs"), "host"], { stdio: "inherit" });
  const serverRoot = join(cacheRoot, `vscode-${release.vscode}`);
  if (!existsSync(serverRoot)) fetchServer(serverRoot);
  return serverRoot;
}

/** Everything happens in a scratch folder, so that `serverRoot` exists only when it is complete. */
function fetchServer(serverRoot: string): void {
  console.error(`Fetching VS Code ${release.vscode}'s server (47 MB, once)…`);
  mkdirSync(cacheRoot, { recursive: true });
  const scratch = mkdtempSync(join(cacheRoot, "fetch-"));
  try {
    const unpacked = unpackServer(packServer(scratch), scratch);
    symlinkSync(join(here, "node_modules"), join(unpacked, "node_modules"), "junction");
    moveUnlessThere(unpacked, serverRoot);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** `npm pack` fetches the tarball through npm's own registry, proxy and cache settings and runs no script. */
function packServer(folder: string): string {
  npm([
    "pack",
    release.package,
    "--ignore-scripts",
    "--prefer-offline",
    "--loglevel=error",
    "--pack-destination",
    folder,
  ]);
  const name = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error(`npm pack ${release.package} left no tarball in ${folder}`);
  const tarball = join(folder, name);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  if (integrity !== release.integrity) {
    throw new Error(
      `${release.package} has integrity ${integrity}, release.json expects ${release.integrity}`,
    );
  }
  return tarball;
}

function unpackServer(tarball: string, folder: string): string {
  const server = "package/lib/vscode";
  const excludes = release.leaveOut.map((extension) => `--exclude=${server}/extensions/${extension}`);
  execFileSync("tar", ["-xzf", tarball, "-C", folder, ...excludes, server]);
  return join(folder, server);
}

/** Two runs that start together both fetch; the first to finish wins. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

function npm(args: string[]): void {
  const options: ExecFileSyncOptions = { stdio: ["ignore", "ignore", "inherit"] };
  const cli = process.env["npm_execpath"]; // set inside npm scripts
  if (cli) execFileSync(process.execPath, [cli, ...args], options);
  else execFileSync("npm", args, { ...options, shell: process.platform === "win32" });
}
