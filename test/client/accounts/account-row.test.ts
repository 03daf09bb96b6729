import { describe, expect, it } from "vitest";
import { type AccountFacts, type AccountRow, accountRow } from "../../../client/accounts/account-row.ts";
import { apis } from "../../../shared/apis/index.ts";

const routes = { bound: 0, unbound: 0 };
const address = "https://api.example.com/v1";

function rowOf(slug: string, facts: Partial<AccountFacts>): AccountRow {
  const api = apis.find((each) => each.slug === slug);
  if (!api) throw new Error(slug);
  return accountRow(api, { inSandbox: false, routes, ...facts });
}

/** `state words | detail [actions]` */
const words = (row: AccountRow) =>
  Object.entries(row.cells).map(([column, { state, words, detail, actions }]) =>
    [column, state, words, detail, ...actions.map(({ action }) => `[${action}]`)].filter(Boolean).join(" "),
  );

describe("a row of the accounts' table", () => {
  it("names what is missing, with what sets it", () => {
    const row = rowOf("marketplace", { routes: { bound: 1, unbound: 2 } });
    expect(row.usable).toBe(false);
    expect(words(row)).toEqual([
      "Address missing Not set [set-address]",
      expect.stringMatching(/^Key missing None API key\. .*\[set-key\]$/),
      "Sign-In plain Not documented",
      "Routes plain 1 of 3 bound The documents do not show these. [bind-routes] [unbind-routes]",
    ]);
  });

  it("is usable with an address and a key", () => {
    const row = rowOf("marketplace", { address, keyPlace: "keychain", routes: { bound: 3, unbound: 0 } });
    expect(row.usable).toBe(true);
    expect(words(row)).toEqual([
      `Address ready ${address} [set-address]`,
      "Key ready In the system's keychain [set-key] [forget-key]",
      "Sign-In plain Not documented",
      "Routes ready All bound 3 that are not documented. [unbind-routes]",
    ]);
  });

  it("is usable with a sign-in in place of a key", () => {
    const row = rowOf("membership", { address, scopes: ["membership:read"] });
    expect(row.usable).toBe(true);
    expect(words(row).slice(1, 3)).toEqual([
      "Key plain None Not needed while you are signed in. [set-key]",
      "Sign-In ready Signed in Scopes: membership:read. [sign-out]",
    ]);
  });

  it.each([
    ["invalid", "Not a valid address. [set-address]"],
    ["not-allowed", "New: requests wait until you allow them. [allow-origin] [set-address]"],
  ] as const)("is not usable where the address is %s", (addressProblem, rest) => {
    const row = rowOf("marketplace", { address, addressProblem, keyPlace: "keychain" });
    expect(row.usable).toBe(false);
    expect(words(row)[0]).toBe(`Address missing ${address} ${rest}`);
  });

  it("has nothing to mend in the sandbox but the sign-in", () => {
    const row = rowOf("membership", { inSandbox: true, address, routes: { bound: 0, unbound: 2 } });
    expect(row.usable).toBe(true);
    expect(words(row)).toEqual([
      `Address ready ${address}`,
      "Key ready The sandbox's own",
      "Sign-In plain Signed out [sign-in]",
      "Routes ready Bound by the sandbox",
    ]);
  });

  it("shows an address that somebody else has set as one line", () => {
    const { words: shown } = rowOf("content", { address: "https://a\n\u202eb" }).cells.Address;
    expect(shown).not.toMatch(/[\n\u202e]/);
  });
});
