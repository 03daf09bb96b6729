// Replies that are far larger than they look, read by a process of its own: its memory hardly grows.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { serve, type Step, text } from "./server.ts";

const zeros = Buffer.alloc(64 * 1024 * 1024);
const packed: [encoding: string, bytes: Uint8Array][] = [
  ["gzip", gzipSync(zeros)],
  ["deflate", deflateSync(zeros)],
  ["br", brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ["gzip, gzip", gzipSync(gzipSync(zeros))],
  ["identity", zeros.subarray(0, 9 * 1024 * 1024)],
];
const count = 50;

const program = `
  const { createTransport } = await import("./shared/http/transport.ts");
  const transport = createTransport();
  const refused = [];
  const meet = () =>
    transport
      .exchange({ method: "GET", url: new URL(process.env.ADDRESS), headers: {} }, new AbortController().signal)
      .then(({ status }) => refused.push(status), ({ stage }) => refused.push(stage));
  // What the first ones need stays for the others.
  for (let number = 0; number < ${packed.length}; number++) await meet();
  let most = 0;
  gc();
  const before = process.memoryUsage.rss();
  for (let number = 0; number < ${count}; number++) {
    await meet();
    gc();
    most = Math.max(most, process.memoryUsage.rss() - before);
  }
  console.log(JSON.stringify({ refused: [...new Set(refused)], grown: Math.round(most / 1024 / 1024) }));
  await transport.close();`;

it(`${count} bombs are refused, with less than 64 MB more of memory`, async () => {
  let number = 0;
  const next: Step = (...all) => {
    const [encoding, bytes] = packed[number++ % packed.length] ?? ["", new Uint8Array()];
    text(bytes, 200, { "content-encoding": encoding })(...all);
  };
  const server = await serve(next);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--no-warnings", "--expose-gc", "--input-type=module", "--eval", program],
    { cwd: join(import.meta.dirname, "../../.."), env: { ADDRESS: server.baseUrl } },
  );
  const { refused, grown } = JSON.parse(stdout);
  expect(refused).toEqual(["refused-reply"]);
  expect(grown).toBeLessThan(64);
  expect(server.received).toHaveLength(packed.length + count);
});
