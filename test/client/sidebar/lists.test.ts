// A view's lists, read from a real sandbox.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ListNode, listsOf } from "../../../client/records/node.ts";
import { Lists } from "../../../client/sidebar/lists.ts";
import { apis } from "../../../shared/apis/index.ts";
import { allCollections, type NamedCollection } from "../../../shared/collections.ts";
import { operationOf, type RunningSandbox, sandbox } from "../../shared/sandbox/running.ts";

let running: RunningSandbox;
beforeAll(async () => {
  running = await sandbox();
});
beforeEach(() => fetch(`${running.url}/_sandbox/reset`, { method: "POST" }));

function rootOf(id: string): ListNode {
  const source = allCollections(apis).find((each) => each.id === id);
  if (!source) throw new Error(`There is no list ${id}.`);
  return { kind: "list", id, source, open: true };
}

const posts = rootOf("content.posts.list");

/** Lists in pages of five, and what they said. A page is held back by `hold` until its result is called. */
function listsHere() {
  const told: string[] = [];
  let held: Promise<void> | undefined;
  let asked = 0;
  const lists = new Lists({
    async open({ source, owner }: ListNode, from, signal) {
      asked++;
      const { list, parameter }: NamedCollection = source;
      await held;
      const path = parameter !== undefined && owner !== undefined ? { path: { [parameter]: owner } } : {};
      return running
        .caller(list.api.slug)
        .list(list, { ...path, query: { limit: 5 } }, { signal, ...(from && { from }) });
    },
    read: ({ id }, { rows }) => told.push(`read ${rows.length} of ${id}`),
    changed: ({ id }) => told.push(`changed ${id}`),
  });
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return () => {
      held = undefined;
      resolve();
    };
  };
  return { lists, told, hold, asked: () => asked };
}

const titles = async (lists: Lists) => (await lists.rowsOf(posts)).rows.map(({ row }) => String(row.title));
const create = (title: string) =>
  running.send("content.posts.create", { body: { title, content: "Text", publish: true } });
const failNext = (status: number) =>
  fetch(`${running.url}/_sandbox/failures/content`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    // More often than it is tried.
    body: JSON.stringify({ status, times: 3 }),
  });

describe("a list", () => {
  it("is read when it is first asked for, and not again", async () => {
    const { lists, told, asked } = listsHere();
    await Promise.all([lists.rowsOf(posts), lists.rowsOf(posts)]);
    await lists.rowsOf(posts);
    expect([asked(), told]).toEqual([1, ["read 5 of content.posts.list"]]);
    expect(lists.loaded()).toEqual([posts]);
  });

  it("is read on, page by page", async () => {
    const { lists, told } = listsHere();
    await lists.rowsOf(posts);
    await lists.more(posts);
    expect(told.slice(1)).toEqual(["read 10 of content.posts.list", "changed content.posts.list"]);
    expect((await lists.rowsOf(posts)).rows).toHaveLength(10);
  });

  it("is read anew when it is refreshed, with the lists of its records", async () => {
    const { lists, told } = listsHere();
    const projects = rootOf("deploy.projects.list");
    const [first] = (await lists.rowsOf(projects)).rows;
    if (!first) throw new Error("There is no project.");
    const [deployments] = listsOf({
      kind: "record",
      id: `${projects.id}/${first.key}`,
      list: projects,
      read: first,
    });
    if (!deployments) throw new Error("A project has no deployments.");
    await lists.rowsOf(deployments);
    await lists.rowsOf(posts);
    lists.refresh(projects);
    expect(lists.loaded()).toEqual([posts]);
    expect(told.at(-1)).toBe("changed deploy.projects.list");
  });

  it("drops the answer to a question that has changed", async () => {
    const { lists, hold, told, asked } = listsHere();
    const release = hold();
    const rows = lists.rowsOf(posts);
    await Promise.resolve();
    lists.refresh(posts);
    await create("Hello again");
    release();
    expect((await rows).rows[0]?.row.title).toBe("Hello again");
    expect(asked()).toBe(2);
    expect(told.filter((line) => line.startsWith("read"))).toEqual(["read 5 of content.posts.list"]);
  });
});

