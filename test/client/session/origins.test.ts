import { expect, it } from "vitest";
import { type Memory, Origins } from "../../../client/session/origins.ts";

function memory(kept?: unknown): Memory {
  const values = new Map([["allowedOrigins", kept]]);
  return {
    get: (key) => values.get(key),
    update: async (key, value) => void values.set(key, value),
  };
}

const owner = { environment: "live", api: "content", origin: "https://api.example.com" };

it("allows an origin for one API of one environment", async () => {
  const kept = memory();
  const origins = new Origins(kept);
  expect(origins.isAllowed(owner)).toBe(false);
  await origins.allow(owner);
  expect(origins.isAllowed(owner)).toBe(true);
  expect(new Origins(kept).isAllowed(owner)).toBe(true);
  for (const other of [
    { environment: "test" },
    { api: "deploy" },
    { origin: "https://api.example.com:8443" },
  ])
    expect(origins.isAllowed({ ...owner, ...other })).toBe(false);
});

it("keeps what was allowed before", async () => {
  const kept = memory();
  await new Origins(kept).allow(owner);
  await new Origins(kept).allow({ ...owner, api: "deploy" }, { ...owner, api: "admin" });
  expect(
    ["content", "deploy", "admin", "social"].map((api) => new Origins(kept).isAllowed({ ...owner, api })),
  ).toEqual([true, true, true, false]);
});

it("allows nothing that is kept in another shape", () => {
  expect(new Origins(memory({ content: true })).isAllowed(owner)).toBe(false);
});
