import { describe, expect, it } from "vitest";
import {
  type Earlier,
  fillExpectation,
  fillRequest,
  hiddenTexts,
  NoValue,
  prepare,
  processValues,
  secretsIn,
  shownRequest,
  type Unfilled,
} from "../../../shared/requests/fill-request.ts";

const made: Earlier = {
  reply: {
    status: 201,
    headers: { link: "x" },
    body: { id: "srv_1", list: [{ n: 1 }], none: null, some: ["a", null] },
  },
  values: { headers: { "X-Reason": "r" }, body: { name: "a", key: "{{secret:K}}" } },
};
const earlier = new Map([["made", made]]);
const hidden = new Map([
  ["secret:K", "v"],
  ["$processEnv HOME_TOKEN", "of the process"],
]);

describe("the last placeholders", () => {
  const values = {
    path: { id: "{{made.response.body.id}}" },
    body: {
      n: "{{made.response.body.list[0].n}}",
      k: "Bearer {{secret:K}}",
      p: "{{$processEnv HOME_TOKEN}}",
    },
  };

  it("are what is kept out of sight, and what comes from earlier responses", () => {
    expect(secretsIn(values)).toEqual(["K"]);
    expect(fillRequest(values, { hidden, earlier })).toEqual({
      path: { id: "srv_1" },
      body: { n: 1, k: "Bearer v", p: "of the process" },
    });
  });

  it("stay what they are where people see the request", () => {
    expect(shownRequest(values, earlier)).toEqual({
      path: { id: "srv_1" },
      body: { n: 1, k: "Bearer {{secret:K}}", p: "{{$processEnv HOME_TOKEN}}" },
    });
  });

  it("say what to do where a response, or what is asked of it, is not there", () => {
    const fill = (id: string) => () => fillRequest({ path: { id } }, { hidden, earlier });
    expect(fill("{{other.response.body.id}}")).toThrow('send "other" first');
    expect(fill("{{made.response.body.nope}}")).toThrow("has no body.nope");
  });

  it("are null where null was answered or sent", () => {
    const body = { x: "{{made.response.body.none}}", y: ["a {{made.response.body.none}}"] };
    expect(fillRequest({ body }, { hidden, earlier }).body).toEqual({ x: null, y: ["a null"] });
    expect(fillExpectation({ body }, { hidden, earlier })).toEqual({ body: { x: null, y: ["a null"] } });
    const [, second] = prepare<Unfilled>(
      [{ name: "first", values: { body: { x: null } } }, { values: { body: ["{{first.request.body.x}}"] } }],
      earlier,
    );
    expect(second?.values.body).toEqual([null]);
  });

  it.for([
    ["path", "none", "{{made.response.body.none}} is null, which a path parameter cannot be."],
    ["query", "none", "{{made.response.body.none}} is null, which a query parameter cannot be."],
    ["query", "some", "is an array with null in it, which a query parameter cannot be."],
    ["headers", "none", "is null, which a header cannot be."],
    ["headers", "list[0]", "is an object, which a header cannot be."],
    ["path", "list", "is an array, which a path parameter cannot be."],
  ] as const)("say what a part of an address or a header cannot be: %s %s", ([part, field, words]) => {
    const x = `{{made.response.body.${field}}}`;
    expect(() => fillRequest({ [part]: { x } }, { hidden, earlier })).toThrow(words);
    const asSent = { values: { [part]: { x: x.replace("response", "request") } } };
    const before = { name: "made", values: { body: made.reply.body } };
    expect(() => prepare<Unfilled>([before, asSent], new Map())).toThrow(
      words.replace("response", "request"),
    );
  });

  it("send no number that may have been another in the reply", () => {
    const earlier = new Map([
      [
        "a",
        { reply: { status: 200, headers: {}, body: JSON.parse('{"id":12345678901234567890}') }, values: {} },
      ],
    ]);
    for (const written of ["{{a.response.body.id}}", "x-{{a.response.body.id}}", "{{a.response.body}}"])
      expect(() => fillRequest({ body: { written } }, { hidden, earlier })).toThrow("cannot be kept exactly");
    expect(() => fillExpectation({ body: "{{a.response.body.id}}" }, { hidden, earlier })).not.toThrow();
  });

  it("put no null into an address, also in a longer text", () => {
    const path = { id: "x-{{made.response.body.none}}" };
    expect(() => fillRequest({ path }, { hidden, earlier })).toThrow("is null");
    const query = { ids: "{{made.response.body.list}}", all: "{{made.response.body.list[0]}}" };
    expect(fillRequest({ query }, { hidden, earlier })).toEqual({
      query: { ids: [{ n: 1 }], all: { n: 1 } },
    });
  });

  it("say where they stand", () => {
    const expectation = { body: { items: ["x {{made.response.body.nope}}"] } };
    try {
      fillExpectation(expectation, { hidden, earlier });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(NoValue);
      expect(error).toHaveProperty("place", ["expect", "body", "items", 0]);
    }
  });

  it("are never looked for in what a service answered", () => {
    const hostile: Earlier = { reply: { status: 200, headers: {}, body: { x: "{{secret:K}}" } }, values: {} };
    expect(
      fillRequest(
        { body: { x: "{{bad.response.body.x}}" } },
        { hidden, earlier: new Map([["bad", hostile]]) },
      ).body,
    ).toEqual({ x: "{{secret:K}}" });
  });
});

