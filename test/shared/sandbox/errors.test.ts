// Every status that an API documents for errors, read by the client into a fault.
import { describe, expect, it } from "vitest";
import { type Api, operationsOf, type RequestValues } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { sampleId } from "../../../shared/traits/samples.ts";
import { failure } from "../http/calls.ts";
import { testClock } from "../http/clock.ts";
import { operationOf, sandbox } from "./running.ts";

/** Requests that break their schema, with the field that is at fault. */
const invalid: Record<string, [id: string, input: RequestValues, field: string]> = {
  "cloud-v1": ["cloud-v1.servers.list", { query: { limit: "many" } }, "limit"],
  "cloud-v2": ["cloud-v2.instances.list", { query: { limit: "2.5" } }, "limit"],
  deploy: ["deploy.projects.create", { body: { name: "with blanks" } }, "name"],
  creative: ["creative.projects.create", { body: { name: "ab" } }, "name"],
  content: ["content.posts.create", { body: { title: "a".repeat(201), content: "" } }, "title"],
  marketplace: [
    "marketplace.products.create",
    { body: { name: "Mug", price: "12", category: "kitchen" } },
    "price",
  ],
  membership: ["membership.users.create", { body: { email: 7, name: "No Body" } }, "email"],
  admin: ["admin.users.create", { body: { name: "A", email: "a@example.com" } }, "name"],
  learning: [
    "learning.courses.create",
    { body: { title: "a".repeat(101), description: "", category: "", instructor_id: "i" } },
    "title",
  ],
  social: ["social.users.list", { query: { limit: 101 } }, "limit"],
};

/** Requests for a record that does not exist. */
const missing: Record<string, [id: string, input: RequestValues]> = {
  "cloud-v1": ["cloud-v1.cdn.purge", { path: { zone_id: "zone_9" }, body: {} }],
  deploy: ["deploy.deployments.list", { path: { id: "proj_none" } }],
  content: ["content.posts.delete", { path: { id: "post_none" } }],
  membership: ["membership.users.get", { path: { user_id: "usr_none" } }],
  learning: [
    "learning.enrollments.create",
    { body: { student_id: "student_none", course_id: "course_none" } },
  ],
};

const each = apis.map((api) => [api.slug, api] as const);
const statusesOf = (api: Api) =>
  Object.keys(api.statuses)
    .map(Number)
    .filter((status) => status >= 400);
const firstRead = (api: Api) =>
  operationsOf([api]).find((operation) => operation.effect === "read")?.id ?? "";
const firstWrite = (api: Api) =>
  operationsOf([api]).find((operation) => operation.effect !== "read" && operation.authorized !== false)
    ?.id ?? "";

/** What the API's envelope can carry is there. */
function expectWhole(api: Api, fault: object | undefined) {
  expect(fault).toMatchObject({ message: expect.stringMatching(/./) });
  if (api.faults.body) expect(fault).toMatchObject({ code: expect.stringMatching(/./) });
  if (api.slug === "cloud-v1") expect(fault).toMatchObject({ requestId: expect.stringMatching(/^req_/) });
  if (api.slug === "learning")
    expect(fault).toMatchObject({ documentationUrl: expect.stringMatching(/^http/) });
  if (api.slug === "membership") {
    const own = expect.stringMatching(/^sandbox_/);
    expect(fault).toMatchObject({ details: { type: own, code_param: own } });
  }
}

describe("a request that breaks its schema is a 400 of", () => {
  it.for(each)("%s", async ([slug, api]) => {
    const { send } = await sandbox();
    const [id, input, field] = invalid[slug] ?? ["", {}, ""];
    const { fault, outcome } = await failure(send(id, input));
    expect(outcome).toBe("rejected");
    expect(fault?.status).toBe(400);
    expect(fault?.message).toContain(field);
    expectWhole(api, fault);
    if (["membership", "admin", "social"].includes(slug)) expect(fault?.field).toBe(field);
  });

  it("the documented codes", async () => {
    const { send } = await sandbox();
    const codes = await Promise.all(
      ["admin", "learning", "social"].map(async (slug) => {
        const [id, input] = invalid[slug] ?? [""];
        return (await failure(send(id, input))).fault?.code;
      }),
    );
    expect(codes).toEqual(["VALIDATION_ERROR", "invalid_request", "VALIDATION_ERROR"]);
  });

  it("the social platform with each field and issue", async () => {
    const { send } = await sandbox();
    const { fault } = await failure(send("social.users.create", { body: { email: 1, avatar_url: 2 } }));
    expect(fault?.details).toEqual([
      { field: "email", issue: expect.any(String) },
      { field: "avatar_url", issue: expect.any(String) },
    ]);
  });
});

