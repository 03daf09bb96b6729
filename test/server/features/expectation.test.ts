// What a request expects, as people write it.
import { describe, expect, it } from "vitest";
import { complete } from "../../../server/features/completion.ts";
import { diagnose } from "../../../server/features/diagnostics.ts";
import { hover } from "../../../server/features/hover.ts";
import { atCursor, fileOf, found } from "../marked.ts";

const request = (expectation: string) =>
  `{ "operation": "membership.memberships.create", "expect": ${expectation} }`;
const said = (expectation: string, text = request(expectation)) =>
  found(text)
    .filter(([code]) => code !== "unbound-route")
    .map(([code, severity, at]) => [
      code,
      severity === 1 ? "error" : severity === 2 ? "warning" : "less",
      at,
    ]);
const labels = (expectation: string) => {
  const { file, offset } = atCursor(request(expectation));
  return complete(file, offset).items.map(({ label }) => label);
};

describe("an expectation that can hold", () => {
  it.for([
    '{ "status": 201 }',
    '{ "status": "2xx" }',
    '{ "status": [200, "4xx"] }',
    '{ "headers": { "Content-Type": { "$pattern": "json" }, "x": "y", "n": 1 } }',
    '{ "duration": 500 }',
    '{ "body": { "tier": "starter", "id": { "$pattern": "^mem_" } } }',
    '{ "body": { "user_id": "{{user.response.body.id}}" } }',
    '{ "body": { "status": "whatever else" } }',
    '{ "body": { "not_documented": 1, "trial_ends_at": null } }',
    '{ "body": { "trial_ends_at": { "$type": ["string", "null"] } } }',
    '{ "body": { "entitlements": { "mentorship": true } } }',
    '{ "body": { "entitlements": { "$any": true }, "id": { "$type": "string", "$length": { "min": 1 } } } }',
    '{ "body": { "$type": "object" } }',
  ])("has no finding: %s", (expectation) => {
    expect(said(expectation).filter(([code]) => code !== "unknown-variable")).toEqual([]);
  });

  it("may be of what no document shows", () => {
    expect(
      found(
        '{ "operation": "membership.memberships.cancel", "expect": { "body": { "a": { "$min": 1 } } } }',
      ).filter(([code]) => code !== "unbound-route"),
    ).toEqual([]);
  });
});

describe("an expectation that cannot hold", () => {
  it.for([
    ['{ "status": 99 }', "out-of-range", "99"],
    ['{ "status": "7xx" }', "value-not-allowed", '"7xx"'],
    ['{ "status": true }', "wrong-type", "true"],
    ['{ "duration": -1 }', "out-of-range", "-1"],
    ['{ "body": { "tier": 1 } }', "wrong-type", "1"],
    ['{ "body": { "entitlements": { "mentorship": "yes" } } }', "wrong-type", '"yes"'],
    ['{ "body": { "id": { "$type": "number" } } }', "value-not-allowed", '"number"'],
    ['{ "body": { "id": { "$pattern": 1 } } }', "wrong-type", "1"],
    ['{ "body": { "id": { "$pattern": "(" } } }', "bad-format", '"("'],
    ['{ "body": { "id": { "$pattern": "(a)\\\\1" } } }', "bad-format", '"(a)\\\\1"'],
    ['{ "body": { "id": { "$absent": false } } }', "value-not-allowed", "false"],
  ])("is an error at its value: %s", ([expectation = "", code, text]) => {
    expect(said(expectation)).toEqual([[code, "error", text]]);
  });

  it("is an error wherever it stands in a body that is not documented", () => {
    const at = (body: string) =>
      said(
        "",
        `{ "operation": "membership.memberships.cancel", "path": { "membership_id": "mem_1" }, "expect": { "body": ${body} } }`,
      );
    expect(at('{ "a": { "b": [{ "$min": "x" }] } }')).toEqual([["wrong-type", "error", '"x"']]);
    expect(at('{ "a": { "$pattern": "(" } }')).toEqual([["bad-format", "error", '"("']]);
    expect(at('{ "a": { "b": [1, "x", null], "$any": true } }')).toEqual([]);
  });

  it("is not a pattern that can be matched, or is filled in later", () => {
    expect(said('{ "body": { "id": { "$pattern": "^mem_[a-z]+$" } } }')).toEqual([]);
    expect(said('{ "body": { "id": { "$pattern": "{{$processEnv A}}" } } }')).toEqual([]);
  });

  it("is an error where the documents list the values", () => {
    const text =
      '{ "operation": "membership.subscriptions.create", "body": { "membership_id": "mem_1", "payment_method_id": "pm_1" }, "expect": { "body": { "billing_cycle": "weekly" } } }';
    expect(said("", text)).toEqual([["value-not-allowed", "error", '"weekly"']]);
  });

  it("is a warning where it names what is not there to be expected", () => {
    expect(said('{ "bdy": {} }')).toEqual([["unknown-property", "warning", '"bdy"']]);
  });
});

