// The workflows of the README, in a folder with nothing but the package and request files, as a fresh machine runs them.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { version } from "../../../package.json";
import { freePort } from "../../free-port.ts";

const root = join(import.meta.dirname, "../../..");

interface Step {
  run?: string;
  uses?: string;
  env?: Record<string, string>;
}

/** The blocks of YAML, each as it is read. */
const blocks = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^```yaml\n(.*?)^```/gms)].map(
  ([, text = ""]): unknown => parse(text),
);

/** The steps of a block, which may be a job, or stand by themselves. */
function stepsOf(block: unknown): Step[] {
  if (Array.isArray(block)) return block as Step[]; // Held against what a step has below.
  if (typeof block !== "object" || block === null) return [];
  if ("steps" in block) return stepsOf(block.steps);
  return "jobs" in block ? Object.values(block.jobs as object).flatMap(stepsOf) : [];
}

const steps = blocks.map(stepsOf);
const [checking = [], sharing = [], running = []] = steps;

const post = (more: object) => JSON.stringify({ operation: "content.posts.list", ...more });
const tests = {
  "a.request.json": { status: 200 },
  "b.request.json": { headers: { "Content-Type": { $pattern: "json" } } },
};

let folder = "";
let bin = "";
let port = 0;
const groups: number[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "workflow-"));
  bin = join(folder, "bin");
  for (const name of ["bin", "work/tools", "work/tests", "work/smoke", "global"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const [name, expected] of Object.entries(tests))
    writeFileSync(join(folder, "work/tests", name), post({ expect: expected }));
  writeFileSync(join(folder, "work/smoke/list.request.json"), post({ expect: { status: 200 } }));
  const packed = spawnSync(
    "npm",
    ["pack", "--ignore-scripts", "--pack-destination", join(folder, "work/tools")],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  expect(packed.status, packed.stderr).toBe(0);
  symlinkSync(process.execPath, join(bin, "node"));
  port = await freePort();
});

afterAll(() => {
  for (const group of groups)
    try {
      process.kill(-group, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  rmSync(folder, { recursive: true, force: true });
});

/** A step as a runner does it: by `bash -e`, with nothing of this process but where its programs are. */
async function run(step: Step, more: Record<string, string> = {}): Promise<{ code: number; out: string }> {
  const places = [bin, join(folder, "global/bin"), dirname(npm()), "/usr/bin", "/bin"];
  const script = (step.run ?? "").replaceAll("4080", String(port)); // The default port may be somebody's.
  const child = spawn("bash", ["-e", "-c", script], {
    cwd: join(folder, "work"),
    env: { PATH: places.join(delimiter), ...more },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  if (child.pid !== undefined) groups.push(child.pid);
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (out += String(text)));
  // What it left behind goes on, and keeps its output open.
  const [code] = (await once(child, "exit")) as [number | null];
  return { code: code ?? -1, out };
}

const npm = () => spawnSync("which", ["npm"], { encoding: "utf8" }).stdout.trim();

describe.skipIf(process.platform === "win32")("the workflows of the README", () => {
  it("are steps that a runner knows", () => {
    expect(blocks).toHaveLength(3);
    for (const step of steps.flat()) {
      expect(Object.keys(step).filter((key) => !["run", "uses", "with", "env"].includes(key))).toEqual([]);
      expect([step.run, step.uses].filter((each) => typeof each === "string")).toHaveLength(1);
    }
  });

  it("install the package, and run its files in the sandbox and elsewhere", async () => {
    const [install, inSandbox, live, ...rest] = running.filter((step) => step.run !== undefined);
    expect(rest).toEqual([]);
    expect(install?.run).toContain(`switchboard-${version}.tgz`);
    const offline = {
      npm_config_prefix: join(folder, "global"),
      npm_config_cache: join(folder, "cache"),
      npm_config_offline: "true",
      npm_config_omit: "optional",
    };
    const installed = await run(install ?? {}, offline);
    expect(installed.code, installed.out).toBe(0);

    const sandbox = { SWITCHBOARD_SANDBOX_URL: `http://127.0.0.1:${port}` };
    const held = await run(inSandbox ?? {}, sandbox);
    expect(held.out).toContain("2 requests: 2 held.");
    expect(held.code).toBe(0);

    const { apis } = JSON.parse(readFileSync(join(folder, "work/sandbox.json"), "utf8"));
    const env = live?.env ?? {};
    expect(Object.keys(env)).toEqual(["SWITCHBOARD_BASE_URL_CONTENT", "SWITCHBOARD_KEY_CONTENT"]);
    expect(env.SWITCHBOARD_KEY_CONTENT).toMatch(/^\$\{\{ secrets\.\w+ \}\}$/);
    const elsewhere = await run(live ?? {}, {
      SWITCHBOARD_BASE_URL_CONTENT: apis.content.baseUrl,
      SWITCHBOARD_KEY_CONTENT: apis.content.credentials.key,
    });
    expect(elsewhere).toEqual({ code: 0, out: "" });
    expect(readFileSync(join(folder, "work/report.xml"), "utf8")).toMatch(/<testsuites?[^>]* tests="1"/);

    for (const step of checking) expect((await run(step)).code).toBe(0);
    for (const step of sharing)
      for (const shard of ["1/4", "2/4", "3/4", "4/4"])
        if (step.run) {
          const shared = await run({ run: step.run.replace("${{ matrix.shard }}", shard) });
          expect(shared.code, shared.out).toBe(0);
        }
  });
});
