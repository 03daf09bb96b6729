import { expect, it } from "vitest";
import { keychain } from "../../shared/keys/keychain.ts";

/** A keychain in memory that hangs while `locked`. */
function fakeKeytar() {
  const passwords = new Map<string, string>();
  const waiting: (() => void)[] = [];
  const state = { locked: false, calls: 0, atOnce: 0, most: 0 };
  const answer = async <T>(act: () => T): Promise<T> => {
    state.calls++;
    state.most = Math.max(state.most, ++state.atOnce);
    if (state.locked) await new Promise<void>((resolve) => waiting.push(resolve));
    else await Promise.resolve();
    state.atOnce--;
    return act();
  };
  return {
    passwords,
    state,
    unlock() {
      state.locked = false;
      for (const resolve of waiting.splice(0)) resolve();
    },
    keytar: {
      getPassword: (_: string, account: string) => answer(() => passwords.get(account) ?? null),
      setPassword: (_: string, account: string, secret: string) =>
        answer(() => void passwords.set(account, secret)),
      deletePassword: (_: string, account: string) => answer(() => passwords.delete(account)),
    },
  };
}

/** All that follows from what has happened so far is done: nothing in memory takes longer than a turn of the event loop. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("loads keytar at the first call, once", async () => {
  const { keytar } = fakeKeytar();
  let loads = 0;
  const store = keychain(async () => (loads++, keytar));
  expect(loads).toBe(0);
  await store.set("a", "1");
  expect(await store.get("a")).toBe("1");
  expect(loads).toBe(1);
});

it("rejects every call when keytar can't be loaded", async () => {
  const store = keychain(() => Promise.reject(new Error("libsecret-1.so.0: cannot open")));
  await expect(store.get("a")).rejects.toThrow("libsecret");
  await expect(store.set("a", "1")).rejects.toThrow("libsecret");
  await expect(store.delete("a")).rejects.toThrow("libsecret");
});

it("asks one thing at a time, so that Node's few threads stay free", async () => {
  const { keytar, state } = fakeKeytar();
  const store = keychain(async () => keytar);
  await Promise.all(Array.from({ length: 10 }, (_, n) => store.get(`account ${n}`)));
  expect(state).toMatchObject({ calls: 10, most: 1 });
});

it("gives up on a locked keychain, and asks it nothing more until it answers", async () => {
  const fake = fakeKeytar();
  fake.state.locked = true;
  const store = keychain(async () => fake.keytar, 10);
  await expect(store.get("a")).rejects.toThrow("locked");
  await expect(store.get("b")).rejects.toThrow("still waiting");
  expect(fake.state.calls).toBe(1);
  fake.unlock();
  await settled();
  fake.passwords.set("a", "1");
  expect(await store.get("a")).toBe("1");
});

it("takes back a key that it stored after it was given up on", async () => {
  const fake = fakeKeytar();
  fake.state.locked = true;
  const store = keychain(async () => fake.keytar, 10);
  await expect(store.set("a", "1")).rejects.toThrow("locked");
  fake.unlock();
  await settled();
  expect(fake.passwords.size).toBe(0);
});
