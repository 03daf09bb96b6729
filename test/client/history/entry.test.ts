import { describe, expect, it } from "vitest";
import { entryOf, mostOfBody, parseEntry, resultOf, whyNotSendable } from "../../../client/history/entry.ts";
import type { Attempt } from "../../../client/session/session.ts";
import { operationsOf, type Sendable } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { RequestError } from "../../../shared/http/errors.ts";
import { mask } from "../../../shared/http/mask.ts";

const operation = (name: string): Sendable => {
  const found = operationsOf(apis).find(({ id }) => id === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const answered = (body: unknown, headers = {}) => ({
  status: 200,
  headers,
  body,
  text: typeof body === "string" ? body : JSON.stringify(body),
  attempts: 1,
  notes: [],
});
const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  operation: operation("cloud-v1.servers.create"),
  target: {
    environment: "test",
    baseUrl: "https://api.example.com/v1",
    route: { method: "POST", path: "/servers" },
  },
  values: { body: { name: "web-1" } },
  placeholders: [],
  secrets: [],
  begun: Date.UTC(2026, 4, 4, 12),
  duration: 120.4,
  result: answered({ id: "srv_1" }),
  ...more,
});
const kept = (more: Partial<Attempt>, credentials: string[] = []) => {
  const entry = entryOf(attempt(more), credentials);
  if (!entry) throw new Error("It is not kept.");
  return entry;
};

const canary = 'canary-7f3e91"\\\u00e9';
const spellings = [
  canary,
  JSON.stringify(canary).slice(1, -1),
  encodeURIComponent(canary),
  Buffer.from(canary).toString("base64").replace(/=+$/, ""),
];
const expectNoCanary = (entry: unknown) => {
  const text = JSON.stringify(entry);
  for (const spelling of spellings) {
    expect(text).not.toContain(spelling);
    expect(text).not.toContain(JSON.stringify(spelling).slice(1, -1));
  }
};

describe("what is kept of something that was sent", () => {
  it("is where it went, what was sent and what came back", () => {
    const entry = kept({ name: "made" });
    expect(entry).toMatchObject({
      operation: "cloud-v1.servers.create",
      name: "made",
      environment: "test",
      route: { method: "POST", path: "/servers" },
      values: { body: { name: "web-1" } },
      duration: 120,
    });
    expect(resultOf(entry)).toMatchObject({ status: 200, body: { id: "srv_1" }, text: '{"id":"srv_1"}' });
    expect(parseEntry(JSON.stringify(entry))).toEqual(entry);
    expect(whyNotSendable(entry)).toBeUndefined();
  });

  it("is a failure with its reply", () => {
    const reply = { status: 422, headers: {}, text: '{"error":"no"}' };
    const failure = new RequestError("refused", "It was refused.", {
      outcome: "rejected",
      attempts: 1,
      reply,
      fault: { status: 422, message: "no", requestId: "req_1", details: { name: "x" } },
    });
    const result = resultOf(kept({ result: failure }));
    expect(result).toBeInstanceOf(RequestError);
    expect(result).toMatchObject({
      kind: "refused",
      message: "It was refused.",
      outcome: "rejected",
      requestId: "req_1",
      reply,
    });
  });

  it("is nothing where nothing left", () => {
    const unsent = new RequestError("no-credentials", "Set the key.", { outcome: "not-sent" });
    expect(entryOf(attempt({ result: unsent }), [])).toBeUndefined();
  });

  it("is the body as it came where nothing of it is a secret", () => {
    const text = '{ "amount": 1.00, "id": 12345678901234567890, "next_page_token": "abc", "__proto__": 1 }';
    expect(kept({ result: answered(text) }).reply?.text).toBe(text);
  });

  it("is the begin of a long body, which says how long it was", () => {
    const rows = Array.from({ length: 9000 }, (_, index) => ({ id: `é_${index}`, words: "ü".repeat(20) }));
    const { reply } = kept({ result: answered(rows) });
    expect(reply?.cutFrom).toBe(Buffer.byteLength(JSON.stringify(rows)));
    expect(Buffer.byteLength(reply?.text ?? "")).toBeLessThanOrEqual(mostOfBody);
    expect(reply?.text.split("\n").at(-1)).toMatch(/^ {2}( {2}"\w+": ".*",?|[{}],?)$/);
  });

  it("has no values where they are too long", () => {
    const entry = kept({ values: { body: { name: "x".repeat(mostOfBody) } } });
    expect(entry.values).toBeUndefined();
    expect(whyNotSendable(entry)).toMatch(/too large/);
  });
});