describe("a matcher that can never hold", () => {
  const list = (body: string) =>
    said("", `{ "operation": "cloud-v1.servers.list", "expect": { "body": ${body} } }`);

  it.for([
    ['{ "a": { "$min": 5, "$max": 1 } }', "out-of-range", "1"],
    ['{ "data": { "$length": { "min": 5, "max": 1 } } }', "out-of-range", "1"],
    ['{ "a": { "$length": { "min": 5, "max": 1 } } }', "out-of-range", "1"],
    ['{ "data": { "$contains": { "status": "paused" } } }', "value-not-allowed", '"paused"'],
    ['{ "data": { "$contains": { "id": 5 } } }', "wrong-type", "5"],
    ['{ "data": { "$contains": "x" } }', "wrong-type", '"x"'],
    ['{ "data": [{ "id": { "$contains": 5 } }] }', "wrong-type", "5"],
    ['{ "meta": { "total": { "$pattern": "5" } } }', "wrong-type", '"$pattern"'],
    ['{ "meta": { "total": { "$length": 5 } } }', "wrong-type", '"$length"'],
    ['{ "data": [{ "id": { "$min": 5 } }] }', "wrong-type", '"$min"'],
    ['{ "meta": { "$pattern": "x" } }', "wrong-type", '"$pattern"'],
    ['{ "meta": { "total": { "$gt": 1 } } }', "unknown-property", '"$gt"'],
    ['{ "a": { "$gt": 1 } }', "unknown-property", '"$gt"'],
    ['{ "meta": { "$gt": 1 } }', "unknown-property", '"$gt"'],
    ['{ "meta": { "a": [{ "$lenght": 1 }] } }', "unknown-property", '"$lenght"'],
    ['{ "a": { "$min": "3" } }', "wrong-type", '"3"'],
    ['{ "a": { "$pattern": "(" } }', "bad-format", '"("'],
    ['{ "a": { "$absent": false } }', "value-not-allowed", "false"],
    ['{ "a": { "$contains": { "b": { "$gt": 1 } } } }', "unknown-property", '"$gt"'],
  ])("is an error: %s", ([body = "", code, text]) => {
    expect(list(body)).toEqual([[code, "error", text]]);
  });

  it.for([
    '{ "a": { "$min": 1, "$max": 1 } }',
    '{ "a": { "$min": "{{$timestamp}}", "$max": 1 } }',
    '{ "a": { "$ref": "x", "b": 1 } }',
    '{ "a": {} }',
    '{ "data": { "$contains": { "id": { "$pattern": "^srv_" }, "more": 1 } } }',
    '{ "data": { "$contains": { "status": "{{$uuid}}" } } }',
    '{ "data": { "$contains": { "$any": true } } }',
    '{ "meta": { "total": { "$min": 1 } } }',
  ])("is none of: %s", (body) => {
    expect(list(body)).toEqual([]);
  });

  it("that is misspelt is said to be none, with the one that is meant", () => {
    const text =
      '{ "operation": "cloud-v1.servers.list", "expect": { "body": { "a": { "$lenght": 1 }, "meta": { "total": { "$pattern": "1" } } } } }';
    expect(diagnose(fileOf(text)).map(({ message }) => message)).toEqual([
      "There is no matcher `$lenght`. Did you mean `$length`?",
      "`$pattern` fits text only",
    ]);
  });
});

