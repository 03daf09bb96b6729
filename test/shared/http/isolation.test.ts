import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

it("loading the client leaves the process-wide dispatcher and fetch as they were", () => {
  const root = join(import.meta.dirname, "../../..");
  // A process of its own: this one has loaded the client already.
  const program = `
    const state = () => [
      ...[1, 2].map((n) => Object.getOwnPropertyDescriptor(globalThis, Symbol.for("undici.globalDispatcher." + n))?.value),
      ...["fetch", "Request", "Response", "Headers", "FormData", "WebSocket"].map((name) => globalThis[name]),
    ];
    await fetch("data:,");
    const before = state();
    const { createTransport } = await import("./shared/http/transport.ts");
    await import("./shared/client.ts");
    for (const proxy of [undefined, { address: "http://127.0.0.1:1", except: [] }]) {
      const transport = createTransport({ proxy });
      const request = { method: "GET", url: new URL("http://api.example.test/"), headers: {} };
      await transport.exchange(proxy ? request : { ...request, url: new URL("http://127.0.0.1:1/") }, new AbortController().signal).catch(() => {});
      await transport.close();
    }
    const after = state();
    console.log(JSON.stringify({ seen: before[0] !== undefined, same: before.every((value, index) => value === after[index]) }));`;
  const output = execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "--eval", program], {
    cwd: root,
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual({ seen: true, same: true });
});