it.for([1_000_000_000, 3_000_000, Number.MAX_SAFE_INTEGER, -1, -3_000_000])(
  "a trial of %i days, whose end no timestamp can hold, is a 400 of membership",
  async (trial_days) => {
    const box = await sandbox();
    const body = { user_id: sampleId("usr_", 1), tier: "starter", trial_days };
    const { fault } = await failure(box.send("membership.memberships.create", { body }));
    expect(fault).toMatchObject({
      status: 400,
      field: "trial_days",
      message: expect.stringMatching(/^trial_days: /),
    });
    // It has changed nothing.
    for (const [days, ends] of [
      [0, "2026-"],
      [2_900_000, "99"],
    ] as const) {
      const user_id = sampleId("usr_", days === 0 ? 1 : 2);
      const made = await box.send("membership.memberships.create", {
        body: { ...body, user_id, trial_days: days },
      });
      expect(made.body).toMatchObject({ trial_ends_at: expect.stringMatching(new RegExp(`^${ends}`)) });
    }
  },
);

describe("a wrong or missing key is a 401 of", () => {
  it.for(each.filter(([, api]) => !api.auth.exchange))("%s", async ([, api]) => {
    const { send, directory } = await sandbox();
    const { fault, message } = await failure(
      send(firstRead(api), undefined, { credentials: { key: "wrong" } }),
    );
    expect(fault?.status).toBe(401);
    expect(message).toContain("Set the key");
    expectWhole(api, fault);
    const reply = await fetch(`${directory.apis[api.slug]?.baseUrl}${operationOf(firstRead(api)).path}`);
    expect(reply.status).toBe(401);
    expect(api.faults.read(401, await reply.json())?.message).toContain("Authorization");
  });

  it("social, where wrong credentials get no token", async () => {
    const { send } = await sandbox();
    const { fault } = await failure(
      send("social.users.list", {}, { credentials: { clientId: "a", clientSecret: "b" } }),
    );
    expect(fault).toMatchObject({ status: 401, message: "The client credentials are unknown." });
  });
});

describe("a key that may only read gets a 403 for writing from", () => {
  it.for(each.filter(([, api]) => api.statuses[403]))("%s", async ([slug, api]) => {
    const { send, directory } = await sandbox();
    const credentials = { key: directory.apis[slug]?.readOnlyKey ?? "" };
    expect((await send(firstRead(api), undefined, { credentials })).status).toBe(200);
    const { fault, message } = await failure(send(firstWrite(api), undefined, { credentials }));
    expect(fault?.status).toBe(403);
    expect(message).toContain("Use a key with the permission");
    expectWhole(api, fault);
  });

  it("none of the others: they have no such key", async () => {
    const { directory } = await sandbox();
    const without = each.filter(([slug]) => !directory.apis[slug]?.readOnlyKey).map(([slug]) => slug);
    expect(without).toEqual(["marketplace", "membership", "social"]);
  });
});

describe("a 404 is given for", () => {
  it.for(Object.entries(missing))("a record that %s does not have", async ([, [id, input]]) => {
    const { send } = await sandbox();
    const { fault } = await failure(send(id, input));
    expect(fault?.status).toBe(404);
    expectWhole(operationOf(id).api, fault);
    expect(fault?.message).toMatch(/zone_9|_none/);
  });

  it.for<[id: string, input: RequestValues]>([
    ["deploy.deployments.list", { path: { id: "dep_1" } }],
    ["content.posts.delete", { path: { id: "7" } }],
    ["membership.users.get", { path: { user_id: "mem_1" } }],
    ["membership.memberships.create", { body: { user_id: "7", tier: "starter" } }],
    ["learning.enrollments.create", { body: { student_id: "student_none", course_id: "crs_1" } }],
  ])("an identifier with another prefix: %s", async ([id, input]) => {
    const { send } = await sandbox();
    expect((await failure(send(id, input))).fault?.status).toBe(404);
  });

  it.for(each)("an address that %s does not have", async ([, api]) => {
    const { caller } = await sandbox();
    const named = operationOf(firstRead(api));
    const elsewhere = { ...named, method: "GET", path: "/nowhere" } as const;
    const { fault } = await failure(caller(api.slug).call(elsewhere));
    expect(fault?.status).toBe(404);
    expectWhole(api, fault);
  });
});

