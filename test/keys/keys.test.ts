import { expect, it } from "vitest";
import { type KeyPlace, type KeyStore, sessionStore } from "../../shared/keys/key-store.ts";
import { createKeys, type KeyOwner } from "../../shared/keys/keys.ts";

const owner: KeyOwner = { api: "deploy", environment: "test", origin: "https://api.example.com" };

/** A store that can be made to refuse. */
function moodyStore(place: KeyPlace): KeyStore & { refuses: boolean } {
  const inner = sessionStore();
  const asked =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    (...args: A) =>
      store.refuses ? Promise.reject(new Error("locked")) : act(...args);
  const store = {
    place,
    refuses: false,
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