describe("a list that is read again in the background", () => {
  it("shows what is new, as far as it was read", async () => {
    const { lists, told } = listsHere();
    await lists.rowsOf(posts);
    await lists.more(posts);
    await create("New at the top");
    await lists.reread(posts);
    expect((await titles(lists))[0]).toBe("New at the top");
    expect(await titles(lists)).toHaveLength(10);
    expect(told.at(-1)).toBe("changed content.posts.list");
  });

  it("says nothing when nothing is new", async () => {
    const { lists, told } = listsHere();
    await lists.rowsOf(posts);
    await lists.reread(posts);
    expect(told).toEqual(["read 5 of content.posts.list"]);
  });

  it("shows what was changed while it was read", async () => {
    const { lists, told, hold } = listsHere();
    await lists.rowsOf(posts);
    await create("One");
    const first = lists.reread(posts);
    const release = hold();
    const second = lists.reread(posts);
    await expect.poll(() => told).toContain("changed content.posts.list");
    await create("Two");
    release();
    await Promise.all([first, second]);
    expect((await titles(lists)).slice(0, 2)).toEqual(["Two", "One"]);
  });

  it("is read twice at most, however much is changed meanwhile", async () => {
    const { lists, asked } = listsHere();
    await lists.rowsOf(posts);
    await create("One");
    await Promise.all(Array.from({ length: 20 }, () => lists.reread(posts)));
    expect(asked()).toBe(3);
  });

  it("keeps what is shown when it fails", async () => {
    const { lists, told } = listsHere();
    const before = await titles(lists);
    await failNext(403);
    await lists.reread(posts);
    expect(await titles(lists)).toEqual(before);
    expect(told).toEqual(["read 5 of content.posts.list"]);
  });

  it("keeps what was read on meanwhile, and reads that again, too", async () => {
    const { lists, hold } = listsHere();
    await lists.rowsOf(posts);
    const release = hold();
    const again = lists.reread(posts);
    await create("New");
    // The page that is read on belongs to the listing that is open already.
    await lists.more(posts);
    release();
    await again;
    expect((await titles(lists))[0]).toBe("New");
    // The pages had shifted by the new one, and a row that is repeated counts once.
    expect((await titles(lists)).length).toBeGreaterThanOrEqual(9);
  });
});

it("a list that is read on is read again as soon as that has ended", async () => {
  const { lists } = listsHere();
  await lists.rowsOf(posts);
  await create("New");
  await Promise.all([lists.more(posts), lists.reread(posts)]);
  expect((await titles(lists))[0]).toBe("New");
});

describe("after an operation has written", () => {
  const written = operationOf("content.posts.delete");

  it("the lists of its records are read again, and no others", async () => {
    const { lists, told } = listsHere();
    await lists.rowsOf(posts);
    await lists.rowsOf(rootOf("cloud-v1.servers.list"));
    const [first] = (await lists.rowsOf(posts)).rows;
    await running.send("content.posts.delete", { path: { id: String(first?.row.id) } });
    told.length = 0;
    await lists.refreshAfter(written);
    expect(told).toEqual(["read 5 of content.posts.list", "changed content.posts.list"]);
  });

  it("a list that has failed is read anew", async () => {
    const { lists } = listsHere();
    await failNext(403);
    expect((await lists.rowsOf(posts)).failure).toBeDefined();
    await fetch(`${running.url}/_sandbox/reset`, { method: "POST" });
    await lists.refreshAfter(written);
    expect((await lists.rowsOf(posts)).failure).toBeUndefined();
  });
});

it("forgets everything, and drops what is being read", async () => {
  const { lists, hold, told } = listsHere();
  const release = hold();
  const rows = lists.rowsOf(posts).catch(() => undefined);
  await Promise.resolve();
  lists.clear();
  expect(lists.loaded()).toEqual([]);
  release();
  await rows;
  expect(told.filter((line) => line.startsWith("changed"))).toEqual([]);
});
