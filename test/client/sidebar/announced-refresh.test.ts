import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { AnnouncedRefresh } from "../../../client/sidebar/announced-refresh.ts";
import { apis } from "../../../shared/apis/index.ts";

const api = apiNamed("content");

function apiNamed(slug: string) {
  const found = apis.find((each) => each.slug === slug);
  if (!found) throw new Error(`There is no API ${slug}.`);
  return found;
}

/** Lists by the resource that they show, and a clock that stands still until `pass` is called. */
function setUp() {
  const state = { allowed: new Set(["posts", "users"]), read: [] as string[] };
  let due: (() => void) | undefined;
  const refresh = new AnnouncedRefresh<string>({
    lists: () => ["posts", "users", "products"],
    subjectOf: (resource) => ({ api, resource }),
    mayRead: (list) => state.allowed.has(list),
    async read(list) {
      state.read.push(list);
    },
    after(_, then) {
      due = then;
      return () => (due = undefined);
    },
  });
  const pass = async () => {
    const run = due;
    due = undefined;
    run?.();
    await setImmediate();
  };
  const announce = (...resources: string[]) => refresh.announce({ api, resources });
  return { state, refresh, announce, pass, isWaiting: () => due !== undefined };
}

it("reads the lists again that show what has changed", async () => {
  const { state, announce, pass } = setUp();
  announce("posts", "unknown");
  await pass();
  expect(state.read).toEqual(["posts"]);
});

it("reads a list once for a burst, and once more for what came meanwhile", async () => {
  const { state, announce, pass, isWaiting } = setUp();
  for (let each = 0; each < 5000; each++) announce("posts");
  await pass();
  expect(state.read).toEqual(["posts"]);
  for (let each = 0; each < 5000; each++) announce("posts");
  expect(state.read).toEqual(["posts"]);
  await pass();
  await pass();
  expect(state.read).toEqual(["posts", "posts"]);
  await pass();
  expect(isWaiting()).toBe(false);
});

it("reads nothing that the rate budget has no room for", async () => {
  const { state, announce, pass } = setUp();
  announce("products", "users");
  await pass();
  expect(state.read).toEqual(["users"]);
});

it("reads nothing when it is disposed", async () => {
  const { state, refresh, announce, pass } = setUp();
  announce("posts");
  refresh.dispose();
  await pass();
  expect(state.read).toEqual([]);
});