describe("while an expectation is written", () => {
  it("the fields of a documented item are offered in what a list contains", () => {
    const { file, offset } = atCursor(
      '{ "operation": "cloud-v1.servers.list", "expect": { "body": { "data": { "$contains": { | } } } } }',
    );
    expect(complete(file, offset).items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["id", "status"]),
    );
  });

  it("its parts are offered", () => {
    expect(labels("{ | }")).toEqual(["status", "headers", "body", "duration"]);
  });

  it("statuses of the API and classes are offered", () => {
    expect(labels('{ "status": | }')).toEqual(expect.arrayContaining(["429", "2xx", "4xx"]));
  });

  it.for([
    ["cloud-v1.servers.list", "200"],
    ["creative.projects.list", "200"],
    ["learning.courses.list", "200"],
    ["social.auth.token", "200"],
  ])("of %s the documented success %s is offered, in a list too, and explained", ([operation, status]) => {
    const at = (value: string) => `{ "operation": "${operation}", "expect": { "status": ${value} } }`;
    for (const value of ["|", "[|]", "[404, |]"]) {
      const { file, offset } = atCursor(at(value));
      const offered = complete(file, offset).items.map(({ label }) => label);
      expect(offered.filter((label) => label === status)).toEqual([status]);
      expect(offered).toEqual(expect.arrayContaining(["4xx", "2xx"]));
    }
    for (const value of [`|${status}`, `[404, |${status}]`]) {
      const { file, offset } = atCursor(at(value));
      expect(JSON.stringify(hover(file, offset)?.contents)).toContain("**Success");
    }
  });

  it("a success of which no document says the status is not offered", () => {
    expect(labels('{ "status": | }')).not.toContain("200");
  });

  it("the documented fields of the reply are offered", () => {
    expect(labels('{ "body": { | } }')).toEqual(expect.arrayContaining(["tier", "user_id", "entitlements"]));
    expect(labels('{ "body": { "entitlements": { | } } }')).toEqual(
      expect.arrayContaining(["mentorship", "live_sessions"]),
    );
    expect(labels('{ "body": { "tier": | } }')).toEqual(expect.arrayContaining(["starter", "professional"]));
  });

  it("the matchers that a field can meet are offered", () => {
    const offered = labels('{ "body": { "id": { | } } }');
    expect(offered).toEqual(expect.arrayContaining(["$type", "$pattern", "$length", "$absent", "$any"]));
    expect(offered).not.toContain("$min");
  });

  it("a hover says what is documented of a field", () => {
    const { file, offset } = atCursor(request('{ "body": { "t|ier": "starter" } }'));
    const words = JSON.stringify(hover(file, offset)?.contents);
    expect(words).toContain("starter");
    expect(words).not.toContain("object");
    expect(words).not.toContain("equired");
  });
});

