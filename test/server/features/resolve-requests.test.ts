import { describe, expect, it } from "vitest";
import { locate } from "../../../server/features/locate-field.ts";
import { wholeRequest } from "../../../server/features/request-layout.ts";
import { resolveRequests } from "../../../server/features/resolve-requests.ts";
import { entryByIndex } from "../../../server/files/entries.ts";
import { catalogue, fileOf, textIn, withVariables } from "../marked.ts";

let count = 0;
const now = new Date("2026-01-31T09:00:00Z");
const fresh = { uuid: () => `uuid-${++count}`, now: () => now, random: () => 0.5 };
const variables = withVariables(
  { name: "region", value: "fra1", environment: "test" },
  { name: "region", value: "nyc1", environment: "live" },
  { name: "size", value: "50", environment: "test" },
  { name: "flag", value: "true", environment: "test" },
  { name: "class", value: "2xx", environment: "test" },
  { name: "count", value: "3", json: 3, environment: "test" },
  { name: "on", value: "true", json: true, environment: "test" },
  { name: "nothing", value: "null", json: null, environment: "test" },
  { name: "meta", value: '{"a":["x"]}', json: { a: ["x"] }, environment: "test" },
);
const resolved = (text: string, only?: number) =>
  resolveRequests(fileOf(text, undefined, variables), fresh, only);

