import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { outdatedKeys } from "../../shared/keys/outdated-keys.ts";
import { type KeyPlace, type KeyStore, sessionStore } from "../../shared/keys/key-store.ts";
import { createKeys, type KeyOwner } from "../../shared/keys/keys.ts";

const owner: KeyOwner = { api: "deploy", environment: "test", origin: "https://api.example.com" };

/** A store that can be made to refuse. */
function moodyStore(place: KeyPlace): KeyStore & { refuses: boolean; asked: number } {
  const inner = sessionStore();
  const asked =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    (...args: A) => {
      store.asked++;
      return store.refuses ? Promise.reject(new Error("locked")) : act(...args);
    };
  const store = {
    place,
    refuses: false,
    asked: 0,
    get: asked((account: string) => inner.get(account)),
    set: asked((account: string, secret: string) => inner.set(account, secret)),
    delete: asked((account: string) => inner.delete(account)),
  };
  return store;
}

function stores() {
  const first = moodyStore("keychain");
  const second = moodyStore("secret-storage");
  return { first, second, keys: createKeys([first, second, sessionStore()]) };
}

it("keeps a key in the first place that takes it, and says which refused", async () => {
  const { first, keys } = stores();
  expect(await keys.set(owner, { key: "one" })).toEqual({ place: "keychain", refusals: [] });
  first.refuses = true;
  expect(await keys.set(owner, { key: "two" })).toEqual({
    place: "secret-storage",
    refusals: [{ place: "keychain", reason: "locked" }],
  });
  expect(await keys.find(owner)).toEqual({ credentials: { key: "two" }, place: "secret-storage" });
});

it("prefers the newer key when a place that held the older one comes back", async () => {
  const { first, keys } = stores();
  await keys.set(owner, { key: "old" });
  first.refuses = true;
  await keys.set(owner, { key: "new" });
  first.refuses = false;
  expect(await keys.find(owner)).toMatchObject({ credentials: { key: "new" } });
});

it("leaves no older key behind in another place", async () => {
  const { first, second, keys } = stores();
  first.refuses = true;
  await keys.set(owner, { key: "old" });
  first.refuses = false;
  await keys.set(owner, { key: "new" });
  first.refuses = true;
  expect(await createKeys([second]).find(owner)).toBeUndefined();
});

it("goes on to the next place when one can't be read", async () => {
  const { first, second } = stores();
  await createKeys([second]).set(owner, { key: "one" });
  first.refuses = true;
  const heard: string[] = [];
  const keys = createKeys([first, second], ({ place }) => heard.push(place));
  expect(await keys.find(owner)).toMatchObject({ place: "secret-storage" });
  expect(heard).toEqual(["keychain"]);
});

it("forgets a key everywhere, also when a place refuses to give it up", async () => {
  const { first, keys } = stores();
  await keys.set(owner, { key: "one" });
  first.refuses = true;
  expect(await keys.forget(owner)).toEqual({ refusals: [{ place: "keychain", reason: "locked" }] });
  first.refuses = false;
  expect(await keys.find(owner)).toBeUndefined();
});

