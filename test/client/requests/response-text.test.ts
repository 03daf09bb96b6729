import { describe, expect, it } from "vitest";
import { responseText, type Sent, shownText } from "../../../client/requests/response-text.ts";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { RequestError } from "../../../shared/http/errors.ts";
import { concealed, withoutSecretsIn } from "../../../shared/requests/concealed.ts";
import { parse } from "jsonc-parser";

const [api] = apis;
if (!api) throw new Error("There are no APIs.");
const textOf = (body: unknown) => (body === undefined ? "" : JSON.stringify(body));
const reply = (body: unknown, headers = {}) => ({
  status: 200,
  headers,
  body,
  text: textOf(body),
  attempts: 1,
  notes: [],
});
const sent = (more: Partial<Sent> = {}): Sent => ({
  api,
  target: { baseUrl: "https://api.example.com/v1", route: { method: "POST", path: "/servers" } },
  title: "create",
  duration: 143.4,
  result: reply({ id: "srv_1" }, { "content-type": "application/json; charset=utf-8" }),
  ...more,
});

const requestOf = (name: string) => {
  const operation = operationsOf(apis).find(({ id }) => id === name);
  if (!operation) throw new Error(`There is no ${name}.`);
  const route = { method: "GET", path: "/a" } as const;
  const target = { environment: "test", baseUrl: "https://api.example.com/v1", route };
  return { operation, target, values: {} };
};

describe("what can be done with a response", () => {
  const again = () => {};

  it("is to read it again where that changes nothing", () => {
    expect(shownText([sent({ request: requestOf("content.posts.list") })], again).readAgain).toBe(again);
    expect(
      shownText([sent({ request: requestOf("content.posts.create") })], again).readAgain,
    ).toBeUndefined();
    const two = sent({ request: requestOf("content.posts.list") });
    expect(shownText([two, two], again).readAgain).toBeUndefined();
  });

  it("is what can be done with the record that it is", () => {
    const recordIn = (name: string, body: unknown) =>
      shownText([sent({ request: requestOf(name), result: reply(body) })], again).record;
    const row = { id: "usr_1", name: "Ada" };
    expect(recordIn("membership.users.get", row)).toMatchObject({
      environment: "test",
      resource: "users",
      id: "usr_1",
      row,
    });
    for (const [name, body] of [
      ["membership.users.list", row],
      ["membership.users.delete", row],
      ["membership.users.get", [row]],
      ["membership.users.get", { data: row }],
      ["cloud-v1.cdn.purge", "done"],
    ] as const)
      expect(recordIn(name, body), name).toBeUndefined();
  });

  it("is to copy its body as it came, without secrets", () => {
    const text = '{"n":12345678901234567890}';
    expect(shownText([sent({ result: { ...reply({}), text } })], again).json).toBe(
      '{\n  "n": 12345678901234567890\n}\n',
    );
    expect(
      shownText([sent({ result: reply({ a: "S3CRET" }), secrets: ["S3CRET"] })], again).json,
    ).not.toContain("S3CRET");
    expect(parse(shownText([sent(), sent({ result: reply(undefined) })], again).json ?? "")).toEqual([
      { id: "srv_1" },
      null,
    ]);
    expect(shownText([sent({ result: reply(undefined) })], again).json).toBeUndefined();
  });

  it("shows no token that came with an earlier reply", () => {
    expect(withoutSecretsIn({ body: { token: "tok_1" } }, ["tok_1"])).toEqual({
      body: { token: "(kept out of sight)" },
    });
  });
});

