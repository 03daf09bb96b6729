import { createServer as createHandler } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { Api } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { runVariations, type VariationOptions, variationsOf } from "../../../shared/webhooks/variations.ts";
import { carefulHandler, carelessHandler, handler, handlerSecret } from "./handlers.ts";
import { bytesOf } from "./handles.ts";

const transport = createTransport();
afterAll(() => transport.close());
const now = Date.parse("2026-09-01T12:00:00Z");
const apiOf = (slug: string) => apis.find((api) => api.slug === slug) as Api; // One of the ten.

function optionsFor(): VariationOptions {
  let count = 0;
  return {
    settings: { secret: handlerSecret, encoding: "hex", prefix: "" },
    now,
    unique: () => `new_${++count}`,
  };
}

const sampleOf = (slug: string) =>
  Buffer.from(JSON.stringify(Object.values(apiOf(slug).events)[0]?.samples[0]));

async function judged(slug: string, url: string) {
  const signal = new AbortController().signal;
  const variations = variationsOf(apiOf(slug), sampleOf(slug), optionsFor());
  const running = runVariations(variations, { transport, url: new URL(url), signal });
  return new Map((await Array.fromAsync(running)).map((each) => [each.variation.name, each]));
}

const states = (results: Awaited<ReturnType<typeof judged>>) =>
  Object.fromEntries([...results].map(([name, { state }]) => [name, state]));

describe("the variations", () => {
  it("find nothing at a careful handler", async () => {
    const results = await judged("marketplace", await carefulHandler(() => now));
    expect(states(results)).toEqual({
      "as it is": "careful",
      duplicate: "careful",
      "out of order": "careful",
      "stale timestamp": "careful",
      "tampered body": "careful",
      "wrong signature": "careful",
      "missing signature": "careful",
      "unknown event": "careful",
      "unknown fields": "careful",
      huge: "careful",
      "invalid UTF-8": "careful",
      "as it is, again": "careful",
    });
    expect(results.get("duplicate")?.found).toMatch(/^204 in \d+ ms, then 200 in \d+ ms$/);
  });

  it("find each fault of a careless one", async () => {
    const results = await judged("marketplace", await carelessHandler());
    expect(states(results)).toEqual({
      "as it is": "careful",
      duplicate: "careless",
      "out of order": "careless",
      "stale timestamp": "careless",
      "tampered body": "careless",
      "wrong signature": "careless",
      "missing signature": "careless",
      "unknown event": "careless",
      "unknown fields": "careless",
      huge: "careless",
      "invalid UTF-8": "careless",
      "as it is, again": "careful",
    });
    expect(results.get("duplicate")?.found).toMatch(/^200 in \d+ ms, then 500 in \d+ ms$/);
  });

  it("leave out what has no sense for an API, and say why", async () => {
    const results = await judged("content", await handler(async () => 204));
    for (const name of ["tampered body", "wrong signature", "missing signature"])
      expect(results.get(name)).toMatchObject({
        state: "skipped",
        found: "The documents show no signature of content webhooks.",
      });
    expect(results.get("duplicate")?.state).toBe("careful");
  });

  it("take a handler that ends the connection for one that refuses what is huge, and for nothing else", async () => {
    const results = await judged(
      "content",
      await handler(async (request) => {
        request.socket.destroy();
        return 204;
      }),
    );
    expect(results.get("huge")?.state).toBe("careful");
    expect(results.get("as it is")?.state).toBe("careless");
    expect(results.get("stale timestamp")?.state).toBe("careless");
  });

  it("find nothing where nobody listens", async () => {
    await expect(judged("marketplace", "http://127.0.0.1:1/")).rejects.toThrow(
      /^The handler was not reached: .*ECONNREFUSED.*\. Start it, or check its address\.$/,
    );
  });

  it("find the fault of a handler that one of them ends", async () => {
    const server = createHandler((request, response) => {
      void bytesOf(request).then((body) => {
        response.writeHead(204).end();
        if (String(body).includes("switchboard.unknown")) server.close();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // It listens on TCP.
    const results = await judged("marketplace", `http://127.0.0.1:${port}/`);
    expect(results.get("as it is")?.state).toBe("careful");
    expect(results.get("as it is, again")).toMatchObject({
      state: "careless",
      found: expect.stringContaining("not reached"),
    });
  });

  it.for(["NOT HTTP\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"])(
    "take no nonsense for the end of a connection: %j",
    async (nonsense) => {
      const server = createServer((socket) => {
        socket.on("error", () => {}).once("data", () => socket.write(nonsense));
        socket.resume();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo; // It listens on TCP.
      const results = await judged("content", `http://127.0.0.1:${port}/`);
      expect(results.get("huge")?.state).toBe("careless");
    },
  );

  it("come on connections of their own", async () => {
    const sockets: Socket[] = [];
    await judged(
      "marketplace",
      await handler(async (request) => {
        sockets.push(request.socket);
        await bytesOf(request);
        return 204;
      }),
    );
    expect(sockets).toHaveLength(14);
    expect(new Set(sockets).size).toBe(14);
  });
});

it("a variation is signed over its own bytes, and is new each time", () => {
  const variations = variationsOf(apiOf("marketplace"), sampleOf("marketplace"), optionsFor());
  const bodies = variations
    .filter(({ name }) => name !== "huge" && name !== "invalid UTF-8")
    .flatMap(({ send }) => send().map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString())));
  expect(bodies.every(({ id }) => /^evt_new_\d+$/.test(id))).toBe(true);
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(bodies.length - 1);
});

it("there are none of what is nested too deep", () => {
  const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  expect(() => variationsOf(apiOf("content"), Buffer.from(deep), optionsFor())).toThrow(
    "It is nested too deep to be written anew.",
  );
});

it.for(["[]", "null", "7", "{"])("there are none of %s", (text) => {
  expect(() => variationsOf(apiOf("content"), Buffer.from(text), optionsFor())).toThrow();
});

it("the variations keep the digits of numbers", () => {
  const text =
    '{"event":"order.completed","id":"evt_1","timestamp":"2026-09-01T12:00:00Z","data":{"total":9007199254740993,"rate":1.50,"big":1e400}}';
  const [asItIs, ...others] = variationsOf(apiOf("marketplace"), Buffer.from(text), optionsFor());
  const sent = asItIs?.send().map(({ bytes }) => Buffer.from(bytes).toString());
  expect(sent).toEqual([
    expect.stringContaining('"data":{"total":9007199254740993,"rate":1.50,"big":1e400}}'),
  ]);
  for (const other of others)
    for (const { bytes } of other.send())
      expect(Buffer.from(bytes).toString(), other.name).toMatch(/"total":9007199254740993,"rate":1\.50\b/);
});
