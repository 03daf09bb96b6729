import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EnvironmentFiles, isEnvironmentFile } from "../../../server/disk/environment-files.ts";

let folder: string;
let now = 0;
let files: EnvironmentFiles;
const uri = (name: string) => pathToFileURL(join(folder, name)).href;
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const values = (name = "inner/a.request.json") =>
  files
    .variables(uri(name))
    .filter((variable) => variable.uri.startsWith(uri("")))
    .map(({ environment, name, value }) => `${environment} ${name}=${value}`);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "switchboard-"));
  await mkdir(join(folder, "inner"));
  now = 0;
  files = new EnvironmentFiles(() => now);
});
afterEach(() => rm(folder, { recursive: true }));

describe("environment files", () => {
  it("are those of the file's folder and of the ones above: the nearest first, the private ones before", async () => {
    await write("http-client.env.json", '{"test":{"a":1}}');
    await write("inner/http-client.env.json", '\uFEFF{"test":{"a":"2"}}');
    await write("inner/http-client.private.env.json", '{"live":{"a":true}} // mine');
    expect(values()).toEqual(["live a=true", "test a=2", "test a=1"]);
    expect(values("a.request.json")).toEqual(["test a=1"]);
  });

  it("are read again when the editor says so, else when they are old and have changed", async () => {
    await write("http-client.env.json", '{"test":{"a":1}}');
    const first = files.variables(uri("a.request.json"));
    expect(files.variables(uri("a.request.json"))).toBe(first);
    await write("http-client.env.json", '{"test":{"bb":1}}');
    expect(values()).toEqual(["test a=1"]);
    files.forget(uri("http-client.env.json"));
    expect(values()).toEqual(["test bb=1"]);
    await write("http-client.env.json", '{"test":{"ccc":1}}');
    expect(values()).toEqual(["test bb=1"]);
    now = 10_000;
    expect(values()).toEqual(["test ccc=1"]);
    await rm(join(folder, "http-client.env.json"));
    now = 20_000;
    expect(values()).toEqual([]);
  });

  it("give what they can when they are broken, huge or no files", async () => {
    await write("http-client.env.json", '{"test":{"a":1,"b":');
    await mkdir(join(folder, "http-client.private.env.json"));
    await write("inner/http-client.env.json", `{"test":{"big":"${"x".repeat(2 ** 20)}"}}`);
    expect(values()[0]).toBe("test a=1");
    expect(values().join("")).not.toContain("big");
  });

  it("are those of the first open folder, too, for a file outside of all", async () => {
    await mkdir(join(folder, "project"));
    await write("project/http-client.env.json", '{"test":{"a":1}}');
    await write("inner/http-client.env.json", '{"test":{"b":1}}');
    const of = (name: string, ...open: string[]) =>
      files.variables(uri(name), open.map(uri)).map((variable) => variable.name);
    expect(of("inner/a.request.json", "project")).toEqual(["b", "a"]);
    expect(of("inner/a.request.json", "project", "inner")).toEqual(["b"]);
    expect(of("project/a.request.json", "project", "inner")).toEqual(["a"]);
  });

  it("do not exist for what is on no disk", () => {
    for (const other of ["untitled:Untitled-1", "vscode-vfs://github/a/b.request.json", "file://host/%", "x"])
      expect(() => files.variables(other)).not.toThrow();
    expect(files.variables("untitled:Untitled-1")).toEqual([]);
    expect(isEnvironmentFile("file:///a/http-client.env.json")).toBe(true);
    expect(isEnvironmentFile("file:///a/my-http-client.env.json")).toBe(false);
  });
});
