import { describe, expect, it } from "vitest";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import { diagnose } from "../../../server/features/diagnostics.ts";
import { fileOf, found, withRanges, withVariables } from "../marked.ts";

const { Warning: warning, Information: information } = DiagnosticSeverity;

describe("what an earlier request sends", () => {
  const first = `{"operation":"membership.users.create","name":"a","query":{"deep":[{"x":1},null],"open":"{{$uuid}}","none":null},"headers":{"X-One":"1"},"body":{"email":"ada@example.com","name":"Ada"}}`;
  const saidOf = (inner: string, before = first) =>
    diagnose(
      fileOf(`[${before},{"operation":"membership.users.list","query":{"cursor":"{{a.request.${inner}}}"}}]`),
    ).flatMap(({ code, message }) => (code === "unknown-variable" ? [message] : []));

  it.each([
    ["path.id", 'The request "a" has no path.'],
    ["path", 'The request "a" has no path.'],
    ["body.nope", 'The request "a" has no "nope" in its body, only email and name.'],
    ["body.emial", 'The request "a" has no "emial" in its body, only email and name. Did you mean "email"?'],
    ["body.email.x", 'The request "a" has no "x" in its body.email.'],
    ["query.deep[2]", 'The request "a" has no "2" in its query.deep.'],
    ["query.deep[0].y", 'The request "a" has no "y" in its query.deep.0, only x.'],
    ["query.none.x", 'The request "a" has no "x" in its query.none.'],
    ["headers.two", 'The request "a" has no "two" in its headers, only X-One.'],
  ])("is not %s", (inner, message) => {
    expect(saidOf(inner)).toEqual([message]);
  });

  it.each([
    "body",
    "body.email",
    "query.deep[0].x",
    "query.deep.0.x",
    "query.open",
    "query.open.x",
    "query.none",
    "headers.x-one",
  ])("is, or may be, %s", (inner) => {
    expect(saidOf(inner)).toEqual([]);
  });

  it("is not known while it is written, nor of several requests of one name", () => {
    expect(saidOf("body.nope", first.replace('"Ada"', ""))).toEqual([]);
    expect(saidOf("body.nope", `${first},${first}`)).toEqual([]);
  });

  it("is marked at the placeholder, and what a request expects of its own values too", () => {
    const { text, enclosed } = withRanges(
      '[{"operation":"content.posts.create","name":"a","body":{"title":"x","content":"c"},"expect":{"body":{"title":"{{«a.request.body.nope»}}"}}}]',
    );
    expect(found(text).filter(([code]) => code === "unknown-variable")).toEqual([
      ["unknown-variable", warning, enclosed[0]],
    ]);
  });
});

describe("placeholders", () => {
  const list = (value: string) => `{"operation":"membership.users.list","query":{"cursor":"${value}"}}`;
  const workspace = withVariables(
    { name: "size", value: "20", environment: "test" },
    { name: "host", value: "h", environment: "live" },
  );

  it.each([
    ["{{«siez»}}", warning],
    ["{{«host»}}", information],
    ["{{«$uid»}}", warning],
    ["a {{size}} {{«other»}}", warning],
    ["«{{}}»", warning],
    ["{{«secret:»}}", warning],
    ["{{«purge.response.body.id»}}", warning],
  ])("are marked where nothing can become of them: %s", (marked, severity) => {
    const { text, enclosed } = withRanges(list(marked));
    expect(found(text, undefined, workspace)).toEqual([["unknown-variable", severity, enclosed[0]]]);
  });

  it.each(["{{size}}", "{{ size }}", "{{$uuid}}", "{{$timestamp}}", "{{secret:KEY}}", "no {{ at all"])(
    "are fine as %s",
    (value) => {
      expect(found(list(value), undefined, workspace)).toEqual([]);
    },
  );

  it("are information where there is no environment file at all", () => {
    expect(found(list("{{size}}"))).toEqual([["unknown-variable", information, "size"]]);
  });

  it("refer to earlier requests only", () => {
    const get = (id: string, name: string) =>
      `{"operation":"membership.users.get","name":"${name}","path":{"user_id":"{{${id}}}"}}`;
    const text = `[${get("a.response.body.id", "a")},${get("a.response.body.id", "b")},${get("c.response.body.id", "d")},${get("$uuid", "c")}]`;
    const messages = diagnose(fileOf(text)).map(({ message }) => message);
    expect(messages).toEqual([
      "A request can't refer to its own response.",
      'The request "c" comes later: its response is not there yet.',
    ]);
  });

  it.each([
    ["a.response.foo", 'A response has no "foo", only status, headers and body.'],
    ["a.response.bdy.id", 'A response has no "bdy", only status, headers and body. Did you mean "body"?'],
    ["a.response", "Which part of the response is missing."],
    ["a.request.status", 'A request has no "status", only path, query, headers and body.'],
    ["a.response.body[0].id", undefined],
    ["a.response.headers.etag", undefined],
    ["a.response.status", undefined],
    ["a.request.query.limit", 'The request "a" has no query.'],
  ])("refer to parts that there are: %s", (inner, expected) => {
    const text = `[{"operation":"membership.users.list","name":"a"},${list(`{{${inner}}}`)}]`;
    expect(diagnose(fileOf(text)).map(({ message }) => message)).toEqual(expected ? [expected] : []);
  });

  it("say what was meant", () => {
    const [first] = diagnose(fileOf(list("{{siez}}"), undefined, workspace));
    expect(first?.message).toContain('Did you mean "size"?');
    expect(first?.data).toEqual({ suggestion: "size" });
  });

  it("are text in payloads", () => {
    expect(
      found(
        '{"event":"content.published","timestamp":"2026-01-01T00:00:00Z","data":{"id":"post_{{nothing}}"}}',
        "a.content.webhook.json",
      ).filter(([code]) => code === "unknown-variable"),
    ).toEqual([]);
  });
});
