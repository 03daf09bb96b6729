import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readRegularFile, textOfFile } from "../../shared/regular-file.ts";

const folder = mkdtempSync(join(tmpdir(), "files-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

it("reads a file, and no more of it than is wanted", () => {
  writeFileSync(at("a"), "\uFEFFabc");
  expect(textOfFile(at("a"), 100)).toBe("abc");
  expect(textOfFile(at("a"), 6)).toBe("abc");
  expect(textOfFile(at("a"), 5)).toBeUndefined();
  expect(readRegularFile(at("a"), 4).length).toBe(4);
  expect(textOfFile(at("none"), 5)).toBeUndefined();
});

it.runIf(process.platform !== "win32")("reads no pipe, no device and no folder, also behind a link", () => {
  execFileSync("mkfifo", [at("pipe")]);
  symlinkSync("/dev/zero", at("device"));
  symlinkSync(folder, at("folder"));
  for (const name of ["pipe", "device", "folder"]) {
    expect(textOfFile(at(name), 100)).toBeUndefined();
    expect(() => readRegularFile(at(name), 100)).toThrow(/no regular file|EISDIR/);
  }
});
