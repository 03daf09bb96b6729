import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quoteCmd, readCmd } from "../../../shared/interchange/cmd.ts";
import { readCurlCommand } from "../../../shared/interchange/curl-command.ts";
import { keyVariable, plainRequestOf } from "../../../shared/interchange/outgoing.ts";
import { quotePowerShell, readPowerShell } from "../../../shared/interchange/powershell.ts";
import { quoteSh, readSh } from "../../../shared/interchange/sh.ts";
import { shellOf } from "../../../shared/interchange/shells.ts";
import { toOperation } from "../../../shared/interchange/to-operation.ts";
import { writeCurl } from "../../../shared/interchange/write-curl.ts";
import { seed } from "../../server/random.ts";
import { knownAt } from "./known.ts";
import { startRecorder } from "./recorder.ts";
import { outgoing, words } from "./varied.ts";

const run = promisify(execFile);

describe("a request as a cURL command", () => {
  let server: Awaited<ReturnType<typeof startRecorder>>;
  beforeAll(async () => {
    server = await startRecorder();
  });
  afterAll(() => server.close());

  it("is the same request when sh runs curl, and when it is read again", async () => {
    const known = knownAt(server.origin);
    await fc.assert(
      fc.asyncProperty(
        outgoing((slug, version) => `${server.origin}/${slug}/${version}`),
        async (sent) => {
          const plain = plainRequestOf(sent);
          const command = writeCurl(plain, "sh");
          const key = keyVariable(sent.operation);
          expect(shellOf(command)).toBe("sh");

          const filled = (text: string) => text.replaceAll("{{secret:A_NAME}}", "its-value$");
          await run("sh", ["-c", `${command} --silent --noproxy '*'`], {
            env: { PATH: process.env.PATH ?? "", A_NAME: "its-value$", [key]: "the $key" },
          });
          const [received] = server.taken();
          expect(received?.method).toBe(plain.method);
          expect(`${server.origin}${received?.url}`).toBe(plain.url);
          expect(received?.body).toBe(filled(plain.body ?? ""));
          expect(received?.headers.authorization).toBe("Bearer the $key");
          for (const [name, value] of Object.entries(sent.values.headers ?? {}))
            expect(
              Buffer.from(String(received?.headers[name.toLowerCase()]), "latin1").toString("utf8"),
            ).toBe(value);

          expect(again(command, known)).toContainEqual([sent.operation.id, sent.values, []]);
        },
      ),
      { seed, numRuns: 200 },
    );
  }, 60_000);

  it.for(["cmd", "powershell"] as const)("of %s is the same when it is read again", (shell) => {
    const known = knownAt("https://api.example.com");
    fc.assert(
      fc.property(
        outgoing((slug, version) => `https://api.example.com/${slug}/${version}`),
        (sent) => {
          const command = writeCurl(plainRequestOf(sent), shell);
          expect(shellOf(command)).toBe(shell);
          expect(again(command, known)).toContainEqual([sent.operation.id, sent.values, []]);
        },
      ),
      { seed, numRuns: 300 },
    );
  });

  /** What is found when the command is read: operation, values, what was left out. */
  function again(command: string, known: ReturnType<typeof knownAt>) {
    const result = toOperation(readCurlCommand(command), known);
    if ("reason" in result) throw new Error(result.reason);
    return result.mapped.map(({ found, values, leftOut }) => [found.operation.id, values, leftOut]);
  }
});

describe("a word", () => {
  it.for([
    ["sh", quoteSh, readSh],
    ["PowerShell", quotePowerShell, readPowerShell],
    ["cmd", quoteCmd, readCmd],
  ] as const)("in quotes of %s is the same word", ([, quote, read]) => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (texts) => {
        // A carriage return before a line break is one line break to Windows' shells.
        const given = texts.map((text) => text.replaceAll("\r\n", "\n").replaceAll("{{", ""));
        expect(read(["curl", ...given.map(quote)].join(" ")).words).toEqual(["curl", ...given]);
      }),
      { seed, numRuns: 2000 },
    );
  });
});
