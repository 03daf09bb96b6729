import { expect, it } from "vitest";
import { readSettings, type SettingName } from "../../client/settings.ts";

const read = (values: Partial<Record<SettingName, unknown>>) => readSettings((name) => values[name]);

it("stands for the sandbox when nothing is set", () => {
  expect(read({})).toEqual({
    environment: "sandbox",
    baseUrls: {},
    sandboxUrl: "http://127.0.0.1:4080",
    routes: {},
    pageSize: 20,
    requestTimeout: 30_000,
  });
});

it("takes values of the wrong type for values that are not set", () => {
  const settings = read({
    environment: "production",
    baseUrls: { live: "https://api.example.com", test: { content: 1, deploy: " https://d.example.com/v1 " } },
    "sandbox.url": 4080,
    routes: { "content.posts.create": "POST /posts", "content.posts.delete": "posts", "x.y.z": null },
    pageSize: "all",
    requestTimeout: Number.NaN,
  });
  expect(settings).toEqual({
    environment: "sandbox",
    baseUrls: { live: {}, test: { deploy: "https://d.example.com/v1" } },
    sandboxUrl: "http://127.0.0.1:4080",
    routes: { "content.posts.create": { method: "POST", path: "/posts" } },
    pageSize: 20,
    requestTimeout: 30_000,
  });
});

it("holds numbers within their bounds", () => {
  expect(read({ pageSize: 1000, requestTimeout: 0 })).toMatchObject({ pageSize: 100, requestTimeout: 1000 });
  expect(read({ pageSize: 0.5, requestTimeout: 1e12 })).toMatchObject({
    pageSize: 1,
    requestTimeout: 3_600_000,
  });
});
