import { expect, it } from "vitest";
import { filledRoute, formatRoute, parseRoute } from "../../shared/routes.ts";

it.for([
  ["POST /content/posts", { method: "POST", path: "/content/posts" }],
  ["  delete   /content/posts/{id}  ", { method: "DELETE", path: "/content/posts/{id}" }],
  ["GET /", { method: "GET", path: "/" }],
] as const)("%j is a route", ([text, route]) => {
  expect(parseRoute(text)).toEqual(route);
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

it.for([
  "",
  "/content/posts",
  "POST",
  "POST content/posts",
  "TRACE /content",
  "POST https://api.example.com/content",
  "POST //evil.example/content",
  "POST /content?x=1",
  "POST /content#x",
  "POST /../admin",
  "POST /a/./b",
  "POST /%2e%2E/admin",
  "POST /a/.%2e",
  "POST /a\\b",
  "POST /a b",
])("%j is none", (text) => {
  expect(parseRoute(text)).toBeUndefined();
});

it("is read with its values where they are known", () => {
  const route = { method: "GET", path: "/a/{id}/b/{other}/{toString}" } as const;
  expect(formatRoute(filledRoute(route, { id: 7 }))).toBe("GET /a/7/b/{other}/{toString}");
  expect(filledRoute(route)).toEqual(route);
});