describe("the status decides which body is expected", () => {
  const of = (operation: string, expectation: string) =>
    `{ "operation": "${operation}", "expect": ${expectation} }`;
  const at = (operation: string, expectation: string) => said("", of(operation, expectation));
  const offeredAt = (operation: string, expectation: string) => {
    const { file, offset } = atCursor(of(operation, expectation));
    return complete(file, offset).items.map(({ label }) => label);
  };

  it.for([
    ["social.users.list", '{ "status": 400, "body": { "success": false, "error": { "code": "X" } } }'],
    ["social.users.list", '{ "status": "4xx", "body": { "success": false } }'],
    ["social.users.list", '{ "status": [500, "4xx"], "body": { "success": false } }'],
    ["social.users.list", '{ "status": [200, 400], "body": { "success": false } }'],
    ["social.users.list", '{ "status": [200, 400], "body": { "success": true } }'],
    ["social.users.list", '{ "status": "{{x}}", "body": { "success": false } }'],
    ["social.users.list", '{ "status": ["{{x}}", 200], "body": { "success": false } }'],
    ["social.users.list", '{ "status": 302, "body": { "success": false } }'],
    ["social.users.list", '{ "status": [404, 302], "body": { "success": 1 } }'],
    ["content.posts.list", '{ "status": 404, "body": { "data": 5 } }'],
    ["content.posts.list", '{ "status": [200, 404], "body": { "data": 5 } }'],
  ])("%s takes %s", ([operation = "", expectation = ""]) => {
    expect(at(operation, expectation).filter(([code]) => code !== "unknown-variable")).toEqual([]);
  });

  it.for([
    ["social.users.list", '{ "body": { "success": false } }', "value-not-allowed", "false"],
    ["social.users.list", '{ "status": "2xx", "body": { "success": false } }', "value-not-allowed", "false"],
    ["social.users.list", '{ "status": [400], "body": { "success": true } }', "value-not-allowed", "true"],
    ["social.users.list", '{ "status": [200, 400], "body": { "success": 1 } }', "wrong-type", "1"],
    ["cloud-v1.servers.list", '{ "status": 404, "body": { "error": { "code": 5 } } }', "wrong-type", "5"],
    ["cloud-v1.servers.list", '{ "status": [404], "body": { "error": 5 } }', "wrong-type", "5"],
    ["cloud-v1.servers.list", '{ "status": 503, "body": { "error": { "code": { "$min": 1 } } } }', "", ""],
  ])("%s does not take %s", ([operation = "", expectation = "", code, text]) => {
    const findings = at(operation, expectation);
    expect(findings).toHaveLength(1);
    if (code) expect(findings).toEqual([[code, "error", text]]);
  });

  it("an error that is not shown takes all, and matchers as they are", () => {
    const text = (value: string) =>
      `{ "operation": "content.posts.create", "body": { "title": "t", "content": "c" }, "expect": { "status": 404, "body": ${value} } }`;
    expect(said("", text('{ "status": 404 }'))).toEqual([]);
    expect(said("", text('{ "status": { "$min": "4" } }'))).toEqual([["wrong-type", "error", '"4"']]);
  });

  it("and which fields are offered", () => {
    const success = expect.arrayContaining(["data", "meta"]);
    const fault = expect.arrayContaining(["error"]);
    const list = "cloud-v1.servers.list";
    expect(offeredAt(list, '{ "status": 404, "body": { | } }')).toEqual(fault);
    expect(offeredAt(list, '{ "status": 404, "body": { | } }')).not.toContain("data");
    expect(offeredAt(list, '{ "status": 404, "body": { "error": { | } } }')).toContain("request_id");
    expect(offeredAt(list, '{ "status": 200, "body": { | } }')).toEqual(success);
    expect(offeredAt(list, '{ "status": 200, "body": { | } }')).not.toContain("error");
    expect(offeredAt(list, '{ "body": { | } }')).toEqual(success);
    for (const status of ["[200, 404]", '"{{x}}"']) {
      expect(offeredAt(list, `{ "status": ${status}, "body": { | } }`)).toEqual(success);
      expect(offeredAt(list, `{ "status": ${status}, "body": { | } }`)).toEqual(fault);
    }
    expect(offeredAt("content.posts.list", '{ "status": "{{x}}", "body": { | } }')).toContain("data");
  });

  it("and what a hover says of them", () => {
    const { file, offset } = atCursor(
      of("cloud-v1.servers.list", '{ "body": { "error": { "c|ode": "x" } }, "status": 404 }'),
    );
    expect(JSON.stringify(hover(file, offset)?.contents)).toContain("Machine-readable");
  });
});