describe("a response", () => {
  it("is the body after what is said of it", () => {
    expect(responseText([sent()])).toBe(`// 200 OK · 143 ms · 14 bytes · application/json
// POST https://api.example.com/v1/servers
{
  "id": "srv_1"
}

// #region Headers
// content-type: application/json; charset=utf-8
// #endregion
`);
  });

  it("is the body as it came, whatever it says", () => {
    const text = '\uFEFF{"n":12345678901234567890,"e":1E2,"é":"\\u00e9 \\" }","o":{ },"a":[ ],"a":[1,[2]]}';
    expect(responseText([sent({ result: { ...reply({}), text } })])).toContain(`{
  "n": 12345678901234567890,
  "e": 1E2,
  "é": "\\u00e9 \\" }",
  "o": {},
  "a": [],
  "a": [
    1,
    [
      2
    ]
  ]
}
`);
  });

  it("of a sequence is an array, readable as JSON with comments", () => {
    const text = responseText([sent(), sent({ result: reply(undefined) }), sent({ title: "last" })]);
    expect(parse(text)).toEqual([{ id: "srv_1" }, null, { id: "srv_1" }]);
    expect(text).toContain("// 3. last");
  });

  it("that failed says what became of it", () => {
    const result = new RequestError("refused", "POST /servers was refused with 400.", {
      outcome: "rejected",
      attempts: 1,
      fault: { status: 400, message: "no", requestId: "req_1" },
      reply: { status: 400, headers: { "x-a": "b" }, text: '{"region":"fra1","more":1}' },
    });
    const text = responseText([sent({ result })]);
    expect(text).toContain("// 400 Bad Request: missing parameters");
    expect(text).toContain("// It was not carried out.");
    expect(text).toContain("// Request id: req_1");
    expect(text).toContain("// x-a: b");
    expect(parse(text)).toEqual({ region: "fra1", more: 1 });
  });

  it("that is not JSON stands in comments", () => {
    const result = new RequestError("unreadable", "The reply is not JSON.", {
      outcome: "unknown",
      reply: { status: 502, headers: {}, text: "<html>\r\n*/ </html>\n" },
    });
    const text = responseText([sent({ result }), sent()]);
    expect(text).toContain("  // <html>\n  // */ </html>\n  null,");
    expect(parse(text)).toEqual([null, { id: "srv_1" }]);
  });

  it("says of a write alone that its outcome is not known", () => {
    const result = new RequestError("interrupted", "Gone.", { outcome: "unknown" });
    const words = "Whether it was carried out is not known";
    expect(responseText([sent({ result })])).toContain(words);
    const read = sent({ result, request: requestOf("content.posts.list") });
    expect(responseText([read])).not.toContain(words);
  });

  it("names the record that it is about", () => {
    const request = { ...requestOf("content.posts.delete"), values: { path: { id: "post_1" } } };
    const target = {
      baseUrl: "https://a.example/v1/",
      route: { method: "DELETE", path: "/posts/{id}" },
    } as const;
    expect(responseText([sent({ request, target })])).toContain(
      "// DELETE https://a.example/v1/posts/post_1\n",
    );
  });

  it("does not repeat what came from the keychain", () => {
    const text = responseText([
      sent({ result: reply({ said: 'got pa"ss1', list: ['pa"ss'] }, { link: 'pa"ss' }), secrets: ['pa"ss'] }),
    ]);
    expect(parse(text)).toEqual({ said: "got (kept out of sight)1", list: ["(kept out of sight)"] });
    expect(text).not.toMatch(/pa\W+ss/);
  });

  it("that failed repeats no secret", () => {
    const fault = { status: 400, message: "no S3CRET here", field: "x", details: { got: "S3CRET" } };
    const error = new RequestError("refused", "POST /servers was refused: no S3CRET here.", {
      outcome: "rejected",
      fault,
      reply: { status: 400, headers: { "x-s": "S3CRET" }, text: '{"got":"S3CRET"}' },
    });
    const result = concealed(error, ["S3CRET"]);
    expect(
      JSON.stringify([result.message, result.fault, result.reply, responseText([sent({ result })])]),
    ).not.toContain("S3CRET");
    expect(result).toMatchObject({
      kind: "refused",
      outcome: "rejected",
      fault: { status: 400, field: "x" },
    });
  });

  it("cannot leave its comment lines", () => {
    const text = responseText([
      sent({
        result: { ...reply({}), headers: { location: 'x\n{ "evil": true }\u2028\u202e' }, notes: ["a\r\nb"] },
      }),
    ]);
    expect(parse(text)).toEqual({});
    expect(text).not.toMatch(/[\u2028\u202e]/);
  });

  it("keeps a token out of sight", () => {
    const social = apis.find(({ slug }) => slug === "social");
    if (!social) throw new Error("There is no social API.");
    const body = { access_token: "tok_secret", token_type: "Bearer", expires_in: 3600 };
    const text = responseText([sent({ api: social, holdsToken: true, result: reply(body) })]);
    expect(text).not.toContain("tok_secret");
    expect(text).toContain("3600");
  });
});