describe("a conflict is a 409:", () => {
  const conflicts: [what: string, id: string, input: RequestValues][] = [
    [
      "a database that has the tier",
      "cloud-v1.databases.scale",
      { body: { database_id: "db_orders", new_tier: "standard-2" } },
    ],
    [
      "an e-mail address that is taken",
      "membership.users.create",
      { body: { email: "jonas.lindqvist.1@example.com", name: "J" } },
    ],
  ];
  it.for(conflicts)("%s", async ([, id, input]) => {
    const { send } = await sandbox();
    const error = await failure(send(id, input));
    expect(error).toMatchObject({
      kind: "refused",
      outcome: "rejected",
      attempts: 1,
      fault: { status: 409 },
    });
  });

  it("a region without capacity, with the documented details", async () => {
    const { send } = await sandbox();
    const { fault } = await failure(send("cloud-v1.servers.create", { body: { name: "a", region: "lon1" } }));
    expect(fault).toMatchObject({
      code: "insufficient_resources",
      details: { region: "lon1", suggested_alternatives: expect.arrayContaining(["fra1"]) },
    });
  });
});

describe("too many requests are a 429 of", () => {
  it.for(each)("%s", async ([, api]) => {
    const clock = testClock();
    // Sandbox and client live by the same clock, which waiting advances.
    const { caller } = await sandbox({ perMinute: 2, clock });
    const named = operationOf(firstRead(api));
    const one = caller(api.slug, { clock });
    await one.call(named, named.samples[0]);
    await one.call(named, named.samples[0]);
    const third = one.call(named, named.samples[0]);
    const { headers } = api.rateLimit;
    if (headers.reset || headers.retryAfter) {
      // The wait is stated, so the client waits into the next minute.
      expect((await third).attempts).toBe(2);
      expect(clock.waits).toEqual([60_000]);
    } else {
      const error = await failure(third);
      expect(error).toMatchObject({
        kind: "rate-limited",
        outcome: "rejected",
        attempts: 3,
        fault: { status: 429 },
      });
      expectWhole(api, error.fault);
    }
  });

  const stated = each.filter(([, { rateLimit }]) => rateLimit.headers.reset ?? rateLimit.headers.retryAfter);
  it.for(stated)("%s, with the wait to the end of the minute, in its last second too", async ([, api]) => {
    const clock = testClock(Date.parse("2026-09-01T12:00:59.400Z"));
    const { caller } = await sandbox({ perMinute: 1, clock });
    const named = operationOf(firstRead(api));
    const one = caller(api.slug, { clock });
    await one.call(named, named.samples[0]);
    expect((await one.call(named, named.samples[0])).attempts).toBe(2);
    expect(clock.waits).toEqual([1000]);
  });

  it.for(each.filter(([, api]) => api.rateLimit.headers.remaining))(
    "%s, whose budget falls with each request",
    async ([, api]) => {
      const budgets: (number | undefined)[] = [];
      const { caller } = await sandbox({ perMinute: 5, clock: testClock(1e12) });
      const named = operationOf(firstRead(api));
      const one = caller(api.slug, { onBudget: ({ remaining }) => budgets.push(remaining) });
      for (let count = 0; count < 3; count++) await one.call(named, named.samples[0]);
      expect(budgets.slice(-3)).toEqual([4, 3, 2]);
    },
  );
});

