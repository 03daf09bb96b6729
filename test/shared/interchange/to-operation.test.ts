import { describe, expect, it } from "vitest";
import { readCurlCommand } from "../../../shared/interchange/curl-command.ts";
import { requestText } from "../../../shared/interchange/request-text.ts";
import { SecretNames, toOperation } from "../../../shared/interchange/to-operation.ts";
import { knownAt } from "./known.ts";

const origin = "https://api.example.com";
const known = knownAt(origin);

/** As people name what opens a door, by words that are joined in every way. */
const keyNames = [
  ..."Token Secret Password passwd pwd auth Authorization signature sig credential session sessionid cookie".split(
    " ",
  ),
  ..."apikey api_key apiKey APIKey accessKey access-key subscription-key apiToken secretKey bearer jwt".split(
    " ",
  ),
  ..."X-Auth X-API-KEY Client-Secret PRIVATE-TOKEN X-Amz-Signature X-Amz-Security-Token X-CSRF-Token".split(
    " ",
  ),
  ..."clientSecret client.secret passwordConfirmation refresh_token2 JSESSIONID PHPSESSID tokens oauth_token passwordhash".split(
    " ",
  ),
];

const mapped = (command: string, at = known) => {
  const result = toOperation(readCurlCommand(command), at);
  if ("reason" in result) throw new Error(result.reason);
  return result.mapped;
};
const only = (command: string) => {
  const [first, ...others] = mapped(command);
  if (!first || others.length > 0) throw new Error("It is not one operation.");
  return first;
};
const reason = (command: string) => {
  const result = toOperation(readCurlCommand(command), known);
  return "reason" in result ? result.reason : undefined;
};

