import { expect, it } from "vitest";
import { call } from "./calls.ts";
import { json, serve } from "./server.ts";

const operation = "membership.users.delete";

it("sends to the route that was agreed on, though another is bound by now", async () => {
  const { baseUrl, received } = await serve(json({ id: "usr_1", deleted: true }));
  const route = { method: "DELETE", path: "/users/{user_id}" } as const;
  const bound = { [operation]: { method: "DELETE", path: "/elsewhere/{user_id}" } as const };
  await call(operation, baseUrl, { route, routes: bound, input: { path: { user_id: "usr_1" } } });
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(["DELETE /v1/users/usr_1"]);
});
