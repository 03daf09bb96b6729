import { describe, expect, it } from "vitest";
import type { NamedCollection } from "../../../shared/collections.ts";
import { nodesOf } from "../../../client/records/node.ts";
import { RowList } from "../../../client/records/row-list.ts";
import type { Query, Row } from "../../../shared/api.ts";
import type { ListPage } from "../../../shared/http/listing.ts";

type Step = Partial<ListPage<Row>> | Error;

/** A listing of given pages; an Error is thrown when its page is asked for, once. */
function pagesOf(steps: Step[]) {
  const opened: (Query | undefined)[] = [];
  const list = new RowList(async (from) => {
    opened.push(from);
    let at = Number(from?.page ?? 0);
    const listing = {
      position: { page: at } as Query | undefined,
      incomplete: undefined,
      async *pages() {
        for (; at < steps.length; at++) {
          listing.position = { page: at };
          const step = steps[at];
          if (step instanceof Error) {
            steps[at] = { rows: [{ id: `mended ${at}` }] };
            throw step;
          }
          yield {
            rows: [],
            faulty: new Map(),
            ...(at < steps.length - 1 && { next: { page: at + 1 } }),
            ...step,
          } as ListPage<Row>;
        }
        listing.position = undefined;
      },
      async *[Symbol.asyncIterator]() {},
    };
    return listing;
  });
  return { list, opened };
}

const ids = (list: RowList) => list.rows.map(({ key }) => key);

describe("the rows of a list", () => {
  it("are read page by page", async () => {
    const { list } = pagesOf([{ rows: [{ id: "a" }, { id: "b" }] }, { rows: [{ id: "c" }] }]);
    expect(list.hasMore).toBe(false);
    await list.first();
    await list.first();
    expect(ids(list)).toEqual(["a", "b"]);
    expect(list.hasMore).toBe(true);
    await Promise.all([list.more(), list.more()]);
    expect(ids(list)).toEqual(["a", "b", "c"]);
    expect(list.hasMore).toBe(false);
  });

  it("go on after a failed page where they stopped", async () => {
    const { list, opened } = pagesOf([{ rows: [{ id: "a" }] }, new Error("reset"), { rows: [{ id: "c" }] }]);
    await list.first();
    await list.more();
    expect(list.failure).toMatchObject({ message: "reset" });
    expect(list.hasMore).toBe(false);
    await list.more();
    await list.more();
    expect(ids(list)).toEqual(["a", "mended 1", "c"]);
    expect(opened).toEqual([undefined, { page: 1 }]);
  });

  it("skip empty pages that lead on", async () => {
    const { list } = pagesOf([{}, {}, { rows: [{ id: "a" }] }, { rows: [{ id: "b" }] }]);
    await list.first();
    expect(ids(list)).toEqual(["a"]);
  });

  it("have keys of their own when records repeat or have no identifier", async () => {
    const { list } = pagesOf([
      { rows: [{ id: "a" }, {}, {}], faulty: new Map([[1, "id: expected string"]]) },
      { rows: [{ id: "a" }, { id: 7 }] },
    ]);
    await list.first();
    await list.more();
    expect(ids(list)).toEqual(["a", "#1", "#2", "7"]);
    expect(list.rows[1]?.fault).toBe("id: expected string");
  });
});

describe("a list that is read again", () => {
  it("has as many rows as before, where there are as many", async () => {
    const steps = () => ["a", "b", "c", "d"].map((id) => ({ rows: [{ id }] }));
    const { list } = pagesOf(steps());
    await list.upTo(3);
    expect(ids(list)).toEqual(["a", "b", "c"]);
    expect(list.hasMore).toBe(true);
    const { list: shorter } = pagesOf(steps().slice(0, 2));
    await shorter.upTo(3);
    expect(ids(shorter)).toEqual(["a", "b"]);
    const { list: empty } = pagesOf([{}]);
    await empty.upTo(0);
    expect(empty.hasMore).toBe(false);
  });

  it("stops at a failure", async () => {
    const { list } = pagesOf([{ rows: [{ id: "a" }] }, new Error("reset"), { rows: [{ id: "c" }] }]);
    await list.upTo(3);
    expect(ids(list)).toEqual(["a"]);
    expect(list.failure).toMatchObject({ message: "reset" });
  });

  it("is the same when a person would see the same", async () => {
    const read = async (...steps: Step[]) => {
      const { list } = pagesOf(steps);
      await list.first();
      return list;
    };
    const before = await read({ rows: [{ id: "a", status: "draft" }] }, {});
    expect(before.equals(await read({ rows: [{ id: "a", status: "draft" }] }, {}))).toBe(true);
    expect(before.equals(await read({ rows: [{ id: "a", status: "live" }] }, {}))).toBe(false);
    expect(before.equals(await read({ rows: [{ id: "a", status: "draft" }] }))).toBe(false);
  });
});

describe("the nodes of a list", () => {
  const node = {
    kind: "list" as const,
    id: "x",
    source: { collection: { title: "Servers" } } as NamedCollection,
    open: true,
  };
  const kinds = async (steps: Step[]) => {
    const { list } = pagesOf(steps);
    await list.first();
    return nodesOf(node, list, { isFiltered: false }).map((each) =>
      each.kind === "note" ? each.text : each.kind,
    );
  };

  it("end with what can be done next", async () => {
    expect(await kinds([{ rows: [{ id: "a" }] }, {}])).toEqual(["record", "more"]);
    expect(await kinds([{ rows: [{ id: "a" }] }])).toEqual(["record"]);
    expect(await kinds([new Error("no")])).toEqual(["failure"]);
    expect(await kinds([{}])).toEqual(["No servers"]);
    expect(await kinds([{ rows: [{ id: "a" }], incomplete: "no cursor" }])).toEqual([
      "record",
      "The list is incomplete",
    ]);
  });
});
