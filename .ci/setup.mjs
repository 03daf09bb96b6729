// Brings this machine to the state in which the npm scripts can run, and says nothing when it is there already:
//
//   node .ci/setup.mjs [npm] [host] [browser] [keyring] [editors]
//
//   npm      the project's packages
//   host     the packages of the editor host, test/editor/host
//   browser  a Chromium for the tests that run in an editor
//   keyring  a secret service and D-Bus, for the tests that use the operating system's keychain
//   editors  Neovim, for the test that its client gets on with the language server
//
// Runs on Node 20, before anything is installed.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "..");
const OLDEST_NODE = 24;

// ---- what there is to ensure

const chromium = {
  package: "chromium",
  isThere: () =>
    Boolean(process.env.CHROMIUM_PATH) ||
    ["chromium", "chromium-browser", "google-chrome"].some(isOnPath) ||
    existsSync("/Applications/Google Chrome.app"),
};
const dbus = { package: "dbus", isThere: () => hasOwnKeychain() || isOnPath("dbus-run-session") };
const gnomeKeyring = {
  package: "gnome-keyring",
  isThere: () => hasOwnKeychain() || isOnPath("gnome-keyring-daemon"),
};
const libsecret = {
  package: "libsecret-1-0",
  isThere: () => hasOwnKeychain() || isInLibraries("libsecret-1.so.0"),
};

const neovim = { package: "neovim", isThere: () => isOnPath("nvim") || isOnPath("nvim.exe") };

const needs = {
  npm: { folder: root },
  host: { folder: join(root, "test/editor/host") },
  browser: { programs: [chromium] },
  keyring: { programs: [dbus, gnomeKeyring, libsecret] },
  editors: { programs: [neovim] },
};

function ensure(names) {
  const unknown = names.find((name) => !Object.hasOwn(needs, name));
  if (unknown !== undefined) fail(`Unknown: ${unknown}. Known: ${Object.keys(needs).join(", ")}`);
  const wanted = names.map((name) => needs[name]);
  installPrograms(wanted.flatMap(({ programs }) => programs ?? []));
  for (const { folder } of wanted) if (folder) installPackages(folder);
  if (names.includes("npm")) checkNode();
}

// ---- npm packages

function installPackages(folder) {
  if (packagesAreCurrent(folder)) return;
  say(`Installing the packages of ${folder} (npm ci)…`);
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const options = { cwd: folder, stdio: ["ignore", "ignore", "inherit"] };
  // Inside an npm script these name the npm, and the Node, that run it. That Node is not one that `npm ci` deletes.
  const { npm_execpath: cli, npm_node_execpath: node = process.execPath } = process.env;
  if (cli) execFileSync(node, [cli, ...args], options);
  else execFileSync("npm", args, { ...options, shell: process.platform === "win32" });
}

/** Holds the lock against what npm writes down, when it is done, about the packages that it has installed. */
function packagesAreCurrent(folder) {
  const record = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  const locked = readPackages(join(folder, "package-lock.json"));
  delete locked[""]; // the project itself
  return (
    Object.keys(installed).every((path) => path in locked) &&
    Object.entries(locked).every(([path, wanted]) => {
      const found = installed[path];
      // An optional package may be one for other machines.
      return found
        ? found.version === wanted.version && found.integrity === wanted.integrity
        : wanted.optional;
    })
  );
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}

/** On Linux x64 the packages bring the Node that the scripts need; elsewhere it has to be there. */
function checkNode() {
  const brought = existsSync(join(root, "node_modules/.bin/node"));
  if (brought || Number.parseInt(process.versions.node) >= OLDEST_NODE) return;
  fail(
    `The scripts need Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}: see https://nodejs.org`,
  );
}

// ---- programs of the operating system

function installPrograms(programs) {
  const missing = programs.filter(({ isThere }) => !isThere()).map((program) => program.package);
  if (missing.length === 0) return;
  const names = missing.join(" ");
  if (!isOnPath("apt-get") || process.getuid?.() !== 0) {
    fail(`Missing: ${missing.join(", ")}. On Debian or Ubuntu: sudo apt-get install ${names}`);
  }
  say(`Installing ${names} (apt-get)…`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "ignore", "inherit"],
  };
  execFileSync("apt-get", ["update", "-qq"], options);
  execFileSync("apt-get", ["install", "-qq", "--yes", "--no-install-recommends", ...missing], options);
}

/** macOS and Windows need no secret service. */
function hasOwnKeychain() {
  return process.platform === "darwin" || process.platform === "win32";
}

function isOnPath(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function isInLibraries(library) {
  const roots = ["/usr/lib", "/usr/lib64", "/lib"].filter((folder) => existsSync(folder));
  // Debian keeps libraries one folder deeper, named after the architecture.
  const folders = roots.flatMap((folder) => [
    folder,
    ...readdirSync(folder).map((name) => join(folder, name)),
  ]);
  return folders.some((folder) => existsSync(join(folder, library)));
}

// ---- saying so

function say(line) {
  console.error(line);
}

function fail(line) {
  say(line);
  process.exit(1);
}

try {
  ensure(process.argv.slice(2));
} catch (error) {
  fail(error.message); // the command that failed has printed why
}
