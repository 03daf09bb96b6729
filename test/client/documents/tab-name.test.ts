import { expect, it } from "vitest";
import { editName, tabName } from "../../../client/documents/tab-name.ts";

it("names a record, and tells an edit of it apart", () => {
  expect(tabName("Jonas Lindqvist")).toBe("Jonas Lindqvist");
  expect(editName("Jonas Lindqvist")).toBe("Edit: Jonas Lindqvist");
});

it("keeps a hostile name to one short line without icons", () => {
  expect(tabName("a\u202Eb\n\u0007$(trash) c")).toBe("a b (trash) c");
  expect(Array.from(tabName("x".repeat(1000)))).toHaveLength(60);
  expect(editName("\u200B")).toBe("Edit: Record");
});
