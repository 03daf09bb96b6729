// `switchboard drift` as a real process.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { startSandbox } from "../../../shared/sandbox/server.ts";
import { switchboard } from "./program.ts";

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let folder: string;

beforeAll(async () => {
  sandbox = await startSandbox(apis, { port: 0 });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-drift-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  switchboard(args, { cwd: folder, env: { SWITCHBOARD_SANDBOX_URL: sandbox.directory.url } });

const reply = (body: unknown, status = 200) =>
  JSON.stringify({ operation: "content.posts.list", status, body });

it("tells of recorded replies what is not documented, and what was not seen", async () => {
  mkdirSync(join(folder, "kept/posts"), { recursive: true });
  writeFileSync(
    join(folder, "kept/posts/001-list.json"),
    reply({ data: [{ id: "post_1", mood: "[x](y)", status: "archived" }] }),
  );
  writeFileSync(join(folder, "kept/other.json"), "[]");
  const { code, out, error } = await run("drift", "kept");
  expect(out).toContain("## content.posts.list\n\n1 reply.\n\nSeen, and not documented:\n");
  expect(out).toContain("- field `data[].mood`");
  expect(out).toContain("Documented, and not seen:");
  expect(out).toContain("- `meta`");
  expect(out).not.toContain("[x](y)");
  expect(error).toMatch(/other\.json is no recorded reply/);
  expect(code).toBe(1);
});

it("leaves out what is no recorded reply, says so, and goes on", async () => {
  mkdirSync(join(folder, "kept/api.json"), { recursive: true });
  writeFileSync(join(folder, "kept/api.json/001.json"), reply({ data: [] }));
  symlinkSync(join(folder, "nowhere"), join(folder, "kept/link.json"));
  writeFileSync(join(folder, "kept/old.json"), JSON.stringify({ operation: "content.no.such", status: 200 }));
  const isPosix = process.platform !== "win32";
  if (isPosix) execFileSync("mkfifo", [join(folder, "kept/pipe.json")]);
  const { code, out, error } = await run("drift", "kept");
  expect(out).toContain("## content.posts.list\n\n1 reply.\n");
  expect(error).toMatch(/link\.json cannot be read and was left out: /);
  expect(error).toMatch(/old\.json was left out: There is no operation "content\.no\.such"\./);
  if (isPosix) expect(error).toMatch(/pipe\.json cannot be read and was left out: /);
  expect(error).not.toMatch(/\n {4}at /);
  expect(code).toBe(0);
});

it("takes path parameters of an operation that is sent now", async () => {
  const project = operationsOf(apis).find(({ id }) => id === "deploy.deployments.list")?.samples[0]?.path?.id;
  const { out } = await run("drift", "deploy.deployments.list", "--path", `id=${project}`);
  expect(out).toContain("## deploy.deployments.list\n\n1 reply.\n");
});

it("tells of an operation that is sent now, and of what run has recorded", async () => {
  const now = await run("drift", "content.posts.list", "--format", "json");
  expect(now.error).toMatch(/this is the sandbox's data/);
  const [found] = JSON.parse(now.out) as { operation: string; replies: number; beyond: unknown[] }[];
  expect(found).toMatchObject({ operation: "content.posts.list", replies: 1, beyond: [] });
  expect(now.code).toBe(0);

  writeFileSync(join(folder, "posts.request.json"), '{"operation":"content.posts.list"}');
  await run("run", "posts.request.json", "--record", "kept");
  expect(await run("drift", "kept")).toMatchObject({ code: 0 });
});

it.each([
  [["drift"], /Name an operation that reads/],
  [["drift", "nowhere"], /nowhere cannot be read/],
  [["drift", "."], /There are no recorded replies\. Make some/],
  [["drift", "cloud-v1.servers.create"], /changes something/],
  [["drift", "deploy.deployments.list"], /deploy\.deployments\.list needs --path id=VALUE\.\n/],
  [
    ["drift", "content.posts.list", "--path", "a=b"],
    /has no path parameter "a"\. It has none: leave --path out\./,
  ],
  [["drift", ".", "--format", "xml"], /There is no format "xml"\. The formats are markdown, json/],
])("cannot do without: %j", async (args, message) => {
  const { code, error } = await run(...args);
  expect(error).toMatch(message);
  expect(code).toBe(2);
});
