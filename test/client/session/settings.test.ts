import { expect, it } from "vitest";
import { guardsWrites, readSettings, type SettingName } from "../../../client/session/settings.ts";

const read = (values: Partial<Record<SettingName, unknown>>) => readSettings((name) => values[name]);

it("stands for the sandbox when nothing is set", () => {
  expect(read({})).toEqual({
    environment: "sandbox",
    baseUrls: {},
    sandboxUrl: "http://127.0.0.1:4080",
    routes: {},
    oauth: {},
    pageSize: 20,
    requestTimeout: 30_000,
    unguardedEnvironments: ["test"],
    backgroundRefresh: 0,
    rateReserve: 0.2,
  });
});

it("takes values of the wrong type for values that are not set", () => {
  const settings = read({
    environment: 7,
    baseUrls: { live: "https://api.example.com", test: { content: 1, deploy: " https://d.example.com/v1 " } },
    "sandbox.url": 4080,
    routes: { "content.posts.create": "POST /posts", "content.posts.delete": "posts", "x.y.z": null },
    pageSize: "all",
    requestTimeout: Number.NaN,
    unguardedEnvironments: "live",
    backgroundRefresh: true,
    rateReserve: null,
  });
  expect(settings).toEqual({
    environment: "sandbox",
    baseUrls: { live: {}, test: { deploy: "https://d.example.com/v1" } },
    sandboxUrl: "http://127.0.0.1:4080",
    routes: { "content.posts.create": { method: "POST", path: "/posts" } },
    oauth: {},
    pageSize: 20,
    requestTimeout: 30_000,
    unguardedEnvironments: ["test"],
    backgroundRefresh: 0,
    rateReserve: 0.2,
  });
});

it("holds numbers within their bounds", () => {
  expect(read({ pageSize: 1000, requestTimeout: 0 })).toMatchObject({ pageSize: 100, requestTimeout: 1000 });
  expect(read({ pageSize: 0.5, requestTimeout: 1e12 })).toMatchObject({
    pageSize: 1,
    requestTimeout: 3_600_000,
  });
});

it("keeps a name of the person's own, also one without addresses", () => {
  expect(read({ environment: "production" }).environment).toBe("production");
  expect(read({ environment: " " }).environment).toBe("sandbox");
});

it("refreshes in the background at most twice a minute", () => {
  expect([0, 1, 30, 60, -5].map((seconds) => read({ backgroundRefresh: seconds }).backgroundRefresh)).toEqual(
    [0, 30_000, 30_000, 60_000, 0],
  );
});

it("asks before writes everywhere but in the sandbox and where the person wants none, in live always", () => {
  const asks = (environment: string, unguardedEnvironments?: unknown) =>
    guardsWrites(read({ environment, unguardedEnvironments }));
  expect(["sandbox", "test", "live", "staging"].map((name) => asks(name))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(["test", "live", "staging"].map((name) => asks(name, ["live", "staging", 7]))).toEqual([
    true,
    true,
    false,
  ]);
});
