import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BodyRefused, decodeBody, maxBodyBytes } from "../../../shared/http/decode.ts";
import { byMethod, call, failure } from "./calls.ts";
import { serve, text } from "./server.ts";

const body = JSON.stringify({ active_users: 1, system_health: "optimal — ✓" });

describe("a body", () => {
  const encodings = {
    gzip: gzipSync(body),
    "x-gzip": gzipSync(body),
    GZIP: gzipSync(body),
    deflate: deflateSync(body),
    br: brotliCompressSync(body),
    identity: Buffer.from(body),
    "identity, gzip": gzipSync(body),
    "": Buffer.from(body),
  };
  it.for(Object.entries(encodings))("encoded as %j is decoded", async ([encoding, bytes]) => {
    const server = await serve(text(bytes, 200, { "content-encoding": encoding }));
    expect((await call(byMethod.GET, server.baseUrl)).body).toEqual(JSON.parse(body));
  });

  it("of deflate without its zlib wrapping is decoded as well", async () => {
    expect(Buffer.from(await decodeBody(deflateRawSync(body), "deflate")).toString()).toBe(body);
  });

  it.for(["gzip, br", "gzip, gzip", "br,deflate,gzip,gzip,gzip,gzip"])(
    "in the layers %j is refused",
    async (encoding) => {
      const server = await serve(text(gzipSync(body), 200, { "content-encoding": encoding }));
      const error = await failure(call(byMethod.GET, server.baseUrl));
      expect(error).toMatchObject({ kind: "unreadable", attempts: 1 });
      expect(error.message).toContain("more than one layer");
    },
  );

  it("in an unknown encoding is refused by name", async () => {
    const server = await serve(text(body, 200, { "content-encoding": "zstd" }));
    const error = await failure(call(byMethod.GET, server.baseUrl));
    expect(error).toMatchObject({ kind: "unreadable", attempts: 1 });
    expect(error.message).toContain('"zstd"');
  });

  it("that is cut short is read again, as a broken one", async () => {
    const cut = gzipSync(body).subarray(0, 30);
    const server = await serve(text(cut, 200, { "content-encoding": "gzip" }), text(body));
    expect(await call(byMethod.GET, server.baseUrl)).toMatchObject({ attempts: 2 });
  });

  it.for(["gzip", "deflate", "br"])("that is not the %s that it says is not read again", async (encoding) => {
    const server = await serve(text(`${body}${"\u0007".repeat(50)}`, 200, { "content-encoding": encoding }));
    const error = await failure(call(byMethod.GET, server.baseUrl));
    expect(error).toMatchObject({ kind: "unreadable", attempts: 1 });
    expect(error.message).toContain(`not the ${encoding} that it says it is`);
  });

  it("that is empty needs no decoding", async () => {
    expect(await decodeBody(new Uint8Array(), "gzip")).toHaveLength(0);
  });
});

describe("8 MiB is", () => {
  const full = `"${"a".repeat(maxBodyBytes - 2)}"`;

  it.for([
    ["plain", Buffer.from(full), undefined],
    ["gzip", gzipSync(full), "gzip"],
    ["deflate", deflateSync(full), "deflate"],
    ["br", brotliCompressSync(full), "br"],
  ] as const)(
    "enough for a body that just fits, and not for one byte more: %s",
    async ([, bytes, encoding]) => {
      expect(await decodeBody(bytes, encoding)).toHaveLength(maxBodyBytes);
      const larger =
        encoding === "gzip"
          ? gzipSync(`${full} `)
          : encoding === "br"
            ? brotliCompressSync(`${full} `)
            : deflateSync(`${full} `);
      await expect(decodeBody(larger, encoding ?? "deflate")).rejects.toThrow(BodyRefused);
    },
  );

  it("counted as the body comes, so that a server cannot fill the memory", async () => {
    let sent = 0;
    const server = await serve((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, 32);
      const more = () => {
        while (!response.destroyed && sent < 512 * 1024 * 1024 && response.write(chunk)) sent += chunk.length;
      };
      response.on("drain", more);
      more();
    });
    const error = await failure(call(byMethod.GET, server.baseUrl));
    expect(error).toMatchObject({ kind: "unreadable", attempts: 1 });
    expect(error.message).toContain("8 MiB");
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});