describe("a request to be sent", () => {
  it("has its variables of the active environment, with the type that belongs there", () => {
    const [request] = resolved(`{
      "operation": "cloud-v1.servers.list",
      "query": { "region": "{{region}}", "limit": "{{size}}" }
    }`);
    expect(request).toMatchObject({
      index: 0,
      operation: "cloud-v1.servers.list",
      values: { query: { region: "fra1", limit: 50 } },
      problems: [],
    });
  });

  it("keeps numbers as text where text belongs", () => {
    const [request] = resolved(
      `{ "operation": "cloud-v1.servers.create", "body": { "name": "{{size}}", "auto_backup": "{{flag}}" } }`,
    );
    expect(request?.values.body).toEqual({ name: "50", auto_backup: true });
  });

  it("has a fresh UUID at each place, and the time", () => {
    const [request] = resolved(
      `{ "operation": "cloud-v1.servers.create", "body": { "name": "{{$uuid}}", "plan": "a-{{$uuid}}", "image": "{{$timestamp}}" } }`,
    );
    const { name, plan, image } = Object(request?.values.body);
    expect(name).toMatch(/^uuid-\d+$/);
    expect(plan).not.toBe(`a-${name}`);
    expect(image).toBe("2026-01-31T09:00:00.000Z");
  });

  it("has other dynamic values, with the type that belongs there", () => {
    const [request] = resolved(
      `{ "operation": "cloud-v1.servers.create", "body": { "name": "{{$randomInt 1 101}}", "image": "{{$timestamp -1 M}}", "tags": ["n-{{$randomInt 1 101}}"] } }`,
    );
    expect(request?.values.body).toEqual({
      name: "51",
      image: "2025-12-31T09:00:00.000Z",
      tags: ["n-51"],
    });
    const [list] = resolved(
      `{ "operation": "cloud-v1.servers.list", "query": { "limit": "{{$randomInt 1 101}}" } }`,
    );
    expect(list?.values.query).toEqual({ limit: 51 });
  });

  it("has what it expects filled like the rest", () => {
    const [request] = resolved(`{
      "operation": "cloud-v1.servers.list",
      "expect": { "status": "2xx", "body": { "a": "{{region}}", "b": "{{x.response.body.id}}" } }
    }`);
    expect(request?.expect).toEqual({ status: "2xx", body: { a: "fra1", b: "{{x.response.body.id}}" } });
  });

  it("has what it expects with the type that is documented of the reply", () => {
    const [request] = resolved(`{
      "operation": "membership.subscriptions.create",
      "body": { "membership_id": "mem_1", "payment_method_id": "pm_1" },
      "expect": { "duration": "{{size}}", "body": { "amount": "{{size}}", "currency": "{{size}}", "new": "{{flag}}" } }
    }`);
    expect(request?.expect).toEqual({ duration: 50, body: { amount: 50, currency: "50", new: "true" } });
  });

  it("has numbers and booleans where what it expects of a reply takes them", () => {
    const [request] = resolved(`{
      "operation": "membership.subscriptions.create",
      "body": { "membership_id": "mem_1", "payment_method_id": "pm_1" },
      "expect": {
        "status": "{{size}}",
        "headers": { "x": { "$length": "{{size}}" }, "y": "{{size}}" },
        "body": {
          "amount": { "$min": "{{size}}", "$max": "{{size}}" },
          "currency": { "$length": { "min": "{{size}}", "max": "{{size}}" }, "$any": "{{flag}}", "$pattern": "{{size}}" },
          "new": { "$length": "{{size}}", "$contains": "{{size}}" }
        }
      }
    }`);
    expect(request?.expect).toEqual({
      status: 50,
      headers: { x: { $length: 50 }, y: "50" },
      body: {
        amount: { $min: 50, $max: 50 },
        currency: { $length: { min: 50, max: 50 }, $any: true, $pattern: "50" },
        new: { $length: 50, $contains: "50" },
      },
    });
    const statuses = resolved(
      `{ "operation": "cloud-v1.servers.list", "expect": { "status": ["{{size}}", "{{class}}"] } }`,
    );
    expect(statuses[0]?.expect).toEqual({ status: [50, "2xx"] });
  });

  it("has values of JSON as they are where they are the whole string, and numbers as text where only text belongs", () => {
    const [request] = resolved(`{
      "operation": "learning.students.create",
      "headers": { "x": "{{count}}" },
      "body": {
        "email": "{{count}}",
        "name": "{{on}}",
        "metadata": { "n": "{{count}}", "on": "{{on}}", "nothing": "{{nothing}}", "meta": "{{meta}}", "size": "{{size}}" },
        "x": "n {{nothing}} {{meta}}"
      },
      "expect": { "status": "{{count}}", "body": { "n": "{{count}}", "nothing": "{{nothing}}", "size": "{{size}}" } }
    }`);
    expect(request?.values).toEqual({
      headers: { x: "3" },
      body: {
        email: "3",
        name: "true",
        metadata: { n: 3, on: true, nothing: null, meta: { a: ["x"] }, size: "50" },
        x: 'n null {"a":["x"]}',
      },
    });
    expect(request?.expect).toEqual({ status: 3, body: { n: 3, nothing: null, size: "50" } });
  });

  it.for([
    ["path", "nothing", "{{nothing}} is null, which a path parameter cannot be. Correct the placeholder."],
    ["path", "meta", "{{meta}} is an object, which a path parameter cannot be. Correct the placeholder."],
    ["query", "nothing", "{{nothing}} is null, which a query parameter cannot be. Correct the placeholder."],
    ["headers", "meta", "{{meta}} is an object, which a header cannot be. Correct the placeholder."],
  ])("is kept back by what no address and no header can have: %s %s", ([part, name, words]) => {
    const text = `{ "operation": "cloud-v1.cdn.purge", "${part}": { "zone_id": "{{${name}}}" } }`;
    const problems = resolved(text)[0]?.problems.filter(({ blocks }) => blocks);
    expect(problems?.map(({ message, range }) => [message, textIn(text, range)])).toContainEqual([
      words,
      `"{{${name}}}"`,
    ]);
  });

  it.for(["1e999", "12345678901234567890", "-0.30000000000000000001"])(
    "is kept back by a text that would become another number: %s",
    (value) => {
      const text = `{ "operation": "cloud-v1.servers.list", "query": { "limit": "{{n}}", "region": "{{n}}" } }`;
      const known = withVariables({ name: "n", value, environment: "test" });
      const [request] = resolveRequests(fileOf(text, undefined, known), fresh);
      expect(request?.problems).toMatchObject([
        {
          message: `The value of "n": ${value} cannot be kept exactly: write it as a string, or with at most 15 digits.`,
          blocks: true,
        },
      ]);
    },
  );

  it("keeps the digits of a number that is in a text, and compares what it expects", () => {
    const text = `{
      "operation": "cloud-v1.servers.create", "body": { "name": "{{n}}", "image": "i-{{n}}", "x": 100000.0e-2 },
      "expect": { "body": { "n": "{{n}}", "m": 12345678901234567890 } }
    }`;
    const value = "12345678901234567890";
    const known = withVariables({
      name: "n",
      value,
      json: Number(value),
      inexact: value,
      environment: "test",
    });
    const [request] = resolveRequests(fileOf(text, undefined, known), fresh);
    expect(request?.problems.filter(({ blocks }) => blocks)).toEqual([]);
    expect(request?.values.body).toEqual({ name: value, image: `i-${value}`, x: 1000 });
  });

  it("is kept back by null in an address, also in a longer text", () => {
    const [request] = resolved(
      `{ "operation": "cloud-v1.cdn.purge", "path": { "zone_id": "zone_{{nothing}}" }, "body": { "paths": ["/{{nothing}}"] } }`,
    );
    expect(request?.problems.map(({ message }) => message)).toEqual([
      "{{nothing}} is null, which a path parameter cannot be. Correct the placeholder.",
    ]);
  });

  it("leaves variables of the process, and what others sent, to who sends", () => {
    const text =
      '{ "operation": "cloud-v1.servers.list", "query": { "region": "{{$processEnv REGION}}{{x.request.body.id}}" } }';
    expect(resolved(text)[0]?.values.query).toEqual({
      region: "{{$processEnv REGION}}{{x.request.body.id}}",
    });
  });

  it("leaves secrets and earlier responses to the client", () => {
    const requests = resolved(`[
      { "operation": "cloud-v1.servers.create", "name": "made", "body": { "name": "a" } },
      { "operation": "cloud-v1.databases.scale",
        "body": { "database_id": "{{made.response.body.id}}", "new_tier": "{{secret:TIER}}" },
        "expect": { "status": 202 } }
    ]`);
    expect(requests.map(({ name }) => name)).toEqual(["made", undefined]);
    expect(requests[1]).toMatchObject({
      values: { body: { database_id: "{{made.response.body.id}}", new_tier: "{{secret:TIER}}" } },
      expect: { status: 202 },
      problems: [],
    });
    expect(resolved("[1, 2, 3]", 1)).toHaveLength(1);
  });

  it.for([
    [
      "a variable that nobody defines",
      `{ "operation": "cloud-v1.servers.list", "query": { "region": "{{nobody}}" } }`,
    ],
    ["an operation that there is not", `{ "operation": "cloud-v1.servers.lost" }`],
    ["no operation", `{}`],
    ["broken syntax", `{ "operation": "cloud-v1.servers.list", "query": { "region": } }`],
    [
      "a response that comes later",
      `{ "operation": "cloud-v1.servers.list", "query": { "region": "{{x.response.body.id}}" } }`,
    ],
  ])("is kept back by %s", ([, text = ""]) => {
    expect(resolved(text)[0]?.problems.some(({ blocks }) => blocks)).toBe(true);
  });

  it("is not kept back by what is broken beside it, where it is asked for alone", () => {
    const text = '[{ "operation": "cloud-v1.servers.list" }, { "operation": ]';
    expect(resolved(text, 0)[0]?.problems).toEqual([]);
    expect(resolved("{")[0]?.problems.map(({ message }) => message)).not.toContain(
      "The request names no operation.",
    );
  });

  it("that expects what the documents do not show can be sent all the same", () => {
    const text = `{ "$schema": "x.json", "operation": "membership.memberships.create", "expect": { "status": 99, "body": { "id": { "$min": 1 }, "tier": 1 } } }`;
    expect(resolved(text)[0]?.problems.filter(({ blocks }) => blocks)).toEqual([]);
  });

  it("that contradicts the documents can be sent all the same", () => {
    const text = `{ "operation": "content.posts.create", "body": { "title": 1, "content": "x" } }`;
    const [request] = resolved(text);
    expect(request?.problems.map(({ blocks, range }) => [blocks, textIn(text, range)])).toEqual([
      [false, "1"],
    ]);
  });
});