describe("after a restart, when the place that refused works again", () => {
  /** Two lives of the extension with the same places. */
  function lives() {
    const folder = mkdtempSync(join(tmpdir(), "switchboard-keys-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const first = moodyStore("keychain");
    const second = moodyStore("secret-storage");
    const start = () => createKeys([first, second, sessionStore()], undefined, outdatedKeys(folder));
    return { first, second, start, folder };
  }

  it("a forgotten key stays forgotten, and is removed at last", async () => {
    const { first, start, folder } = lives();
    const keys = start();
    await keys.set(owner, { key: "old" });
    first.refuses = true;
    await keys.forget(owner);
    const later = start();
    expect(await later.find(owner)).toBeUndefined();
    first.refuses = false;
    expect(await start().find(owner)).toBeUndefined();
    expect(await first.get("test deploy https://api.example.com")).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("a replaced key does not come back", async () => {
    const { first, start } = lives();
    const keys = start();
    await keys.set(owner, { key: "old" });
    first.refuses = true;
    await keys.set(owner, { key: "new" });
    first.refuses = false;
    expect(await start().find(owner)).toEqual({ credentials: { key: "new" }, place: "secret-storage" });
  });

  it("a key that was replaced for one session alone is asked for, and the older one is not used", async () => {
    const { first, second, start } = lives();
    const keys = start();
    await keys.set(owner, { key: "old" });
    first.refuses = true;
    second.refuses = true;
    await keys.set(owner, { key: "new" });
    expect(await keys.find(owner)).toEqual({ credentials: { key: "new" }, place: "session" });
    first.refuses = false;
    second.refuses = false;
    expect(await start().find(owner)).toBeUndefined();
  });

  it("who reaches the keychain alone finds no forgotten key, and leaves the other places to others", async () => {
    const { first, second, start, folder } = lives();
    const commandLine = () => createKeys([first], undefined, outdatedKeys(folder));
    const keys = start();
    first.refuses = true;
    await keys.set(owner, { key: "old" });
    first.refuses = false;
    await first.set("test deploy https://api.example.com", '{"key":"older"}');
    first.refuses = true;
    second.refuses = true;
    await keys.forget(owner);
    first.refuses = false;
    expect(await commandLine().find(owner)).toBeUndefined();
    expect(await first.get("test deploy https://api.example.com")).toBeUndefined();
    second.refuses = false;
    expect(await start().find(owner)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["", "{", '{"validIn":1}'])("what is damaged says which file to remove: %j", async (text) => {
    const { first, start, folder } = lives();
    const keys = start();
    await keys.set(owner, { key: "old" });
    first.refuses = true;
    await keys.forget(owner);
    const [file = ""] = readdirSync(folder);
    writeFileSync(join(folder, file), text);
    await expect(start().find(owner)).rejects.toThrow(/is damaged\. Remove it/);
  });

  it("a place that refuses is not asked again and again", async () => {
    const { first, start } = lives();
    const keys = start();
    await keys.set(owner, { key: "old" });
    first.refuses = true;
    await keys.forget(owner);
    const later = start();
    first.asked = 0;
    for (let round = 0; round < 5; round++) await later.find(owner);
    expect(first.asked).toBe(1);
  });

  it("a key that is set while another is looked for is not removed", async () => {
    const { first, start } = lives();
    const keys = start();
    first.refuses = true;
    await keys.forget(owner);
    first.refuses = false;
    const later = start();
    await Promise.all([later.find(owner), later.set(owner, { key: "new" }), later.find(owner)]);
    expect(await start().find(owner)).toEqual({ credentials: { key: "new" }, place: "keychain" });
  });
});

it.each([
  ["origin", { ...owner, origin: "https://evil.example.com" }],
  ["environment", { ...owner, environment: "live" }],
  ["API", { ...owner, api: "content" }],
])("finds no key for another %s", async (_, other) => {
  const { keys } = stores();
  await keys.set(owner, { key: "one" });
  expect(await keys.find(other)).toBeUndefined();
});

it("throws without the key in the message when no place takes it", async () => {
  const { first } = stores();
  first.refuses = true;
  const failure = await createKeys([first]).set(owner, { key: "canary" }).catch(String);
  expect(failure).toContain("The system's keychain did not work: locked.");
  expect(failure).not.toContain("canary");
});

it("takes what is not an object of strings for no key", async () => {
  const store = sessionStore();
  const keys = createKeys([store]);
  for (const text of ["", "null", "[1]", '{"key":1}', "sk_live_plain"]) {
    await store.set("test deploy https://api.example.com", text);
    expect(await keys.find(owner)).toBeUndefined();
  }
});

it("keeps secrets by name, apart from the keys of APIs", async () => {
  const { keys } = stores();
  await keys.set({ secret: "TOKEN" }, { value: "one" });
  expect((await keys.find({ secret: "TOKEN" }))?.credentials).toEqual({ value: "one" });
  expect(await keys.find({ secret: "OTHER" })).toBeUndefined();
  expect(await keys.find(owner)).toBeUndefined();
  await keys.forget({ secret: "TOKEN" });
  expect(await keys.find({ secret: "TOKEN" })).toBeUndefined();
});
