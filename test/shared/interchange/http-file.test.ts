import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HttpEntry, readHttpFile, writeHttpFile } from "../../../shared/interchange/http-file.ts";
import { plainRequestOf } from "../../../shared/interchange/outgoing.ts";
import { Refusal } from "../../../shared/interchange/plain-request.ts";
import { toOperation } from "../../../shared/interchange/to-operation.ts";
import { seed } from "../../server/random.ts";
import { knownAt, operationNamed } from "./known.ts";
import { outgoing } from "./varied.ts";

const read = ({ read }: HttpEntry) => {
  if (read instanceof Refusal) throw read;
  return read;
};
const requests = (text: string) => readHttpFile(text).map((entry) => read(entry).request);

describe("an .http file", () => {
  it("holds requests between separators, with names, variables and comments", () => {
    const entries = readHttpFile(`@host = https://api.example.com
@base={{host}}/v1
# words

### Create a user
# @name create
POST {{base}}/users HTTP/1.1
Content-Type: application/json
// a comment
Authorization: Bearer {{$processEnv API_KEY}}

{
  "id": "{{$guid}}",
  "name": "A"
}

### all
GET {{base}}/users
  ?page=2
  &name=a b
Accept: */*

###
DELETE https://api.example.com/v1/users/{{create.response.body.$.id}}
`);
    expect(entries.map(({ title }) => title)).toEqual([
      "Create a user",
      "all",
      "DELETE https://api.example.com/v1/users/{{create.response.body.$.id}}",
    ]);
    expect(entries.map((entry) => read(entry).name)).toEqual(["create", "all", undefined]);
    expect(entries.map((entry) => read(entry).request)).toEqual([
      {
        method: "POST",
        url: "https://api.example.com/v1/users",
        headers: [
          ["Content-Type", "application/json"],
          ["Authorization", "Bearer {{$processEnv API_KEY}}"],
        ],
        body: '{\n  "id": "{{$uuid}}",\n  "name": "A"\n}',
      },
      {
        method: "GET",
        url: "https://api.example.com/v1/users?page=2&name=a%20b",
        headers: [["Accept", "*/*"]],
      },
      { method: "DELETE", url: "https://api.example.com/v1/users/{{create.response.body.id}}", headers: [] },
    ]);
  });

  it("may have a bare address, Windows' line ends and no separator", () => {
    expect(requests("\uFEFFhttps://api.example.com/users\r\nAccept: a\r\n\r\n")).toEqual([
      { method: "GET", url: "https://api.example.com/users", headers: [["Accept", "a"]] },
    ]);
    expect(requests("")).toEqual([]);
    expect(requests("# words alone\n###\n###\n")).toEqual([]);
  });

  it.for([
    ["GET https://a.example/posts HTTP/1.1", ""],
    ["GET https://a.example/posts", " HTTP/2"],
    ["https://a.example/posts", "   HTTP/1.1  "],
    ["GET https://a.example/posts HTTP/1.1", " HTTP/1.1"],
  ])("has no version in its address: %j", ([first, end]) => {
    expect(requests(`${first}\n  ?limit=5\n  &status=published${end}\nAccept: a`)).toEqual([
      {
        method: "GET",
        url: "https://a.example/posts?limit=5&status=published",
        headers: [["Accept", "a"]],
      },
    ]);
  });

  const form = (...lines: string[]) =>
    requests(
      `POST https://a.example\nContent-Type: application/x-www-form-urlencoded; charset=utf-8\n\n${lines.join("\n")}`,
    )[0]?.body;

  it.for<[lines: string[], body: string]>([
    [["name=a", "&email=a@b.c", "&note=x y"], "name=a&email=a@b.c&note=x y"],
    [["  name=a &", "  email=a@b.c"], "name=a&email=a@b.c"],
    [["name = a &", "email = {{$guid}} "], "name=a&email={{$uuid}}"],
    [["a=1\r", "&b==2=\r", ""], "a=1&b==2="],
  ])("has a form that goes over several lines as one: %j", ([lines, body]) => {
    expect(form(...lines)).toBe(body);
  });

  it("has a form without a content type in one line, and other bodies as they are", () => {
    expect(requests("POST https://a.example\n\na=1\n&b=2")[0]?.body).toBe("a=1&b=2");
    expect(requests('POST https://a.example\n\n{"a":\n"b = c"}')[0]?.body).toBe('{"a":\n"b = c"}');
    expect(requests("POST https://a.example\nContent-Type: text/plain\n\na=1\n&b=2")[0]?.body).toBe(
      "a=1\n&b=2",
    );
  });

  it.for([
    ["login.request.body.$.title", "login.request.body.title", 0],
    ["login.response.body.$.data[0].id", "login.response.body.data[0].id", 0],
    ["log-in.response.body.$.id", "log-in.response.body.id", 0],
    ["login.request.headers.X-A", "login.request.headers.X-A", 0],
    ["$randomInt 1 5", "$randomInt 1 5", 0],
    ["$randomInt 5", "$randomInt 5", 1],
    ["$timestamp", "$timestamp", 1],
    ["$processEnv NAME", "$processEnv NAME", 0],
    ["$processEnv %NAME", "secret:NAME", 0],
    ["$processEnv SWITCHBOARD_KEY_ADMIN", "secret:SWITCHBOARD_KEY_ADMIN", 0],
    ["$dotenv NAME", "secret:NAME", 0],
    ["$guid", "$uuid", 0],
    ["$randomName", "$randomName", 1],
    ["$datetime iso8601", "$timestamp", 0],
    ["$datetime iso8601 -1 d", "$timestamp -1 d", 0],
    ["$datetime  iso8601  +2   M", "$timestamp +2 M", 0],
    ["$isoTimestamp", "$timestamp", 0],
    ["$datetime iso8601 -1 x", "$datetime iso8601 -1 x", 1],
    ["$datetime rfc1123 -1 d", "$datetime rfc1123 -1 d", 1],
    ["$localDatetime iso8601 -1 d", "$localDatetime iso8601 -1 d", 1],
  ] as const)("has {{%s}} as {{%s}}", ([theirs, ours, notes]) => {
    const [entry] = readHttpFile(`POST https://a.example\n\n{"a": "{{${theirs}}}"}`);
    const { request, leftOut } = read(entry as HttpEntry); // There is one.
    expect(request.body).toBe(`{"a": "{{${ours}}}"}`);
    expect(leftOut).toHaveLength(notes);
  });

  it("tells no key in what it says of lines that it cannot read", () => {
    const [setting, header] = readHttpFile(
      "# @token = hunter2\nGET https://a.example\n###\nGET https://a.example\nAuthorization hunter2",
    );
    expect(read(setting as HttpEntry).leftOut).toEqual(["the line # @token"]); // There are two.
    expect(String(header?.read)).toMatch(/"Authorization" is no header/);
  });

  it("says what is left out of scripts and settings", () => {
    const [entry] = readHttpFile(`# @prompt name
< {% request.variables.set("a", 1) %}
POST https://api.example.com/users

{"at": "{{$timestamp}}", "n": "{{$randomName}}"}

> {%
  client.test("x", () => {});
%}
`);
    const { request, leftOut } = read(entry as HttpEntry); // There is one.
    expect(request.body).toBe('{"at": "{{$timestamp}}", "n": "{{$randomName}}"}');
    expect(leftOut).toEqual([
      "the line # @prompt",
      "a script that runs before the request",
      "what runs or is written after the reply",
      "that {{$timestamp}} was in seconds: here it is ISO 8601",
      "what {{$randomName}} stands for, which is not known here",
    ]);
  });

  it.for([
    ["POST https://a.example\n\n< ./body.json", /read from a file/],
    ["GRPC localhost:1/x", /GRPC is not read here/],
    ["nonsense", /no request line/],
    ["GET https://a.example\nno header here", /is no header/],
  ] as const)("is refused with words: %j", ([text, words]) => {
    const [entry] = readHttpFile(text);
    expect(entry?.read).toBeInstanceOf(Refusal);
    expect(String(entry?.read)).toMatch(words);
  });

  it("ends, whatever its variables refer to", () => {
    expect(requests("@a={{b}}\n@b={{a}}\nGET https://x.example/{{a}}")[0]?.url).toMatch(
      /^https:\/\/x\.example\/\{\{/,
    );
  });
});

describe("requests as an .http file", () => {
  const sent = {
    operation: operationNamed("membership.users.update"),
    target: {
      baseUrl: "https://api.example.com/membership/v2",
      route: { method: "PATCH", path: "/users/{user_id}" },
    },
    values: {
      path: { user_id: "{{create.response.body.id}}" },
      body: {
        note: "{{secret:a note}}",
        at: "{{$timestamp}}",
        name: "{{create.request.body.name}}",
        age: "{{$randomInt 1 5}}",
        before: "{{$timestamp -1 d}}",
      },
    },
  } as const;

  it("have variables in place of keys, and the placeholders of those who read it", () => {
    expect(
      writeHttpFile([{ title: "Update user\n### x", name: "update", request: plainRequestOf(sent) }]),
    ).toBe(`# Set in http-client.private.env.json: SWITCHBOARD_KEY_MEMBERSHIP, a_note

### Update user ### x
# @name update
PATCH https://api.example.com/membership/v2/users/{{create.response.body.$.id}}
authorization: Bearer {{SWITCHBOARD_KEY_MEMBERSHIP}}
content-type: application/json

{"note":"{{a_note}}","at":"{{$datetime iso8601}}","name":"{{create.request.body.$.name}}","age":"{{$randomInt 1 5}}","before":"{{$datetime iso8601 -1 d}}"}
`);
  });

  it("are read again as they were, whatever is sent", () => {
    const known = knownAt("https://api.example.com");
    fc.assert(
      fc.property(
        outgoing((slug, version) => `https://api.example.com/${slug}/${version}`),
        (sent) => {
          const text = writeHttpFile([{ title: sent.operation.title, request: plainRequestOf(sent) }]);
          const [entry] = readHttpFile(text);
          const result = toOperation(read(entry as HttpEntry), known); // There is one.
          const found =
            "mapped" in result ? result.mapped.map(({ found, values }) => [found.operation.id, values]) : [];
          // A secret is a variable of the file.
          const values = JSON.parse(
            JSON.stringify(sent.values).replaceAll("{{secret:A_NAME}}", "{{A_NAME}}"),
          );
          expect(found).toContainEqual([sent.operation.id, values]);
        },
      ),
      { seed, numRuns: 200 },
    );
  });

  it("have nothing in them that would be read as more than a body", () => {
    const values = { path: { user_id: "usr 1/2" }, body: { name: "# not ### a separator\n< file\n> {% %}" } };
    const text = writeHttpFile([{ title: "x", request: plainRequestOf({ ...sent, values }) }]);
    const [entry] = readHttpFile(text);
    const result = toOperation(read(entry as HttpEntry), knownAt("https://api.example.com")); // There is one.
    expect("mapped" in result && result.mapped[0]?.values).toEqual(values);
  });
});
