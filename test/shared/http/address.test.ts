import { describe, expect, it } from "vitest";
import type { RequestValues, Route } from "../../../shared/api.ts";
import { baseAddress, requestAddress } from "../../../shared/http/address.ts";
import { RequestError } from "../../../shared/http/errors.ts";

const get = (path: string): Route => ({ method: "GET", path });
const address = (base: string, path: string, values: RequestValues = {}) =>
  requestAddress(baseAddress(base), get(path), values).href;

function refusal(make: () => unknown): RequestError {
  try {
    make();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("a base address", () => {
  it.for([
    "https://api.example.com/v1",
    "https://api.example.com",
    "https://api.example.com:8443/gateway/v1/",
    "http://127.0.0.1:4080/content/v1",
    "http://localhost:4080/v1",
    "http://[::1]:4080/v1",
  ])("may be %s", (text) => {
    expect(baseAddress(text).href.replace(/\/$/, "")).toBe(text.replace(/\/$/, ""));
  });

  it.for([
    ["http://api.example.com/v1", "HTTPS"],
    ["http://127.0.0.1.example.com/v1", "HTTPS"],
    ["http://localhost.example.com/v1", "HTTPS"],
    ["http://10.0.0.1/v1", "HTTPS"],
    ["ftp://api.example.com/v1", "HTTPS"],
    ["file:///etc/passwd", "HTTPS"],
    ["javascript:alert(1)", "HTTPS"],
    ["api.example.com/v1", "not a URL"],
    ["", "not a URL"],
    ["https://me:secret@api.example.com/v1", "user name or password"],
    ["https://api.example.com/v1?key=secret", "query"],
    ["https://api.example.com/v1#top", "fragment"],
  ])("may not be %s: %s", ([text = "", reason = ""]) => {
    const error = refusal(() => baseAddress(text));
    expect(error).toMatchObject({ kind: "invalid-request", outcome: "not-sent", attempts: 0 });
    expect(error.message).toContain(reason);
    expect(error.message).not.toContain("secret");
  });
});

describe("a request's address", () => {
  const base = "https://api.example.com/v1";

  it("keeps the base path, with or without a slash at its end", () => {
    expect(address(base, "/users")).toBe("https://api.example.com/v1/users");
    expect(address(`${base}//`, "/users")).toBe("https://api.example.com/v1/users");
    expect(address("https://api.example.com", "/users")).toBe("https://api.example.com/users");
    expect(address("https://api.example.com/a%20b/v1", "/users")).toBe(
      "https://api.example.com/a%20b/v1/users",
    );
  });

  it.for([
    ["a/b", "a%2Fb"],
    ["../x", "..%2Fx"],
    ["a?b#c", "a%3Fb%23c"],
    ["a b", "a%20b"],
    ["ü", "%C3%BC"],
    ["%2e%2e", "%252e%252e"],
    ["a\\..\\b", "a%5C..%5Cb"],
    ["...", "..."],
    ["@evil.example", "%40evil.example"],
    ["a\nb", "a%0Ab"],
    [7, "7"],
  ])("encodes the path parameter %j", ([value = "", encoded]) => {
    expect(address(base, "/zones/{id}/purge", { path: { id: value } })).toBe(
      `${base}/zones/${encoded}/purge`,
    );
  });

  it.for([".", ".."])("refuses the dot segment %j", (id) => {
    const error = refusal(() => address(base, "/zones/{id}/purge", { path: { id } }));
    expect(error).toMatchObject({ kind: "invalid-request", outcome: "not-sent" });
  });

  it("refuses a dot segment that only comes together with the route", () => {
    refusal(() => address(base, "/files/.{id}", { path: { id: "." } }));
    refusal(() => address(base, "/%2e%2E/admin"));
    refusal(() => address(base, "/.%2e/admin"));
  });

  it.for([
    ["nothing", {}],
    ["an empty text", { id: "" }],
    ["only what objects inherit", Object.create({ id: "1" }) as Record<string, string>],
  ] as const)("refuses %s for a path parameter, naming it", ([, path]) => {
    const error = refusal(() => address(base, "/zones/{id}", { path }));
    expect(error.message).toContain('"id"');
  });

  it("refuses half of a surrogate pair, which cannot be encoded", () => {
    expect(refusal(() => address(base, "/zones/{id}", { path: { id: "\ud800" } })).kind).toBe(
      "invalid-request",
    );
  });

  it("encodes the query: lists repeat the name, null and undefined are left out", () => {
    const query = {
      q: "a&b=c d+é",
      limit: 20,
      all: true,
      tag: ["x", "y"],
      none: null,
      missing: undefined,
      deep: { a: 1 },
    };
    const { searchParams } = new URL(address(base, "/users", { query }));
    expect([...searchParams]).toEqual([
      ["q", "a&b=c d+é"],
      ["limit", "20"],
      ["all", "true"],
      ["tag", "x"],
      ["tag", "y"],
      ["deep", '{"a":1}'],
    ]);
  });

  it("never leaves the base address, whatever the parameter", () => {
    const odd = [
      "//evil.example",
      "https://evil.example",
      "\\\\evil.example",
      "?x",
      "#x",
      "\t",
      "\u0000",
      "%00",
      ";",
      "a/../../b",
    ];
    for (const id of odd) {
      const { origin, pathname } = new URL(address(base, "/zones/{id}", { path: { id } }));
      expect(origin).toBe("https://api.example.com");
      expect(pathname.split("/").slice(0, 3)).toEqual(["", "v1", "zones"]);
      expect(pathname.split("/")).toHaveLength(4);
    }
  });
});
