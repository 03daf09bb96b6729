// What the extension host loads in place of the suite, which it then runs unchanged: VS Code keeps a suite's
// console to itself, and reports success when its extension host was killed; this file tells the runner the truth.

const { format } = require("node:util") as typeof import("node:util");

interface Suite {
  run(): Promise<void>;
}

const address = process.env["VSCODE_HOST_CONTROL"];
const suitePath = process.env["VSCODE_HOST_SUITE"];

/** One report after the other, so that lines arrive in order; a runner that is gone needs none. */
let reported = Promise.resolve();
function report(request: "stdout" | "stderr" | "done", body = ""): void {
  reported = reported.then(() => fetch(`${address}/${request}`, { method: "POST", body })).then(
    () => {},
    () => {},
  );
}

/** VS Code's console ignores assignments to its methods, so the object itself is replaced. */
function reportConsole(): void {
  const print = (stream: "stdout" | "stderr") => {
    return (...values: unknown[]) => report(stream, `${format(...values)}\n`);
  };
  const [out, err] = [print("stdout"), print("stderr")];
  const replaced: Partial<Console> = { log: out, info: out, debug: out, warn: err, error: err };
  globalThis.console = new Proxy(globalThis.console, {
    get: (target, name) => Reflect.get(replaced, name) ?? Reflect.get(target, name),
  });
}

async function run(): Promise<void> {
  reportConsole();
  try {
    const loaded: Partial<Suite> & { default?: Suite } = require(String(suitePath));
    const suite = loaded.run ? (loaded as Suite) : loaded.default;
    if (!suite) throw new Error(`${suitePath} exports no function run`);
    await suite.run();
    report("done");
  } catch (error) {
    report("stderr", `${format(error)}\n`);
    throw error;
  } finally {
    await reported;
  }
}

module.exports = { run };