describe("a foreign request", () => {
  it("is that of an operation by base address and route, with values of the types that are documented", () => {
    const { found, values, leftOut, idle } = only(
      `curl '${origin}/cloud-v1/v1/servers?limit=5&region=fra1&cursor=12' -H 'Accept: application/json' -s`,
    );
    expect(found.operation.id).toBe("cloud-v1.servers.list");
    expect(values).toEqual({ query: { limit: 5, region: "fra1", cursor: "12" } });
    expect([leftOut, idle]).toEqual([[], ["-s", "accept"]]);
  });

  it("has its path's parameters decoded, and documented headers", () => {
    const { found, values } = only(
      `curl -X POST ${origin}/membership/v2/memberships/mem%20%2F1/cancel -H 'cancellation-reason: bye'`,
    );
    expect(found.operation.id).toBe("membership.memberships.cancel");
    expect(values).toEqual({ path: { membership_id: "mem /1" }, headers: { "Cancellation-Reason": "bye" } });
  });

  it("is the route that is written out before one with a parameter in its place", () => {
    const ids = mapped(`curl ${origin}/membership/v2/users`).map(({ found }) => found.operation.id);
    expect(ids).toEqual(["membership.users.list"]);
  });

  it("takes a form's fields as JSON, and says so", () => {
    const { values, leftOut } = only(
      `curl ${origin}/cloud-v1/v1/cdn/zones/zone_1/purge -d async=true -d paths=/a -d paths=/b`,
    );
    expect(values.body).toEqual({ async: true, paths: ["/a", "/b"] });
    expect(leftOut).toEqual(["that the body was a form: its fields became JSON"]);
  });

  const bodyOf = (body: string) => {
    const { values, leftOut } = only(`curl ${origin}/cloud-v1/v1/servers --json '${body}'`);
    return [values.body, leftOut];
  };

  it.for<[body: string, value: unknown, leftOut: string[]]>([
    ['{"a": "s", "b": {{id}}}', { a: "s", b: "{{id}}" }, []],
    [
      "[{{$randomInt 1 5}}, {{a.response.body.id}},1]",
      ["{{$randomInt 1 5}}", "{{a.response.body.id}}", 1],
      [],
    ],
    ['{"a":{"b":{{id}}}}', { a: { b: "{{id}}" } }, []],
    ['{"a": 1, // one\n"b": "// {{x}}" /* two */}', { a: 1, b: "// {{x}}" }, ["the comments in the body"]],
    ['// first\n{"a": 1}\n/* last\n*/ // all', { a: 1 }, ["the comments in the body"]],
    ['{"a": 1\n}\n\n# of the next request', { a: 1 }, ["the comments in the body"]],
    ['{"a": [1, 2,], // "b": 3\n}', { a: [1, 2] }, ["the comments in the body"]],
    ['{"a": [1,],}', { a: [1] }, []],
    ['{"a": "\\"{{x}}\\" /* */",}', { a: '"{{x}}" /* */' }, []],
    ['{"a": x{{id}}}', undefined, ["the body, 14 characters that are no JSON"]],
    ["[,]", undefined, ["the body, 3 characters that are no JSON"]],
    ['{"a": 1 /* ', undefined, ["the body, 11 characters that are no JSON"]],
    ["<a/>", undefined, ["the body, 4 characters that are no JSON"]],
  ])("has its JSON read as people write it: %j", ([body, value, leftOut]) => {
    expect(bodyOf(body)).toEqual([value, leftOut]);
  });

  it("says which number it cannot hold", () => {
    const { leftOut } = only(
      `curl ${origin}/cloud-v1/v1/servers --json '{"a":12345678901234567890,"b":9007199254740993,"c":1e3,"d":-5}'`,
    );
    expect(leftOut).toEqual([
      "digits of the number 12345678901234567890, which is longer than a double holds",
      "digits of the number 9007199254740993, which is longer than a double holds",
    ]);
  });

  it("has a number that is too large with the digits that it has", () => {
    const request = only(
      `curl ${origin}/cloud-v1/v1/servers --json '{"a":1e400,"b":[-2.5E999,1],"token":1e401}'`,
    );
    expect(requestText([request])).toContain(
      '"body": {\n    "a": 1e400,\n    "b": [\n      -2.5E999,\n      1\n    ],\n    "token": "{{secret:CLOUD_V1_TOKEN}}"\n  }',
    );
    expect(request.secrets).toEqual([{ name: "CLOUD_V1_TOKEN", value: "1e401" }]);
    expect(request.leftOut).toEqual(["that token was a number: as a secret it is a text"]);
  });

  it("says which number became zero", () => {
    expect(bodyOf('{"a":1e-400,"b":0.0e5,"c":-0}')).toEqual([
      { a: 0, b: 0, c: -0 },
      ["digits of the number 1e-400, which is longer than a double holds"],
    ]);
  });

  it.for(["NaN", "Infinity", "-Infinity", "1e400"])("has a text that is no number as a text: %s", (text) => {
    const { values } = only(`curl '${origin}/cloud-v1/v1/servers?limit=${text}'`);
    expect(values.query).toEqual({ limit: text });
  });

  it("names what has no place in a request file", () => {
    const { values, leftOut } = only(
      `curl 'https://me:pw@api.example.com/admin/v1/users?x=1#part' -H 'X-Trace: 7' -k --json '<xml/>' -X POST`,
    );
    expect(values).toEqual({ query: { x: "1" } });
    expect(leftOut).toEqual([
      "-k (certificates are always checked)",
      "the name and password in the address",
      "the fragment of the address, behind #",
      "the header X-Trace, which is not documented for this operation",
      "the body, 6 characters that are no JSON",
    ]);
  });

  it.for([
    [`-H 'Authorization: Bearer real-key'`, "real-key", []],
    [`--oauth2-bearer real-key`, "real-key", []],
    [`-u me:real-key`, undefined, ["the header authorization, which may be a key"]],
    [`-H 'X-Api-Key: real-key'`, undefined, ["the header X-Api-Key, which may be a key"]],
    [`-H 'X-Trace: 0af7651916cd43dd8448eb211c80319c'`, undefined, ["the header X-Trace, which may be a key"]],
    [`-H 'X-Custom: Bearer real-key'`, undefined, ["the header X-Custom, which may be a key"]],
    [`&api_key=real-key`, undefined, ["what follows the command: &api_key …"]],
    [`-b 'session=real-key'`, undefined, ["the header cookie, which may be a key"]],
    [`-H "Authorization: Bearer $TOKEN"`, undefined, []],
    [`-G -d api_key=real-key`, undefined, ["the query parameter api_key, which may be a key"]],
    [`-G -d access_token=real-key`, undefined, ["the query parameter access_token, which may be a key"]],
  ] as const)("keeps a key out of its text: %s", ([option, key, leftOut]) => {
    const request = only(`curl ${origin}/cloud-v1/v1/servers ${option}`);
    expect(request.key).toBe(key);
    expect(request.leftOut).toEqual(leftOut);
    expect(requestText([request])).not.toContain("real-key");
    expect(requestText([request])).not.toContain(btoa("me:real-key"));
  });

  it.for([
    "<YOUR_TOKEN>",
    "<your token here>",
    "YOUR_API_KEY",
    "your-api-key",
    "yourAccessToken",
    "{token}",
    "[TOKEN]",
    "$TOKEN",
    "${TOKEN}",
    "$(TOKEN)",
    "%TOKEN%",
    "ACCESS_TOKEN",
    "xxxxxxxx",
    "sk_live_xxxx",
    "sk_live_...",
    "****",
  ])("takes %s for no key and no secret", (standIn) => {
    const bearer = only(`curl ${origin}/cloud-v1/v1/servers -H 'Authorization: Bearer ${standIn}'`);
    expect([bearer.key, bearer.leftOut]).toEqual([undefined, []]);
    const header = only(`curl ${origin}/cloud-v1/v1/servers -H 'X-Api-Key: ${standIn}'`);
    expect([header.key, header.leftOut]).toEqual([undefined, []]);
    const token = only(
      `curl ${origin}/social/v1/auth/token --json '{"client_id":"app","client_secret":"${standIn}"}'`,
    );
    expect(token.values.body).toEqual({ client_id: "app", client_secret: "{{secret:SOCIAL_CLIENT_SECRET}}" });
    expect(token.secrets).toEqual([]);
  });

  it.for([
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "hunter2",
    "your1secret",
    "real-key",
    "a{b}c",
    "AKIAIOSFODNN7EXAMPLE",
  ])("takes %s for a key", (key) => {
    expect(only(`curl ${origin}/cloud-v1/v1/servers -H 'Authorization: Bearer ${key}'`).key).toBe(key);
  });

  it("has a placeholder for what is documented to be a secret", () => {
    const request = only(
      `curl ${origin}/social/v1/auth/token --json '{"client_id":"app","client_secret":"hush-hush"}'`,
    );
    expect(request.values.body).toEqual({
      client_id: "app",
      client_secret: "{{secret:SOCIAL_CLIENT_SECRET}}",
    });
    expect(request.secrets).toEqual([{ name: "SOCIAL_CLIENT_SECRET", value: "hush-hush" }]);
    expect(requestText([request])).not.toContain("hush-hush");
  });

  it.for(keyNames)("keeps what is named %s out of its text, wherever no document shows it", (name) => {
    const value = "hunter2";
    const members = { [name]: value, deep: [{ [name]: [value] }] };
    const encoded = encodeURIComponent(name);
    for (const command of [
      `curl ${origin}/cloud-v1/v1/servers -H '${name}: ${value}'`,
      `curl '${origin}/cloud-v1/v1/servers?${encoded}=${value}'`,
      `curl ${origin}/cloud-v1/v1/servers --json '${JSON.stringify(members)}'`,
      `curl ${origin}/admin/v1/users --json '${JSON.stringify({ name: "A", ...members })}'`,
      `curl ${origin}/admin/v1/users -d '${encoded}=${value}'`,
      `curl ${origin}/admin/v1/users --json '{"${name}":{"any":"${value}"}}'`,
    ]) {
      const request = only(command);
      expect(requestText([request]), command).not.toContain(value);
      expect(request.leftOut.length + request.secrets.length, command).toBeGreaterThan(0);
    }
  });

  it.for([
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N",
    "Bearer real-key",
    "Basic bWU6cmVhbC1rZXk=",
  ])("keeps a value that looks like a key out of its text: %s", (value) => {
    for (const option of [
      `-G --data-urlencode 'x=${value}'`,
      `-H 'X-A: ${value}'`,
      `--json '{"x":"${value}"}'`,
    ])
      expect(requestText([only(`curl ${origin}/cloud-v1/v1/servers ${option}`)])).not.toContain(value);
  });

  it("keeps what is documented, and what is no key", () => {
    const body = {
      name: "A",
      ssh_keys: ["ssh-ed25519-AAAAC3NzaC1lZDI1NTE5AAAAIJ1"],
      token_count: "12",
      max_tokens: 12,
      author: "monkey",
      at: "2026-01-01T00:00:00.000+00:00",
      page: "https://example.com/2026/aVeryLongName1234567890",
      slug: "my-10-favourite-things-in-2026",
      trace: "550e8400-e29b-41d4-a716-446655440000",
      order_id: "01HZX3K9M4N5P6Q7R8S9T0V1W2",
      title: "Basic cleaning",
      password: "{{secret:MINE}}",
    };
    const request = only(
      `curl '${origin}/cloud-v1/v1/servers' --json '${JSON.stringify(body)}' -X POST --url-query cursor=01HZX3K9M4N5P6Q7R8S9T0V1W2 --url-query token={{token}}`,
    );
    expect(request.values).toEqual({
      query: { cursor: "01HZX3K9M4N5P6Q7R8S9T0V1W2", token: "{{token}}" },
      body,
    });
    expect([request.leftOut, request.secrets]).toEqual([[], []]);
  });

  it("keeps fields that are named like a key as they are where the operation documents them", () => {
    const documented = {
      ...known,
      schemaOf: () => ({
        anyOf: [
          { properties: { page_token: {}, sort_key: {} } },
          { properties: { signature: {}, password: {}, pin: { format: "password" } } },
        ],
      }),
    };
    const [request] = mapped(
      `curl '${origin}/cloud-v1/v1/servers?page_token=a1&sort_key=b' --json '{"signature":"c","password":"hunter2","pin":"1234"}'`,
      documented,
    );
    expect(request?.values).toEqual({
      query: { page_token: "a1", sort_key: "b" },
      body: {
        signature: "c",
        password: "{{secret:CLOUD_V1_PASSWORD}}",
        pin: "{{secret:CLOUD_V1_PIN}}",
      },
    });
  });

  it("has a placeholder for each secret, the same for the same", () => {
    const users = [{ password: "one" }, { password: "two" }, { password: "one" }, { token: 7 }];
    const request = only(`curl ${origin}/admin/v1/users --json '${JSON.stringify({ users })}'`);
    expect(request.values.body).toEqual({
      users: [
        { password: "{{secret:ADMIN_USERS_PASSWORD}}" },
        { password: "{{secret:ADMIN_USERS_PASSWORD_2}}" },
        { password: "{{secret:ADMIN_USERS_PASSWORD}}" },
        { token: "{{secret:ADMIN_USERS_TOKEN}}" },
      ],
    });
    expect(request.secrets).toEqual([
      { name: "ADMIN_USERS_PASSWORD", value: "one" },
      { name: "ADMIN_USERS_PASSWORD_2", value: "two" },
      { name: "ADMIN_USERS_TOKEN", value: "7" },
    ]);
    expect(request.leftOut).toEqual(["that token was a number: as a secret it is a text"]);
  });

  it("has names for its secrets that no other request of the import has for others", () => {
    const names = new SecretNames();
    const secretOf = (secret: string) => {
      const command = `curl ${origin}/social/v1/auth/token --json '{"client_id":"app","client_secret":"${secret}"}'`;
      const result = toOperation(readCurlCommand(command), known, names);
      return "mapped" in result ? result.mapped[0]?.secrets : undefined;
    };
    expect(["one", "two", "one"].map(secretOf)).toEqual([
      [{ name: "SOCIAL_CLIENT_SECRET", value: "one" }],
      [{ name: "SOCIAL_CLIENT_SECRET_2", value: "two" }],
      [{ name: "SOCIAL_CLIENT_SECRET", value: "one" }],
    ]);
  });

  it("keeps no token of an API whose key is another", () => {
    const { key, leftOut } = only(`curl ${origin}/social/v1/users -H 'Authorization: Bearer token'`);
    expect([key, leftOut]).toEqual([undefined, ["the header Authorization, which may be a key"]]);
  });

  it("may be of several operations where no base address is its own, and says that the path alone was matched", () => {
    const found = mapped("curl https://elsewhere.example/v1/users");
    expect(found.map((each) => each.found.operation.id).toSorted()).toEqual([
      "admin.users.list",
      "membership.users.list",
      "social.users.list",
    ]);
    expect(found[0]?.found.place).toBeUndefined();
    expect(found[0]?.leftOut[0]).toMatch(/^the address elsewhere\.example, which is no base address here/);
    expect(mapped("curl '{{baseUrl}}/cdn/zones/{{zone}}/purge' -d '{}'")[0]?.values.path).toEqual({
      zone_id: "{{zone}}",
    });
  });

  it("is none, and it is said why", () => {
    expect(reason(`curl -X PUT ${origin}/cloud-v1/v1/servers`)).toMatch(
      /GET \/servers is known \(cloud-v1\.servers\.list\), but not with PUT\.$/,
    );
    expect(reason(`curl ${origin}/cloud-v1/v1/nothing`)).toMatch(
      /no operation has the route GET \/nothing\.$/,
    );
    expect(reason("curl https://elsewhere.example/nothing")).toBe(
      "No API here has the base address elsewhere.example, and no operation known here has a route that ends GET /nothing.",
    );
    expect(reason("curl https://[bad/x")).toMatch(/^Its address is none of the web/);
  });

  it("is told that operations without a route may be bound", () => {
    const places = known.places.map((place) => ({ ...place, routes: {} }));
    const result = toOperation(readCurlCommand(`curl ${origin}/content/v1/other`), { ...known, places });
    expect("reason" in result && result.reason).toMatch(
      /2 of its operations have no route yet: Bind Route… sets one/,
    );
  });
});

describe("the text of requests", () => {
  it("has what was left out in comments of one line each, whatever stands in it", () => {
    const text = requestText([
      only(`curl ${origin}/cloud-v1/v1/servers -H $'X-A\\x1b[31m\\u202eb: a' -H 'accept: x' -s`),
    ]);
    expect(text).toBe(`{
  // Left out: the header X-A [31m b, which is not documented for this operation.
  // Left out, as nothing changes by it: -s, accept.
  "operation": "cloud-v1.servers.list"
}`);
  });

  it("of several is an array", () => {
    const request = only(`curl ${origin}/cloud-v1/v1/servers`);
    expect(JSON.parse(requestText([request, request]))).toHaveLength(2);
  });
});
