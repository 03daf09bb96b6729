import { expect, it } from "vitest";
import { partOf, partOfRequest } from "../../../shared/requests/response-part.ts";

it("status, headers and items of a response are reached", () => {
  const response = { status: 200, headers: { link: "x" }, body: { id: "srv_1", list: [{ n: 1 }] } };
  expect(partOf(response, ["status"])).toBe(200);
  expect(partOf(response, ["headers", "link"])).toBe("x");
  expect(partOf(response, ["headers", "Link"])).toBe("x");
  expect(partOf(response, ["body", "list", "0", "n"])).toBe(1);
  expect(partOf(response, ["body", "list[0]", "n"])).toBe(1);
  expect(partOf(response, ["body", "constructor"])).toBeUndefined();
});

it("every part of a request is reached", () => {
  const values = { path: { id: "1" }, query: { limit: 5 }, headers: { "X-Reason": "r" }, body: { a: [2] } };
  expect(partOfRequest(values, ["path", "id"])).toBe("1");
  expect(partOfRequest(values, ["query", "limit"])).toBe(5);
  expect(partOfRequest(values, ["headers", "x-reason"])).toBe("r");
  expect(partOfRequest(values, ["body", "a", "0"])).toBe(2);
  expect(partOfRequest(values, ["constructor"])).toBeUndefined();
});
