import { expect, it } from "vitest";
import { routeProblem } from "../../../client/routes/route-problem.ts";

it.each([
  ["GET /users/{user_id}", ["user_id"]],
  ["post /orgs/{org}/users/{user_id}", ["user_id"]],
  [" GET /memberships ", []],
])("takes %s", (text, names) => {
  expect(routeProblem(text, names)).toBeUndefined();
});

it.each([
  ["", [], /Enter a method and a path/],
  ["/users", [], /Enter a method and a path/],
  ["GET https://elsewhere.example/users", [], /below the base address/],
  ["GET //elsewhere.example/users", [], /below the base address/],
  ["GET /users/../admin", [], /below the base address/],
  ["DELETE /users/{id}", ["user_id"], /\{user_id\}/],
  ["GET /users/{user_id}", ["user_id"], /show the method: DELETE/],
])("explains what is wrong with %j", (text, names, problem) => {
  expect(routeProblem(text, names, "DELETE")).toMatch(problem);
});