describe("the field of a fault", () => {
  const text = `{
    "operation": "marketplace.orders.create",
    "query": { "page": 0 },
    "body": { "items": [{ "product_id": "prod_1" }], "customer": { "email": "x" } }
  }`;
  const located = (field: string) => {
    const file = fileOf(text);
    const entry = entryByIndex(file, 0);
    return entry && textIn(text, locate(file, entry, field));
  };
  it.for([
    ["customer.email", '"x"'],
    ["body.customer.email", '"x"'],
    ["items[0].product_id", '"prod_1"'],
    ["items.0.product_id", '"prod_1"'],
    ["page", "0"],
    ["customer.name", "{"],
    ["items.0.quantity", "{"],
    ["title", "{"],
    ["body.items.9.product_id", "["],
  ])("%s is %s", ([field = "", found]) => {
    expect(located(field)).toBe(found);
  });

  it("is the operation when nothing is near", () => {
    const bare = `{ "operation": "content.posts.list" }`;
    const file = fileOf(bare);
    const entry = entryByIndex(file, 0);
    expect(entry && textIn(bare, locate(file, entry, "title"))).toBe('"content.posts.list"');
  });
});

describe("a request that is laid out", () => {
  const laidOut = (id: string, known: Record<string, string>, path?: Record<string, string>) => {
    const operation = catalogue.operation(id);
    return operation && wholeRequest(operation, { known, path });
  };
  it("names the records that are meant, without a place for the cursor", () => {
    expect(laidOut("deploy.deployments.create", { projects: "proj_7" })).toContain('"id": "proj_7"');
    expect(laidOut("learning.enrollments.create", { courses: "course_7" })).toContain(
      '"course_id": "course_7"',
    );
    expect(laidOut("membership.memberships.change-tier", {}, { membership_id: "mem_7" })).toContain(
      '"membership_id": "mem_7"',
    );
  });

  it("names one of them in an array", () => {
    const order = laidOut("marketplace.orders.create", { products: "prod_7" });
    expect(order?.match(/product_id/g)).toHaveLength(1);
    expect(order).toContain('"product_id": "prod_7"');
  });
});

describe("a text that is broken outside of its requests", () => {
  const list = '{"operation":"content.posts.list"}';

  it.each([
    `${list} ${list}`,
    `${list}, ${list}`,
    `[${list}],${list}`,
    `[${list}]\n[${list}]`,
    `[${list},\n/* ${list}`,
  ])("is sent whole no more: %s", (text) => {
    const ofFile = resolved(text).flatMap(({ problems }) => problems.filter((each) => each.ofFile));
    expect(ofFile.length).toBeGreaterThan(0);
    expect(ofFile.every(({ blocks }) => blocks)).toBe(true);
    expect(resolved(text, 0)).toMatchObject([{ problems: [] }]);
  });

  it("is not one that is whole", () => {
    expect(resolved(`// one\n[${list}, ${list},] // two\n`).flatMap(({ problems }) => problems)).toEqual([]);
  });
});
