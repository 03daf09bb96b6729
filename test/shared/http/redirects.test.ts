// Redirects of every kind to every kind of place, for every method: none is followed, and the key goes nowhere.
import { expect, it } from "vitest";
import { byMethod, call, failure, key } from "./calls.ts";
import { json, serve, text } from "./server.ts";

const statuses = [300, 301, 302, 303, 307, 308];
const places = (origin: string, other: string) => [
  `${origin}/v1/elsewhere`,
  `${other}/v1/users`,
  `//${new URL(other).host}/v1`,
  "../../users",
  `${other.replace("://", `://user:${key}@`)}/v1`,
  "javascript:alert(1)",
  "",
];
const count = statuses.length * places("http://a", "http://b").length * Object.keys(byMethod).length;

it(`${count} redirects are not followed`, async () => {
  const other = await serve(json({}));
  let answer = { status: 0, location: "" };
  const server = await serve((...all) => text("", answer.status, { location: answer.location })(...all));
  let met = 0;
  for (const status of statuses)
    for (const location of places(server.origin, other.origin))
      for (const id of Object.values(byMethod)) {
        answer = { status, location };
        const error = await failure(call(id, server.baseUrl));
        const what = `${status} to ${location} for ${id}`;
        expect(error, what).toMatchObject({ kind: "unreadable", attempts: 1 });
        expect(error.message, what).toContain("A redirect to");
        expect(error.message, what).not.toContain(key);
        expect(server.received, what).toHaveLength(++met);
      }
  expect(met).toBe(count);
  expect(other.received).toEqual([]);
});
