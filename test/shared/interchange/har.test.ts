import { describe, expect, it } from "vitest";
import { toOperation } from "../../../shared/interchange/to-operation.ts";
import { knownAt } from "./known.ts";
import { readHar } from "../../../shared/interchange/har.ts";

const archive = (...entries: unknown[]) => JSON.stringify({ log: { version: "1.2", entries } });

describe("an HTTP archive", () => {
  it("has requests in order, with what was answered", () => {
    const [first, second] = readHar(
      archive(
        {
          startedDateTime: "2026-01-01T00:00:00Z",
          request: {
            method: "post",
            url: "https://api.example.com/users?a=1",
            headers: [{ name: "Content-Type", value: "application/json" }, { name: 7 }, null],
            postData: { mimeType: "application/json", text: '{"a":1}' },
          },
          response: { status: 201 },
        },
        {
          request: { method: "GET", url: "https://api.example.com/users", headers: [] },
          response: { status: 0 },
        },
      ),
    );
    expect(first).toEqual({
      status: 201,
      startedAt: "2026-01-01T00:00:00Z",
      read: {
        request: {
          method: "POST",
          url: "https://api.example.com/users?a=1",
          headers: [["Content-Type", "application/json"]],
          body: '{"a":1}',
        },
        isLiteral: true,
        leftOut: [],
        idle: [],
      },
    });
    expect(second?.status).toBeUndefined();
  });

  it("has forms as their parameters, and names parts that cannot be sent", () => {
    const form = (mimeType: string) => ({
      request: {
        method: "POST",
        url: "https://a.example/",
        headers: [],
        postData: { mimeType, params: [{ name: "a b", value: "c&d" }, { name: "e" }] },
      },
    });
    const [urlencoded, parts] = readHar(
      archive(form("application/x-www-form-urlencoded"), form("multipart/form-data")),
    );
    expect(urlencoded?.read.request.body).toBe("a%20b=c%26d&e=");
    expect(parts?.read.leftOut).toEqual(["the body, a form with parts (multipart)"]);
  });

  const imported = (path: string, body: unknown) => {
    const url = `https://api.example.com/${path}`;
    const postData = { mimeType: "application/json", text: JSON.stringify(body) };
    const [entry] = readHar(archive({ request: { method: "POST", url, headers: [], postData } }));
    if (!entry) throw new Error("There is one.");
    const result = toOperation(entry.read, knownAt("https://api.example.com"));
    const [first] = "mapped" in result ? result.mapped : [];
    if (!first) throw new Error("It is an operation.");
    return first;
  };

  it("has its texts as they are, and names those that are placeholders here", () => {
    const body = {
      name: "{{$uuid}} and {{name}}",
      tags: ["{{ name }}", "{{secret:MINE}}", "{ {a} }"],
      password: "hush",
    };
    const { values, leftOut } = imported("admin/v1/users?q=%7B%7B$timestamp%7D%7D", body);
    expect(values.body).toEqual({ ...body, password: "{{secret:ADMIN_PASSWORD}}" });
    expect(leftOut).toEqual(
      ["{{$timestamp}}", "{{$uuid}}", "{{name}}", "{{secret:MINE}}"].map(
        (name) => `that ${name} was text: here it stands for a value when the request is sent`,
      ),
    );
  });

  it("keeps a secret out of the file that has braces in it", () => {
    const { values, secrets } = imported("admin/v1/users", { password: "hun{{t}}er2" });
    expect(values.body).toEqual({ password: "{{secret:ADMIN_PASSWORD}}" });
    expect(secrets).toEqual([{ name: "ADMIN_PASSWORD", value: "hun{{t}}er2" }]);
  });

  it("is read as far as it is one", () => {
    for (const entry of [
      null,
      7,
      {},
      { request: 7 },
      { request: { method: 7 } },
      { request: { method: "GET", url: "data:," } },
    ])
      expect(readHar(archive(entry))).toEqual([]);
    for (const text of ["", "[]", "7", '{"log":{}}', '{"log":{"entries":{}}}'])
      expect(() => readHar(text)).toThrow(/This is no HTTP archive/);
  });
});
