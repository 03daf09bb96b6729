import { spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Seen } from "./program.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "switchboard-keys-"));
const program = join(folder, "program.mjs");

beforeAll(async () => {
  // As in dist/: one bundle, with keytar's binaries beside it.
  await build({
    entryPoints: [join(import.meta.dirname, "program.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22.15",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  symlinkSync(join(root, "node_modules/keytar/prebuilds"), join(folder, "prebuilds"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** For a keychain that answers, however busy the machine is. */
const patient = 60_000;
/** For one that may ask a person who is not there. */
const impatient = 2000;

/** Runs the program in a home of its own. `start` brings up the session in which it runs. */
function run(
  start: readonly string[],
  patience: number,
  env: NodeJS.ProcessEnv = {},
): { seen: Seen; home: string } {
  const home = mkdtempSync(join(folder, "home-"));
  const [command, ...args] = [...start, process.execPath, program, String(patience)];
  const { DBUS_SESSION_BUS_ADDRESS: _, DISPLAY: __, ...inherited } = process.env;
  const { stdout, stderr, status } = spawnSync(command, args, {
    env: { ...inherited, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: join(home, "data"), ...env },
    encoding: "utf8",
    timeout: 110_000, // As nothing else can end a test that blocks.
  });
  if (status !== 0) throw new Error(`The program ended with ${status}. ${stderr}`);
  return { seen: JSON.parse(stdout), home };
}

const filesWith = (home: string, secret: string) =>
  globSync("**/*", { cwd: home })
    .filter((file) => statSync(join(home, file), { throwIfNoEntry: false })?.isFile())
    .filter((file) => readFileSync(join(home, file)).includes(secret));

const session = (daemon: string) => [
  "dbus-run-session",
  "--",
  "sh",
  "-c",
  `${daemon} >/dev/null 2>&1; exec "$@"`,
  "sh",
];

describe.runIf(process.platform === "linux")("a real gnome-keyring", () => {
  const unlocked = session("echo -n x | gnome-keyring-daemon --unlock --components=secrets");

  it("sets, replaces and forgets keys, with two origins apart", () => {
    const { seen, home } = run(unlocked, patient);
    expect(seen).toMatchObject({
      setIn: "keychain",
      first: { place: "keychain", credentials: { key: "canary-1" } },
      replaced: { place: "keychain", credentials: { key: "canary-2" } },
      foundElsewhere: { place: "keychain", credentials: { key: "canary-2" } },
      otherOrigin: { credentials: { clientId: "canary-3", clientSecret: "canary-4" } },
      otherOriginAfterForgetting: { credentials: { clientId: "canary-3", clientSecret: "canary-4" } },
      refusals: [],
    });
    expect(seen.afterForgetting).toBeUndefined();
    expect(filesWith(home, "canary")).toEqual([]);
  });

  it("keeps keys for the session while the keyring is locked and nobody unlocks it", () => {
    const { seen, home } = run(session("gnome-keyring-daemon --start --components=secrets"), impatient);
    expect(seen).toMatchObject({
      setIn: "session",
      replaced: { place: "session", credentials: { key: "canary-2" } },
    });
    expect(seen.foundElsewhere).toBeUndefined();
    expect(seen.refusals.length).toBeGreaterThan(0);
    // Each of the two that ask it waits in vain once at most.
    expect(seen.refusals.filter(({ reason }) => reason.startsWith("No answer")).length).toBeLessThan(3);
    expect(filesWith(home, "canary")).toEqual([]);
  });
});

describe.runIf(process.platform === "linux")("no keyring", () => {
  const expected = {
    setIn: "session",
    first: { place: "session", credentials: { key: "canary-1" } },
    replaced: { place: "session", credentials: { key: "canary-2" } },
    otherOriginAfterForgetting: { place: "session" },
  };

  it("keeps keys for the session without D-Bus", () => {
    const { seen, home } = run([], impatient, { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" });
    expect(seen).toMatchObject(expected);
    expect(seen.refusals[0]).toMatchObject({ place: "keychain" });
    expect(filesWith(home, "canary")).toEqual([]);
  });

  it("keeps keys for the session with D-Bus but no secret service", () => {
    const { seen, home } = run(["dbus-run-session", "--config-file", lonelyBus(), "--"], impatient);
    expect(seen).toMatchObject(expected);
    expect(filesWith(home, "canary")).toEqual([]);
  });

  it("keeps keys for the session when keytar's binary is missing", () => {
    const bare = mkdtempSync(join(folder, "bare-"));
    cpSync(program, join(bare, "program.mjs"));
    const { stdout } = spawnSync(process.execPath, [join(bare, "program.mjs"), String(impatient)], {
      encoding: "utf8",
    });
    expect(JSON.parse(stdout)).toMatchObject(expected);
  });
});

/** A bus that starts no services. */
function lonelyBus(): string {
  const file = join(folder, "bus.conf");
  writeFileSync(
    file,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  );
  return file;
}
