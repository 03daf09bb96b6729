/** The requests of a file that have a name, so that later ones can refer to their responses. */
import { memberNamed } from "../syntax/named-members.ts";
import type { Tree } from "../syntax/tree.ts";
import { stringValue } from "../syntax/value.ts";
import { entrySearch } from "./entry-search.ts";

export interface NamedRequest {
  name: string;
  /** Of the request, and of the name in it. */
  start: number;
  end: number;
  nameStart: number;
  nameEnd: number;
  /** Of what it expects. */
  expect: { start: number; end: number } | undefined;
}

const always = {};
const named = entrySearch<undefined, NamedRequest>({
  dependsOn: () => always,
  look(tree, entry) {
    const at = memberNamed(entry, "name");
    if (at?.node.kind !== "string") return [];
    const name = stringValue(tree, at);
    const place = { start: entry.start, end: entry.start + entry.node.width };
    const expected = memberNamed(entry, "expect");
    const expect = expected && { start: expected.start, end: expected.start + expected.node.width };
    return name === ""
      ? []
      : [{ name, ...place, nameStart: at.start, nameEnd: at.start + at.node.width, expect }];
  },
  moved: ({ name, start, end, nameStart, nameEnd, expect }, by) => ({
    name,
    start: start + by,
    end: end + by,
    nameStart: nameStart + by,
    nameEnd: nameEnd + by,
    expect: expect && { start: expect.start + by, end: expect.end + by },
  }),
});

/** In document order. */
export const namedRequests = (tree: Tree): readonly NamedRequest[] => named(tree, undefined);
