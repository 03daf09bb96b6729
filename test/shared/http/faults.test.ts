// The table of faults: what each does to a request that may be sent twice, and to one that may not.
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { byMethod, call, failure } from "./calls.ts";
import { testClock } from "./clock.ts";
import { json, raw, replyHead, serve, type Step, silent, text } from "./server.ts";

interface Expected {
  kind: string;
  outcome: string;
  /** How often the server was asked. */
  attempts: number;
}

interface Row {
  fault: Step;
  /** What has come of the reply when the deadline passes, of a fault that has no other end. */
  hangs?: "nothing" | "head";
  /** Goes on like this, each time after a twentieth of the deadline. */
  drips?: string;
  /** What a GET comes to, where it is something else than what PUT and DELETE do. */
  read?: Expected;
  repeatable: Expected;
  once: Expected;
}

const timeout = 30_000;
const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const thrice = { outcome: "unknown", attempts: 3 };
const twice = { outcome: "unknown", attempts: 2 };
const never = { outcome: "unknown", attempts: 1 };

const faults: Record<string, Row> = {
  "a reset before the reply's head": {
    fault: ({ socket }) => void socket.resetAndDestroy(),
    repeatable: { kind: "interrupted", ...thrice },
    once: { kind: "interrupted", ...never },
  },
  "an end before the reply's head": {
    fault: ({ socket }) => void socket.end(),
    repeatable: { kind: "interrupted", ...thrice },
    once: { kind: "interrupted", ...never },
  },
  "a reset within the head": {
    fault: raw("HTTP/1.1 200 OK\r\ncontent-ty", "reset"),
    repeatable: { kind: "interrupted", ...thrice },
    once: { kind: "interrupted", ...never },
  },
  "a head that is not HTTP": {
    fault: raw("SSH-2.0-OpenSSH_9.2\r\n\r\n", "end"),
    repeatable: { kind: "interrupted", ...thrice },
    once: { kind: "interrupted", ...never },
  },
  "a reset within the body": {
    fault: raw(`${head}content-length: 50\r\n\r\n{"active_users":`, "reset"),
    repeatable: { kind: "interrupted", ...thrice },
    once: { kind: "interrupted", ...never },
  },
  "an end within the body": {
    fault: raw(`${head}content-length: 50\r\n\r\n{"active_users":`, "end"),
    repeatable: { kind: "interrupted", ...thrice },
    once: { kind: "interrupted", ...never },
  },
  "an end within a chunked body": {
    fault: raw(`${head}transfer-encoding: chunked\r\n\r\n10\r\n{"active_users":`, "end"),
    repeatable: { kind: "interrupted", ...thrice },
    once: { kind: "interrupted", ...never },
  },
  "a stall within the body": {
    fault: raw(`${head}content-length: 50\r\n\r\n{"active_users":`, "stall"),
    hangs: "head",
    repeatable: { kind: "timeout", ...twice },
    once: { kind: "timeout", ...never },
  },
  "no answer at all": {
    fault: silent,
    hangs: "nothing",
    repeatable: { kind: "timeout", ...twice },
    once: { kind: "timeout", ...never },
  },
  "headers that drip": {
    fault: raw("HTTP/1.1 200 OK\r\n", "stall"),
    drips: "x-slow: 1\r\n",
    repeatable: { kind: "timeout", ...twice },
    once: { kind: "timeout", ...never },
  },
  "a body that drips": {
    fault: raw(`${head}content-length: 5000\r\n\r\n`, "stall"),
    drips: " ",
    repeatable: { kind: "timeout", ...twice },
    once: { kind: "timeout", ...never },
  },
  "an HTML 502": {
    fault: text("<html><h1>Bad gateway</h1></html>", 502, { "content-type": "text/html" }),
    repeatable: { kind: "unreadable", ...thrice },
    once: { kind: "unreadable", ...never },
  },
  "a 503 without a body": {
    fault: text("", 503),
    repeatable: { kind: "unreadable", ...thrice },
    once: { kind: "unreadable", ...never },
  },
  "an HTML 200": {
    fault: text("<html>Sign in</html>", 200, { "content-type": "text/html" }),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "truncated JSON": {
    fault: text('{"active_users": 12, "rev', 200, { "content-type": "application/json" }),
    repeatable: { kind: "unreadable", ...twice },
    once: { kind: "unreadable", ...never },
  },
  "a 200 with success: false": {
    fault: json({ success: false, error: { code: "nope", message: "No." } }),
    repeatable: { kind: "refused", outcome: "rejected", attempts: 1 },
    once: { kind: "refused", outcome: "rejected", attempts: 1 },
  },
  "a 200 with an error envelope": {
    fault: json({ error: { code: "nope", message: "No." } }),
    repeatable: { kind: "refused", outcome: "rejected", attempts: 1 },
    once: { kind: "refused", outcome: "rejected", attempts: 1 },
  },
  "a body of more than 8 MiB": {
    fault: text(Buffer.alloc(8 * 1024 * 1024 + 1, 32)),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "a gzip bomb": {
    fault: text(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 200, { "content-encoding": "gzip" }),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "two layers of encoding": {
    fault: text(gzipSync(gzipSync("{}")), 200, { "content-encoding": "gzip, gzip" }),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "gzip that is none": {
    fault: text('{"active_users":1}', 200, { "content-encoding": "gzip" }),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "a head of more than 16 KB": {
    fault: raw(`${head}x-long: ${"a".repeat(17_000)}\r\ncontent-length: 2\r\n\r\n{}`, "end"),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "a 100 Continue that nobody asked for": {
    fault: raw(`HTTP/1.1 100 Continue\r\n\r\n${head}content-length: 2\r\n\r\n{}`, "end"),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "another protocol that nobody asked for": {
    fault: raw("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n", "end"),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "another protocol that is not named": {
    fault: raw("HTTP/1.1 101 X\r\n\r\n", "end"),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "a status that is none": {
    fault: raw("HTTP/1.1 099 X\r\ncontent-length: 0\r\n\r\n", "end"),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "an end after a hint": {
    fault: raw("HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n", "end"),
    repeatable: { kind: "interrupted", ...thrice },
    once: { kind: "interrupted", ...never },
  },
  "an empty 200": {
    fault: text(""),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  ...Object.fromEntries(
    [301, 307, 308].map((status): [string, Row] => [
      `a redirect of ${status}`,
      {
        fault: text("", status, { location: "https://elsewhere.example/v1" }),
        repeatable: { kind: "unreadable", outcome: "rejected", attempts: 1 },
        once: { kind: "unreadable", outcome: "rejected", attempts: 1 },
      },
    ]),
  ),
  ...Object.fromEntries(
    [302, 303].map((status): [string, Row] => [
      `a redirect of ${status}, which may lead to a result`,
      {
        fault: text("", status, { location: "https://elsewhere.example/v1" }),
        read: { kind: "unreadable", outcome: "rejected", attempts: 1 },
        repeatable: { kind: "unreadable", ...never },
        once: { kind: "unreadable", ...never },
      },
    ]),
  ),
  "a 429 with a short Retry-After": {
    fault: json({ error: { message: "slow down" } }, 429, { "retry-after": "3" }),
    repeatable: { kind: "rate-limited", outcome: "rejected", attempts: 3 },
    once: { kind: "rate-limited", outcome: "rejected", attempts: 3 },
  },
  "a 429 with a Retry-After beyond two minutes": {
    fault: json({ error: { message: "slow down" } }, 429, { "retry-after": "121" }),
    repeatable: { kind: "rate-limited", outcome: "rejected", attempts: 1 },
    once: { kind: "rate-limited", outcome: "rejected", attempts: 1 },
  },
  "a 429 that says nothing of time": {
    fault: json({ error: { message: "slow down" } }, 429),
    repeatable: { kind: "rate-limited", outcome: "rejected", attempts: 3 },
    once: { kind: "rate-limited", outcome: "rejected", attempts: 3 },
  },
  "a 409": {
    fault: json({ error: { code: "conflict", message: "Already so." } }, 409),
    repeatable: { kind: "refused", outcome: "rejected", attempts: 1 },
    once: { kind: "refused", outcome: "rejected", attempts: 1 },
  },
  "a 401 with a key": {
    fault: json({ error: { message: "Unknown key." } }, 401),
    repeatable: { kind: "refused", outcome: "rejected", attempts: 1 },
    once: { kind: "refused", outcome: "rejected", attempts: 1 },
  },
  "a 404": {
    fault: json({ error: { message: "No such record." } }, 404),
    repeatable: { kind: "refused", outcome: "rejected", attempts: 1 },
    once: { kind: "refused", outcome: "rejected", attempts: 1 },
  },
  "a 501": {
    fault: json({ error: { code: "no", message: "Not here." } }, 501),
    repeatable: { kind: "refused", ...never },
    once: { kind: "refused", ...never },
  },
  "a 501 without words": {
    fault: text("", 501),
    repeatable: { kind: "unreadable", ...never },
    once: { kind: "unreadable", ...never },
  },
  "a 500": {
    fault: json({ error: { code: "internal", message: "Oh." } }, 500),
    repeatable: { kind: "refused", ...thrice },
    once: { kind: "refused", ...never },
  },
};

/** A server at which requests meet with the fault, and a clock on which the deadline passes when it has no end. */
async function meet({ fault, hangs, drips }: Row, ...then: Step[]) {
  const clock = testClock();
  const server = await serve(
    (...all) => {
      fault(...all);
      const [{ socket }] = all;
      if (hangs === "nothing") clock.advance(timeout);
      if (hangs === "head") void replyHead(server.origin).then(() => clock.advance(timeout));
      if (drips === undefined) return;
      const timer = setInterval(() => {
        if (socket.destroyed) return clearInterval(timer);
        socket.write(drips, () => clock.advance(timeout / 20));
      }, 2);
    },
    ...then,
  );
  return { ...server, options: { clock, timeout } };
}

describe.for(Object.entries(faults))("%s", ([, row]) => {
  const { repeatable, once, read = repeatable } = row;
  const expected = { GET: read, PUT: repeatable, DELETE: repeatable, POST: once, PATCH: once };
  const methods = Object.entries(byMethod).map(
    // The entries of an object with these keys.
    ([method, id]) => [method, id, expected[method as keyof typeof byMethod]] as const,
  );

  it.concurrent.for(methods)("each time: %s", async ([method, id, expected], { expect }) => {
    const server = await meet(row);
    const error = await failure(call(id, server.baseUrl, server.options));
    const { kind, outcome, attempts } = error;
    expect({ kind, outcome, attempts }).toEqual(expected);
    expect(server.received).toHaveLength(expected.attempts);
    expect(error.message).toMatch(/^\S.*\. (GET|PUT|DELETE|POST|PATCH) \/\S+$/);
    expect(error.message).not.toContain("..");
    // Of what reads there is nothing that could have been carried out.
    const doubts = outcome === "unknown" && method !== "GET";
    expect(error.message.includes("Whether it was carried out is unknown")).toBe(doubts);
  });

  it.concurrent.for(methods)("once: %s", async ([, id, expected], { expect }) => {
    const server = await meet(row, json({ id: "usr_1", ok: true }));
    const outcome = call(id, server.baseUrl, server.options);
    if (expected.attempts === 1) {
      expect(await failure(outcome)).toMatchObject({ kind: expected.kind, attempts: 1 });
      expect(server.received).toHaveLength(1);
      return;
    }
    expect(await outcome).toMatchObject({ status: 200, attempts: 2, body: { ok: true } });
    const [first, second] = server.received;
    expect(second).toEqual(first);
  });
});

describe("a fault envelope", () => {
  it("is kept with its code, field, details and request id", async () => {
    const server = await serve(
      json(
        {
          error: {
            code: "VALIDATION_ERROR",
            message: "Bad name.",
            field: "name",
            details: { hint: "longer" },
          },
        },
        400,
      ),
    );
    const { fault, message } = await failure(call(byMethod.POST, server.baseUrl));
    expect(fault).toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      message: "Bad name.",
      field: "name",
      details: { hint: "longer" },
    });
    expect(message).toBe("Bad name (400 VALIDATION_ERROR). POST /users");
  });

  it("shows code and request id of a conflict", async () => {
    const server = await serve(
      json({ error: { code: "server_running", message: "Already running.", request_id: "req_7" } }, 409),
    );
    const error = await failure(call("cloud-v1.servers.create", server.baseUrl));
    expect(error.requestId).toBe("req_7");
    expect(error.message).toContain("server_running");
    expect(error.message).toContain("req_7");
  });

  it("of a 401 and a 403 names the remedy", async () => {
    const [none, weak] = [await serve(json({}, 401)), await serve(json({}, 403))];
    expect((await failure(call(byMethod.GET, none.baseUrl))).message).toContain("Set the key");
    expect((await failure(call(byMethod.GET, weak.baseUrl))).message).toContain("permission");
  });

  it("that is not JSON is shown in at most 200 characters, without controls", async () => {
    const server = await serve(text(`<p>\u202e\u0007${"x".repeat(900)}`, 400));
    const { message } = await failure(call(byMethod.GET, server.baseUrl));
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(message.length).toBeLessThan(350);
  });

  it("is plain text of bounded length, whatever the service writes", async () => {
    const odd = "\u001b[31mred\u001b[0m\r\nline\u202eabc\u0000[x](command:y) ";
    const long = odd + "x".repeat(100_000);
    const error = { code: long, message: long, field: long, details: { raw: long }, request_id: long };
    for (const [id, status] of [
      [byMethod.POST, 400],
      [byMethod.GET, 500],
      ["cloud-v1.servers.create", 409],
      ["learning.courses.create", 429],
      ["marketplace.products.list", 400],
    ] as const) {
      const server = await serve(json({ error }, status, { "x-request-id": odd.replace(/[^ -~]/g, "") }));
      const { message, fault } = await failure(call(id, server.baseUrl));
      const { details: _, ...texts } = fault ?? {};
      for (const text of [message, ...Object.values(texts).map(String)]) {
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(text.length).toBeLessThan(1200);
      }
    }
  });

  it("that an API does not document is read for its message and kept raw", async () => {
    const body = { error: { code: "teapot", message: "Short and stout." }, extra: 1 };
    const server = await serve(json(body, 418));
    const { fault } = await failure(call("creative.analytics.get", server.baseUrl));
    expect(fault).toEqual({ status: 418, code: "teapot", message: "Short and stout.", details: body });
  });

  it.for([
    ["a list", "marketplace.products.list", { error: "Down for maintenance.", data: [] }],
    ["an object", "creative.analytics.get", { error: { message: "Down for maintenance." } }],
    ["a list of rows only", "cloud-v2.instances.list", { success: false, data: [] }],
  ] as const)("in a 200 is a fault, for %s too whose API documents no envelope", async ([, id, body]) => {
    const server = await serve(json(body));
    expect(await failure(call(id, server.baseUrl))).toMatchObject({ kind: "refused", outcome: "rejected" });
  });
});

describe("a reply", () => {
  it("of 204 with a body is taken as done, with a note", async () => {
    // Node's own server would drop the body.
    const server = await serve(
      raw("HTTP/1.1 204 No Content\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}", "end"),
    );
    const reply = await call("content.posts.delete", server.baseUrl);
    expect(reply).toMatchObject({ status: 204, body: undefined, attempts: 1 });
  });

  it("of 200 without a body is an error where the documents show one", async () => {
    const server = await serve(text(""));
    expect(await failure(call(byMethod.GET, server.baseUrl))).toMatchObject({ kind: "unreadable" });
    expect(await failure(call("content.posts.create", server.baseUrl))).toMatchObject({
      kind: "unreadable",
      outcome: "unknown",
    });
  });

  it.for([200, 201, 202])(
    "of %d without a body says nothing of a write, also where its body is not shown",
    async (status) => {
      const server = await serve(text("", status));
      expect(await failure(call("admin.users.create", server.baseUrl))).toMatchObject({
        kind: "unreadable",
        outcome: "unknown",
      });
    },
  );

  it("of 205 is whole without a body", async () => {
    const server = await serve(text("", 205));
    expect(await call("admin.users.create", server.baseUrl)).toMatchObject({ status: 205, body: undefined });
  });

  it("that is not valid UTF-8 is taken, with a note", async () => {
    const server = await serve(
      text(
        Buffer.concat([
          Buffer.from('{"active_users":1,"system_health":"'),
          Buffer.from([0xff]),
          Buffer.from('"}'),
        ]),
      ),
    );
    const { body, notes } = await call(byMethod.GET, server.baseUrl);
    expect(body).toMatchObject({ active_users: 1, system_health: "\uFFFD" });
    expect(notes.join()).toContain("not valid UTF-8");
    const whole = await serve(json({ system_health: "\uFFFD" }));
    expect((await call(byMethod.GET, whole.baseUrl)).notes.join()).not.toContain("UTF-8");
  });

  it("with an unknown value of a list and with further fields is taken as it comes", async () => {
    const body = {
      id: "post_1",
      title: "",
      content: "",
      slug: "",
      status: "scheduled",
      author_id: "usr_1",
      created_at: "",
      updated_at: "",
      mood: 1,
    };
    const server = await serve(json(body, 201));
    expect(await call("content.posts.create", server.baseUrl)).toMatchObject({ body, notes: [] });
  });

  it("of a read that departs from the documents is handed out raw, with a note", async () => {
    const body = { active_users: "12" };
    const server = await serve(json(body));
    const reply = await call("admin.dashboard.metrics", server.baseUrl);
    expect(reply.body).toEqual(body);
    expect(reply.notes.join()).toContain("active_users");
  });

  it("of a write that departs from the documents says that the write succeeded", async () => {
    const server = await serve(json({ id: 1 }, 201));
    const reply = await call("content.posts.create", server.baseUrl);
    expect(reply.notes.join()).toContain("succeeded");
  });

  it("that begins with a byte-order mark is JSON", async () => {
    const server = await serve(text('\uFEFF{"active_users":1}'));
    expect((await call(byMethod.GET, server.baseUrl)).body).toEqual({ active_users: 1 });
  });

  it("keeps __proto__ as data", async () => {
    const server = await serve(text('{"__proto__":{"polluted":true}}'));
    const { body } = await call("cloud-v1.cdn.purge", server.baseUrl);
    expect(Object.hasOwn(body as object, "__proto__")).toBe(true);
    expect("polluted" in {}).toBe(false);
  });
});

describe("a DELETE", () => {
  it("whose reply was lost and that then finds nothing has succeeded, with a note", async () => {
    const server = await serve(
      ({ socket }) => void socket.resetAndDestroy(),
      json({ error: { message: "gone" } }, 404),
    );
    const reply = await call(byMethod.DELETE, server.baseUrl);
    expect(reply.attempts).toBe(2);
    expect(reply.notes.join()).toContain("whose reply was lost, has deleted it, or it was gone before");
  });

  it("that was answered with 503 and then finds nothing says what is not known", async () => {
    const server = await serve(text("", 503), json({ error: { message: "gone" } }, 404));
    const reply = await call(byMethod.DELETE, server.baseUrl);
    expect(reply.notes.join()).toContain(
      "answered with 503, deleted it, or it was gone before, is not known",
    );
  });

  it("that was answered with 429 and then finds nothing has found nothing", async () => {
    const server = await serve(
      json({}, 429, { "retry-after": "1" }),
      json({ error: { message: "gone" } }, 404),
    );
    expect(await failure(call(byMethod.DELETE, server.baseUrl))).toMatchObject({
      outcome: "rejected",
      fault: { status: 404 },
    });
  });

  it("whose reply was lost has an unknown outcome, whatever the later tries come to", async () => {
    const server = await serve(
      ({ socket }) => void socket.resetAndDestroy(),
      json({ error: { message: "no" } }, 403),
    );
    expect(await failure(call(byMethod.DELETE, server.baseUrl))).toMatchObject({
      kind: "refused",
      outcome: "unknown",
      attempts: 2,
    });
  });
});
