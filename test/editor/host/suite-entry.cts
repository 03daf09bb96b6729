// What the extension host loads in place of the suite, which it then runs unchanged: VS Code keeps a suite's
// console to itself, and reports success when its extension host was killed; this file tells the runner the truth.

const { format } = require("node:util") as typeof import("node:util");

interface Suite {
  run(): Promise<void>;
}

const address = process.env["VSCODE_HOST_CONTROL"];
const suitePath = process.env["VSCODE_HOST_SUITE"];

const ignore = () => {};

/** One report after the other, so that lines arrive in order; a runner that is gone needs none. */
let reported = Promise.resolve();
function report(request: "stdout" | "stderr" | "done", body = ""): void {
  const send = () => fetch(`${address}/${request}`, { method: "POST", body });
  reported = reported.then(send).then(ignore, ignore);
}

/** A console whose output reaches the runner. VS Code's own ignores assignments to its methods. */
function reportingConsole(own: Console): Console {
  const print = (stream: "stdout" | "stderr") => {
    return (...values: unknown[]) => report(stream, `${format(...values)}\n`);
  };
  const [out, err] = [print("stdout"), print("stderr")];
  const replaced: Partial<Console> = { log: out, info: out, debug: out, warn: err, error: err };
  return new Proxy(own, { get: (target, name) => Reflect.get(replaced, name) ?? Reflect.get(target, name) });
}

async function run(): Promise<void> {
  const own = globalThis.console;
  globalThis.console = reportingConsole(own);
  try {
    const suite: Suite = require(String(suitePath));
    await suite.run();
    report("done");
  } catch (error) {
    report("stderr", `${error instanceof Error ? error.stack : format(error)}\n`);
    throw error;
  } finally {
    globalThis.console = own; // VS Code is about to print the error too
    await reported;
  }
}

module.exports = { run };
