import { expect, it } from "vitest";
import { InFlight } from "../../../client/session/in-flight.ts";
import { operationsOf } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";

const found = operationsOf(apis).find(({ id }) => id === "content.posts.delete");
if (!found) throw new Error("There is no content.posts.delete.");
const operation = found;

it("says of a record what is being done to it, until it is done", () => {
  const told: string[] = [];
  const marks = new InFlight(({ id }) => told.push(id));
  const wordsFor = (id: string) => marks.wordsFor(operation.api, "posts", id);
  const mark = marks.mark(operation, "post_1");
  expect([wordsFor("post_1"), wordsFor("post_2")]).toEqual(["Deleting…", undefined]);
  mark.dispose();
  expect(wordsFor("post_1")).toBeUndefined();
  expect(told).toEqual(["content.posts.delete", "content.posts.delete"]);
});

it("marks nothing where no record is known", () => {
  const told: string[] = [];
  new InFlight(({ id }) => told.push(id)).mark(operation, undefined).dispose();
  expect(told).toEqual([]);
});
