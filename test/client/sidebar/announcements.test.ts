import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Announcements } from "../../../client/sidebar/announcements.ts";
import type { ListNode, TreeNode } from "../../../client/records/node.ts";
import { apis } from "../../../shared/apis/index.ts";
import { collectionsOf } from "../../../shared/collections.ts";

const lists = collectionsOf(apis, "members").map(
  (source, index): ListNode => ({ kind: "list", id: source.id, source, open: index === 0 }),
);
const [first, second] = lists as [ListNode, ListNode];

/** What VS Code was told since the last look, and what it does with it. */
function tree() {
  const heard: (TreeNode | undefined)[] = [];
  const audience = { tell: (node: TreeNode | undefined) => heard.push(node), isLooking: () => true };
  const announcements = new Announcements(audience);
  const ask = (node?: TreeNode) => {
    announcements.asked(node);
    announcements.answered(node, node ? [] : lists);
  };
  const toldWithin = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    return heard.splice(0);
  };
  return { announcements, audience, ask, toldWithin };
}

describe("a change of a tree", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is told once when VS Code asks for what is new", () => {
    const { announcements, ask, toldWithin } = tree();
    announcements.announce(undefined);
    expect(toldWithin(0)).toEqual([undefined]);
    ask();
    ask(first);
    expect(toldWithin(60_000)).toEqual([]);
  });

  it("waits until an answer has settled", () => {
    const { announcements, ask, toldWithin } = tree();
    ask();
    ask(first);
    announcements.announce(first);
    expect(toldWithin(50)).toEqual([]);
    expect(toldWithin(100)).toEqual([first]);
  });

  it("is told again when it was not heard, and not for ever", () => {
    const { announcements, toldWithin } = tree();
    announcements.announce(undefined);
    expect(toldWithin(0)).toEqual([undefined]);
    expect(toldWithin(2000)).toEqual([undefined]);
    expect(toldWithin(60_000)).toEqual([undefined, undefined]);
  });

  it("is told again when the rows of an open list were not asked for", () => {
    const { announcements, ask, toldWithin } = tree();
    announcements.announce(undefined);
    ask();
    expect(toldWithin(2000)).toEqual([undefined, undefined]);
    ask();
    ask(first);
    expect(toldWithin(60_000)).toEqual([]);
  });

  it("knows which lists the person has opened and closed", () => {
    const { announcements, ask, toldWithin } = tree();
    announcements.toggled(first, { open: false });
    ask();
    expect(toldWithin(60_000)).toEqual([]);
    announcements.toggled(second, { open: true });
    ask();
    expect(toldWithin(2000)).toEqual([undefined]);
  });

  it("is told again only while VS Code shows the tree", () => {
    const { announcements, audience, toldWithin } = tree();
    audience.isLooking = () => false;
    announcements.announce(undefined);
    expect(toldWithin(60_000)).toEqual([undefined]);
    audience.isLooking = () => true;
    announcements.checkSoon();
    expect(toldWithin(2000)).toEqual([undefined]);
  });
});
