// The two programs of the package, as a person starts them by hand.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../package.json";

const dist = join(import.meta.dirname, "../../dist");

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, program), ...args], {
    encoding: "utf8",
    input: "",
  });
  return { code: status, out: stdout, error: stderr };
}

describe.for(["cli.js", "server.js"])("%s", (program) => {
  it("says its version", () => {
    expect(run(program, "--version")).toEqual({ code: 0, out: `${version}\n`, error: "" });
  });

  it("explains itself", () => {
    const { code, out, error } = run(program, "--help");
    expect([code, error]).toEqual([0, ""]);
    expect(out).toContain(
      program === "cli.js" ? "switchboard validate" : "switchboard-language-server --stdio",
    );
  });
});

it("the language server that is told no way to speak names one", () => {
  expect(run("server.js")).toEqual({
    code: 2,
    out: "",
    error: "switchboard-language-server: say how to speak with it: switchboard-language-server --stdio\n",
  });
});
