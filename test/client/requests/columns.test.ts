import { describe, expect, it } from "vitest";
import { type Column, columnForReply, columnForRequest } from "../../../client/requests/columns.ts";

/** `R` replies alone, `q` requests alone, `Q` both with a request on top, `P` both with a reply on top, `_` nothing; `*` the active one. */
function columns(drawn: string): Column[] {
  return drawn.split(" ").map((each) => ({
    isActive: each.includes("*"),
    count: each.startsWith("_") ? 0 : 2,
    hasReplies: /^[RQP]/.test(each),
    showsReply: /^[RP]/.test(each),
  }));
}

describe("a reply goes", () => {
  it.each([
    ["beside the only request", "q*", "new"],
    ["beside a request that stands among replies", "Q*", "new"],
    ["where nothing is", "_*", 0],
    ["among the replies that alone are shown", "R*", 0],
    ["to the replies", "q* R", 1],
    ["to the replies on the left", "R q*", 0],
    ["to the replies, when these are active", "q R*", 1],
    ["into the second of two columns, never a third", "q* q", 1],
    ["into the first of two columns, from the second", "q q*", 0],
    ["to the replies of three columns that a person made", "q* q R", 2],
  ])("%s: %s", (_, drawn, expected) => {
    expect(columnForReply(columns(drawn))).toBe(expected);
  });
});

describe("a request goes", () => {
  it.each([
    ["into the active column", "q R q*", 2],
    ["not over a reply", "q R*", 0],
    ["where nothing else is", "R*", 0],
    ["into an empty window", "_*", 0],
  ])("%s: %s", (_, drawn, expected) => {
    expect(columnForRequest(columns(drawn))).toBe(expected);
  });
});