describe("the rate-limit headers come with every reply, as documented:", () => {
  const documented = each.filter(([, { rateLimit }]) => rateLimit.headers.remaining);

  it.for(documented)("%s", async ([slug, api]) => {
    const { directory } = await sandbox({ perMinute: 50 });
    const { baseUrl = "", credentials = {}, readOnlyKey = "" } = directory.apis[slug] ?? {};
    const { method = "GET", path = "" } = operationOf(firstRead(api));
    const write = operationOf(firstWrite(api));
    const as = (key: string) => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });
    const ask = (address: string, more: RequestInit) => fetch(baseUrl + address, more);
    const replies = {
      "no key": await ask(path, { method }),
      "a wrong key": await ask(path, { method, headers: as("wrong") }),
      "no such address": await ask("/nowhere", { headers: as(credentials.key ?? "") }),
      "a key that may only read": await ask(
        (write.path ?? write.sandbox.route?.path ?? "").replace(/\{\w+\}/g, "x"),
        {
          method: write.method ?? write.sandbox.route?.method ?? "POST",
          headers: as(readOnlyKey),
          body: "{}",
        },
      ),
      "no JSON": await ask("/auth/token", { method: "POST", headers: as(""), body: "{" }),
    };
    const names = [api.rateLimit.headers.limit, api.rateLimit.headers.remaining, api.rateLimit.headers.reset];
    for (const [what, { status, headers }] of Object.entries(replies)) {
      expect(status, what).toBeGreaterThanOrEqual(400);
      for (const name of names) if (name) expect(headers.get(name), `${what}: ${name}`).toMatch(/^\d+$/);
      if (api.rateLimit.headers.retryAfter === "always") expect(headers.get("retry-after")).toBe("0");
    }
  });

  it("and whoever has no key takes nothing from the budget of one who has", async () => {
    const { directory } = await sandbox({ perMinute: 2 });
    const { baseUrl = "", credentials = {} } = directory.apis.admin ?? {};
    for (let count = 0; count < 5; count++) await fetch(`${baseUrl}/users`);
    const headers = { authorization: `Bearer ${credentials.key}` };
    const { status, headers: left } = await fetch(`${baseUrl}/users`, { headers });
    expect([status, left.get("x-ratelimit-remaining")]).toEqual([200, "1"]);
  });
});

describe("a failure on demand is", () => {
  const failures = each.flatMap(([slug, api]) =>
    statusesOf(api).map((status) => [slug, status, api] as const),
  );

  it.for(failures)("for %s each documented status: %d", async ([slug, status, api]) => {
    const { url, send } = await sandbox();
    const planned = await fetch(`${url}/_sandbox/failures/${slug}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ status, times: 5 }),
    });
    expect(planned.status).toBe(204);
    const error = await failure(send(firstWrite(api)));
    expect(error.fault?.status).toBe(status);
    expect(error.fault?.message).toBe(api.statuses[status]);
    expectWhole(api, error.fault);
    // The exchange of credentials meets with it first, and what it was for does not leave.
    const refused = api.auth.exchange ? "not-sent" : "rejected";
    expect(error.outcome).toBe(status >= 500 ? "unknown" : refused);
  });

  it("over after as many times as were asked for", async () => {
    const { url, send } = await sandbox();
    await fetch(`${url}/_sandbox/failures/admin`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"status":503,"times":2}',
    });
    expect(await send("admin.dashboard.metrics")).toMatchObject({ status: 200, attempts: 3 });
  });

  it("over when it is called off", async () => {
    const { url, send } = await sandbox();
    await fetch(`${url}/_sandbox/failures/admin`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"status":503,"times":100}',
    });
    const calledOff = await fetch(`${url}/_sandbox/failures/admin`, { method: "DELETE" });
    expect(calledOff.status).toBe(204);
    expect(await send("admin.dashboard.metrics")).toMatchObject({ status: 200, attempts: 1 });
    expect((await fetch(`${url}/_sandbox/failures/nobody`, { method: "DELETE" })).status).toBe(404);
  });

  it.for(['{"status":200}', '{"status":503,"times":0}', '{"status":"503"}', "{", "[]", ""])(
    "none for the order %j",
    async (body) => {
      const { url } = await sandbox();
      const order = { method: "POST", headers: { "content-type": "application/json" }, body };
      expect((await fetch(`${url}/_sandbox/failures/admin`, order)).status).toBe(400);
      expect((await fetch(`${url}/_sandbox/failures/nobody`, order)).status).toBe(400);
    },
  );
});
