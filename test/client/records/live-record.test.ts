import { expect, it } from "vitest";
import { recordOf } from "../../../client/records/live-record.ts";

it("takes name and state from the fields that the collection shows", () => {
  const row = { id: "srv_1", name: "web", state: "running", status: "x" };
  expect(recordOf(row, { label: ["title", "name"], status: "state" })).toEqual({
    id: "srv_1",
    name: "web",
    status: "running",
  });
});

it("takes the usual fields where no collection says", () => {
  expect(recordOf({ id: 7, title: "A course" })).toEqual({ id: "7", name: "A course" });
});

it("does not give the identifier as a name, nor control characters", () => {
  expect(recordOf({ id: "a", name: "b\u202Ec\n" }, { label: ["id", "name"] })?.name).not.toMatch(
    /[\u202E\n]/,
  );
});

it("leaves out a row without an identifier", () => {
  expect(recordOf({ name: "a" })).toBeUndefined();
});
