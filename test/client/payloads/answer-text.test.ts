import { expect, it } from "vitest";
import { answerDocument } from "../../../client/payloads/answer-text.ts";

const sent = { address: "http://127.0.0.1:3000/hooks", what: "the 188 bytes of the file", signed: "Signed." };

it("has the status, the time, what went where, and a body of JSON on lines of its own", () => {
  expect(
    answerDocument(sent, { status: 202, duration: 12.4, body: '{"queued":[1.0]}' }),
  ).toBe(`// 202 Accepted · 12 ms
// POST http://127.0.0.1:3000/hooks
// Sent: the 188 bytes of the file.
// Signed.

{
  "queued": [
    1.0
  ]
}
`);
});

it("has what is no JSON as comments, each line plain", () => {
  const body = "<b>no</b>\r\n*/ \u001b[31m\u202e\n\n";
  const text = answerDocument(sent, { status: 500, duration: 1, body });
  expect(text).toMatch(/\n\n\/\/ <b>no<\/b>\n\/\/ \*\/ \[31m\n$/);
  for (const line of text.trim().split("\n")) expect(line === "" || line.startsWith("//")).toBe(true);
});

it("says why there is no answer, that one broke off, and that a body is not whole", () => {
  const none = answerDocument(sent, { duration: 1, body: "", failure: "not reached: ECONNREFUSED" });
  expect(none).toMatch(/^\/\/ No answer · not reached: ECONNREFUSED\n/);
  const broken = answerDocument(sent, { status: 200, duration: 1, body: "", failure: "reset" });
  expect(broken).toMatch(/^\/\/ 200 OK · 1 ms · broken off: reset\n/);
  const cut = answerDocument(sent, { status: 200, duration: 1, body: `"${"a".repeat(9999)}` });
  expect(cut).toContain("// The first 10000 bytes of what came:\n");
});
