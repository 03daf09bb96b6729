// The key goes to its own origin, and into no message.
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { byMethod, call, callerOf, failure, key, operation } from "./calls.ts";
import { testClock } from "./clock.ts";
import { deadBaseUrl, json, raw, type Received, serve, type Step, text } from "./server.ts";

describe("a redirect", () => {
  it.for([301, 302, 303, 307, 308])(
    "of %d is not followed, neither to the same origin nor to another",
    async (status) => {
      const other = await serve(json({}));
      for (const id of Object.values(byMethod)) {
        const server = await serve(text("", status, { location: `${other.origin}/v1/stolen` }));
        const error = await failure(call(id, server.baseUrl));
        const mayLeadToResult = (status === 302 || status === 303) && id !== byMethod.GET;
        const outcome = mayLeadToResult ? "unknown" : "rejected";
        expect(error).toMatchObject({ kind: "unreadable", outcome, attempts: 1 });
        expect(error.message).toContain(`redirect to "${other.origin}/v1/stolen"`);
        expect(server.received).toHaveLength(1);
      }
      expect(other.received).toEqual([]);
    },
  );

  it("shows its target as text, without controls", async () => {
    const server = await serve(
      raw("HTTP/1.1 302 Found\r\nlocation: /a\tb\r\ncontent-length: 0\r\n\r\n", "end"),
    );
    expect((await failure(call(byMethod.GET, server.baseUrl))).message).toContain('redirect to "/a b"');
  });

  it("to nowhere is one as well", async () => {
    const server = await serve(text("", 304));
    expect((await failure(call(byMethod.GET, server.baseUrl))).message).toContain("redirect");
  });
});

it("a next link to another origin is not followed", async () => {
  const other = await serve(json({ data: [] }));
  const server = await serve(
    json({ data: [{ id: "a" }] }, 200, { link: `<${other.baseUrl}/instances?cursor=x>; rel="next"` }),
  );
  const named = operation("cloud-v2.instances.list");
  const listing = callerOf(named.id, server.baseUrl).list(named);
  expect(await Array.fromAsync(listing)).toEqual([{ id: "a" }]);
  expect(listing.incomplete).toContain("leads away");
  expect(other.received).toEqual([]);
});

describe("the key is in no error and no trace:", () => {
  /** What the service was given, in every spelling in which it may give it back. */
  const echoes = ({
    headers: { authorization = "" },
    body,
  }: Pick<Received, "headers" | "body">): string[] => {
    const secret =
      authorization.replace("Bearer ", "") || String(/"client_secret":"([^"]*)"/.exec(body)?.[1]);
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    return [
      secret,
      authorization,
      encodeURIComponent(`/?key=${secret}&x`),
      base64(secret),
      base64(authorization),
      base64(`user:${secret}\n`),
      Buffer.from(`k:${secret}`).toString("base64url"),
      JSON.stringify({ sent: secret }),
    ];
  };
  const echo =
    (status: number, reply: (said: string[]) => string, type = "application/json"): Step =>
    (request, response, received) =>
      text(reply(echoes(received)), status, {
        "content-type": type,
        "x-request-id": echoes(received)[0] ?? "",
        "www-authenticate": echoes(received)[1] ?? "",
      })(request, response, received);
  const inEnvelope = (said: string[]) =>
    JSON.stringify({
      error: {
        code: said[0],
        message: said.join(" "),
        field: said[1],
        request_id: said[2],
        [said[0] ?? ""]: said,
      },
    });
  /** Each letter as an escape: nothing is seen of it in the JSON as text. */
  const escaped = (said: string[]) =>
    `{"error":{"message":"${said
      .join(" ")
      .split("")
      .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("")}"}}`;
  const faults: [string, Step][] = [
    ["a refusal", echo(401, inEnvelope)],
    ["a refusal in escapes", echo(401, escaped)],
    ["a refusal of a request", echo(400, inEnvelope)],
    ["a failure", echo(500, inEnvelope)],
    ["a page of HTML", echo(403, (said) => `<p>${said.join("<br>")}</p>`, "text/html")],
    ["a bad gateway", echo(502, (said) => said.join("\n"), "text/plain")],
    ["JSON cut short", echo(200, (said) => `{"a":"${said[0]}`)],
    ["a fault in a success", echo(200, inEnvelope)],
    [
      "a redirect",
      (request, response, received) =>
        text("", 302, { location: `/x?key=${echoes(received)[0]}` })(request, response, received),
    ],
    ["a success that repeats it", echo(200, (said) => JSON.stringify({ active_users: 1, said }))],
    ["a reset", ({ socket }) => void socket.resetAndDestroy()],
    ["truncated JSON", text('{"a":')],
    ["a broken body", raw("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{", "end")],
    ["a success", json({ active_users: 1 })],
  ];
  const spellings = [key, ...echoes({ headers: { authorization: `Bearer ${key}` }, body: "" })].map(
    // What base64 shows of it depends at its ends on what stands beside it.
    (spelling) => (spelling.includes(key) || spelling.length < 20 ? spelling : spelling.slice(4, -6)),
  );

  it.for(faults)("%s", async ([, fault]) => {
    const traces: string[] = [];
    for (const id of [...Object.values(byMethod), "social.users.list", "social.auth.token"]) {
      const server = await serve(fault);
      const outcome = await call(id, server.baseUrl, { trace: (line) => traces.push(line) }).catch(
        (error: unknown) => error,
      );
      traces.push(inspect(outcome, { depth: 20, showHidden: true }));
    }
    for (const spelling of spellings) expect(traces.join("\n")).not.toContain(spelling);
  });

  it("no connection", async () => {
    const error = await failure(call(byMethod.GET, deadBaseUrl));
    for (const spelling of spellings)
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(spelling);
  });
});

it("the trace has a line for each exchange, also for one that failed", async () => {
  const lines: string[] = [];
  const trace = (line: string) => void lines.push(line);
  const [good, bad] = [
    await serve(json({ active_users: 1 })),
    await serve(json({}, 403, { "x-request-id": "req_7" })),
  ];
  const clock = testClock();
  await call(byMethod.GET, good.baseUrl, { trace, clock });
  await failure(call(byMethod.GET, bad.baseUrl, { trace, clock }));
  clock.now = () => 0;
  await failure(call(byMethod.GET, deadBaseUrl, { trace, clock }));
  expect(lines).toEqual([
    `GET ${good.baseUrl}/dashboard/metrics 200 in 0 ms`,
    `GET ${bad.baseUrl}/dashboard/metrics 403 in 0 ms, request req_7`,
    `GET ${deadBaseUrl}/dashboard/metrics unreachable in 0 ms, 3 attempts`,
  ]);
});
