import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Language, languages, writeCode } from "../../../shared/interchange/code.ts";
import { keyVariable, plainRequestOf } from "../../../shared/interchange/outgoing.ts";
import { seed } from "../../server/random.ts";
import { startRecorder } from "./recorder.ts";
import { outgoing } from "./varied.ts";

const run = promisify(execFile);

const works = (program: string, ...words: string[]) => {
  try {
    execFileSync(program, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** How a file of the language is run, and how often: Java compiles first. */
const programs: Record<Language, { program: string; file: string; runs: number; isHere: boolean }> = {
  javascript: { program: process.execPath, file: "request.mjs", runs: 20, isHere: true },
  python: {
    program: "python3",
    file: "request.py",
    runs: 10,
    isHere: works("python3", "-c", "import requests"),
  },
  java: { program: "java", file: "Request.java", runs: 3, isHere: works("java", "-version") },
};

describe("a request as code", () => {
  let server: Awaited<ReturnType<typeof startRecorder>>;
  const folder = mkdtempSync(join(tmpdir(), "switchboard-code-"));
  beforeAll(async () => {
    server = await startRecorder();
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  for (const [language, { program, file, runs, isHere }] of Object.entries(programs))
    it.skipIf(!isHere)(`is the same request in ${language}`, async () => {
      const path = join(folder, file);
      await fc.assert(
        fc.asyncProperty(
          outgoing((slug, version) => `${server.origin}/${slug}/${version}`),
          async (sent) => {
            // HTTP's own libraries take letters of ASCII in headers.
            const values = { ...sent.values, ...(sent.values.headers && { headers: { "X-A": 'a"\\`$x' } }) };
            const plain = plainRequestOf({ ...sent, values });
            writeFileSync(path, writeCode(plain, language as Language)); // As the table has it.
            const key = keyVariable(sent.operation);
            await run(program, [path], {
              env: { PATH: process.env.PATH ?? "", NO_PROXY: "*", A_NAME: "its-value$", [key]: "the $key" },
            });
            const [received] = server.taken();
            const body = (plain.body ?? "").replaceAll("{{secret:A_NAME}}", "its-value$");
            expect(received?.method).toBe(plain.method);
            expect(received?.body).toBe(body);
            // What need not be encoded may be written either way.
            expect(decodeURIComponent(received?.url ?? "")).toBe(
              decodeURIComponent(plain.url.slice(server.origin.length)),
            );
            expect(received?.headers.authorization).toBe("Bearer the $key");
            expect(received?.headers["content-type"]).toBe(
              plain.body === undefined ? undefined : "application/json",
            );
            if (values.headers) expect(received?.headers["x-a"]).toBe('a"\\`$x');
          },
        ),
        { seed, numRuns: runs, endOnFailure: true },
      );
    });

  it("has no language that is not held against a server here", () => {
    expect(Object.keys(programs)).toEqual(Object.keys(languages));
  });
});