describe("before anything is sent", () => {
  it("what refers to the values of an earlier request has them", () => {
    const [, second, third] = prepare<Unfilled>(
      [
        { name: "first", values: { body: { email: "a@example.com", k: "{{secret:K}}" } } },
        {
          name: "second",
          values: { body: { to: "{{first.request.body.email}}", k: "{{first.request.body.k}}" } },
        },
        { values: { query: { to: "{{second.request.body.to}}", why: "{{made.request.headers.x-reason}}" } } },
      ],
      earlier,
    );
    expect(second?.values.body).toEqual({ to: "a@example.com", k: "{{secret:K}}" });
    expect(third?.values.query).toEqual({ to: "a@example.com", why: "r" });
  });

  it("a request may expect what it sends itself", () => {
    const [only] = prepare<Unfilled>(
      [{ name: "a", values: { body: { x: 1 } }, expect: { body: { x: "{{a.request.body.x}}" } } }],
      new Map(),
    );
    expect(only?.expect).toEqual({ body: { x: 1 } });
  });

  it.for<[string, Unfilled[], string]>([
    ["a variable", [{ values: { query: { region: "{{nobody}}" } } }], "{{nobody}} has no value"],
    [
      "a dynamic value that is none",
      [{ values: { body: "{{$timestamp 1}}" } }],
      "{{$timestamp 1}} has no value",
    ],
    [
      "a response that comes later",
      [{ values: { path: { id: "{{late.response.body.id}}" } } }, { name: "late", values: {} }],
      'send "late" first',
    ],
    [
      "a response of its own",
      [{ name: "self", values: { path: { id: "{{self.response.body.id}}" } } }],
      'send "self" first',
    ],
    [
      "values of its own",
      [{ name: "self", values: { path: { id: "{{self.request.body.id}}" } } }],
      'send "self" first',
    ],
    [
      "what an earlier one does not send",
      [{ values: { path: { id: "{{first.request.body.id}}" } } }],
      'The request of "first" has no body.id',
    ],
    [
      "what is expected",
      [{ values: {}, expect: { body: { id: "{{late.response.body.id}}" } } }],
      'send "late" first',
    ],
  ])("that it has no value is said of %s", ([, requests, words]) => {
    expect(() => prepare([{ name: "first", values: { body: {} } }, ...requests], new Map())).toThrow(words);
  });

  it("nothing is missed where a secret, or an earlier request, will fill it", () => {
    const later = { values: { path: { id: "{{first.response.body.id}}" }, body: "{{secret:K}}" } };
    expect(() => prepare<Unfilled>([{ name: "first", values: {} }, later], new Map())).not.toThrow();
    expect(() => prepare([later], new Map([["first", made]]))).not.toThrow();
  });

  it("the process must have its variables", () => {
    const request = { values: { body: "{{$processEnv TOKEN}}" } };
    expect(processValues([request], { TOKEN: "12345678" })).toEqual(
      new Map([["$processEnv TOKEN", "12345678"]]),
    );
    expect(() => processValues([request], {})).toThrow("set the variable TOKEN");
    expect(() => processValues([{ values: { body: "{{$processEnv constructor}}" } }], {})).toThrow(NoValue);
  });

  it("no variable that holds a key is one for a request", () => {
    const request = { values: { body: "{{$processEnv SWITCHBOARD_KEY_DEPLOY}}" } };
    expect(() => processValues([request], { SWITCHBOARD_KEY_DEPLOY: "k" })).toThrow("keys go along");
  });

  it("what is hidden is every secret, and what of the process is no ordinary word", () => {
    expect(
      hiddenTexts(
        new Map([
          ["secret:K", "v"],
          ["$processEnv A", "1"],
          ["$processEnv B", "long enough"],
        ]),
      ),
    ).toEqual(["v", "long enough"]);
  });
});