describe("secrets are not kept", () => {
  const secretPlaceholder = { placeholders: ["secret:TOKEN"], secrets: [canary] };
  const sent = { ...secretPlaceholder, values: { headers: { "x-trace": "{{secret:TOKEN}}" } } };
  const replies: [string, unknown][] = [
    ["in a field", { echoed: canary }],
    ["within a text", { echoed: [`it was ${canary}!`] }],
    ["as a field's name", { [canary]: 1 }],
    ["in text that is not JSON", `<p>${canary}</p>`],
    ["in the encoding of addresses", { next: `https://a.example/?t=${encodeURIComponent(canary)}` }],
    ["in base64", { echoed: Buffer.from(`user:${canary}`).toString("base64") }],
  ];
  it.for(replies)("that a reply repeats %s", ([, body]) => {
    expectNoCanary(kept({ ...sent, result: answered(body, { "x-echo": canary }) }));
    expectNoCanary(kept({ result: answered(body) }, [canary]));
  });

  it("that a failure repeats", () => {
    const failure = new RequestError("refused", `${canary} is unknown`, {
      outcome: "rejected",
      attempts: 1,
      reply: { status: 401, headers: { "x-echo": canary }, text: JSON.stringify({ error: canary }) },
      fault: { status: 401, message: canary, requestId: canary },
    });
    expectNoCanary(kept({ ...sent, result: failure }));
  });

  it("that are numbers, or short", () => {
    const entry = kept({
      ...sent,
      secrets: ["71"],
      result: answered({ pin: 71, text: "71", other: 72 }),
    });
    expect(entry.reply?.text).toBe(`{"pin":"${mask}","text":"${mask}","other":72}`);
  });

  it("that somebody has written into the values", () => {
    const values = { query: { q: canary }, body: { name: `a ${canary}` } };
    const entry = kept({ values, result: answered({}) }, [canary]);
    expectNoCanary(entry);
    expect(whyNotSendable(entry)).toMatch(/kept out of sight/);
  });

  it("of documented fields, of the request and of the reply, wherever they are repeated", () => {
    const entry = kept({
      operation: operation("social.auth.token"),
      values: { body: { client_id: "app_1", client_secret: canary } },
      result: answered(
        { access_token: "token-12345678", echo: `Bearer token-12345678 for ${canary}` },
        { "x-token": "token-12345678", "set-cookie": "session=1", "x-echo": "token-12345678" },
      ),
    });
    expectNoCanary(entry);
    expect(JSON.stringify(entry)).not.toContain("token-12345678");
    expect(entry.values?.body).toEqual({
      client_id: "app_1",
      client_secret: "{{secret:SOCIAL_CLIENT_SECRET}}",
    });
    expect(entry.placeholders).toEqual(["secret:SOCIAL_CLIENT_SECRET"]);
    expect(Object.keys(entry.reply?.headers ?? {})).toEqual(["x-echo"]);
  });

  it("of fields that imported descriptions mark, or that say it by their names", () => {
    const imported: Sendable = {
      ...operation("cloud-v1.servers.create"),
      request: {
        body: { type: "object", properties: { pass: { type: "string", format: "password" } } },
      },
    };
    const entry = kept({
      operation: imported,
      values: { body: { pass: canary, webhookSecret: `${canary}2` } },
      result: answered({ data: [{ signing_secret: canary, "api-key": canary }] }),
    });
    expectNoCanary(entry);
    expect(entry.values?.body).toEqual({
      pass: "{{secret:CLOUD_V1_PASS}}",
      webhookSecret: "{{secret:CLOUD_V1_WEBHOOKSECRET}}",
    });
  });

  it("but stay placeholders where they were some", () => {
    const values = { body: { client_secret: "{{secret:MINE}}" } };
    const entry = kept({
      operation: operation("social.auth.token"),
      values,
      placeholders: ["secret:MINE"],
      secrets: [canary],
      result: answered({}),
    });
    expect(entry.values).toEqual(values);
    expect(entry.placeholders).toEqual(["secret:MINE"]);
  });
});

describe("no entry is", () => {
  const entry = kept({});
  const foreign: [string, unknown][] = [
    ["half of one", JSON.stringify(entry).slice(0, -20)],
    ["nothing", ""],
    ["another value", "[]"],
    ["one of another format", JSON.stringify({ ...entry, format: 2 })],
    ["one without a reply or a failure", JSON.stringify({ ...entry, reply: undefined })],
    ["one of no time", JSON.stringify({ ...entry, begun: 1e300 })],
    ["one whose values are none", JSON.stringify({ ...entry, values: { headers: { a: 1 } } })],
  ];
  it.for(foreign)("%s", ([, text]) => {
    expect(parseEntry(String(text))).toBeUndefined();
  });
});
