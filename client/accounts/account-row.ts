/** A row of the accounts' table: where an API is, and what it is used with. Without vscode. */
import type { Api } from "../../shared/api.ts";
import { keyFacts } from "../../shared/derived/facts.ts";
import { type KeyPlace, placeNames } from "../../shared/keys/key-store.ts";
import { plainText } from "../../shared/plain-text.ts";
import type { AccountAction } from "./actions.ts";

/** What is known of an API in the active environment. */
export interface AccountFacts {
  /** The sandbox brings address, key and routes itself. */
  inSandbox: boolean;
  /** The base address, as it is set. */
  address?: string | undefined;
  /** Why no request goes to the address. */
  addressProblem?: "invalid" | "not-allowed" | undefined;
  /** Where the key is kept. */
  keyPlace?: KeyPlace | undefined;
  /** Of whoever is signed in. */
  scopes?: readonly string[] | undefined;
  /** Of the operations whose route is not documented. */
  routes: { bound: number; unbound: number };
}

/** `ready`: nothing to do. `missing`: no request goes out without it. `plain`: as it may be. */
export type CellState = "ready" | "missing" | "plain";

export interface AccountCell {
  state: CellState;
  words: string;
  detail?: string;
  actions: readonly { action: AccountAction; label: string }[];
}

export const columns = ["Address", "Key", "Sign-In", "Routes"] as const;

export interface AccountRow {
  api: string;
  title: string;
  /** Whether requests can be sent. */
  usable: boolean;
  cells: Readonly<Record<(typeof columns)[number], AccountCell>>;
}

export function accountRow(api: Api, facts: AccountFacts): AccountRow {
  const cells = {
    Address: addressCell(facts),
    Key: keyCell(api, facts),
    "Sign-In": signInCell(api, facts),
    Routes: routesCell(facts),
  };
  return {
    api: api.slug,
    title: api.title,
    usable: Object.values(cells).every(({ state }) => state !== "missing"),
    cells,
  };
}

const cell = (
  state: CellState,
  words: string,
  actions: AccountCell["actions"] = [],
  detail?: string,
): AccountCell => ({
  state,
  words,
  actions,
  ...(detail && { detail }),
});

function addressCell({ inSandbox, address, addressProblem }: AccountFacts): AccountCell {
  const set = (label: string) => ({ action: "set-address", label }) as const;
  if (address === undefined) return cell("missing", "Not set", [set("Set…")]);
  const shown = plainText(address, 200);
  if (inSandbox) return cell("ready", shown);
  switch (addressProblem) {
    case "invalid":
      return cell("missing", shown, [set("Correct…")], "Not a valid address.");
    case "not-allowed":
      return cell(
        "missing",
        shown,
        [{ action: "allow-origin", label: "Allow…" }, set("Change…")],
        "New: requests wait until you allow them.",
      );
    case undefined:
      return cell("ready", shown, [set("Change…")]);
  }
}

function keyCell(api: Api, { inSandbox, keyPlace, scopes }: AccountFacts): AccountCell {
  if (inSandbox) return cell("ready", "The sandbox's own");
  const set = (label: string) => ({ action: "set-key", label }) as const;
  if (keyPlace)
    return cell("ready", `In ${placeNames[keyPlace]}`, [
      set("Replace…"),
      { action: "forget-key", label: "Forget…" },
    ]);
  return cell(
    scopes ? "plain" : "missing",
    "None",
    [set("Set…")],
    scopes
      ? "Not needed while you are signed in."
      : [`${Object.values(api.auth.credentials).join(" and ")}.`, ...keyFacts(api)].join(" "),
  );
}

function signInCell({ oauth }: Api, { scopes }: AccountFacts): AccountCell {
  if (!oauth) return cell("plain", "Not documented");
  return scopes
    ? cell(
        "ready",
        "Signed in",
        [{ action: "sign-out", label: "Sign Out" }],
        `Scopes: ${plainText(scopes.join(", "), 200)}.`,
      )
    : cell("plain", "Signed out", [{ action: "sign-in", label: "Sign In…" }]);
}

function routesCell({ inSandbox, routes: { bound, unbound } }: AccountFacts): AccountCell {
  const all = bound + unbound;
  if (all === 0) return cell("ready", "All documented");
  if (inSandbox) return cell("ready", "Bound by the sandbox");
  const unbind = bound > 0 ? [{ action: "unbind-routes", label: "Unbind…" } as const] : [];
  if (unbound === 0) return cell("ready", "All bound", unbind, `${all} that are not documented.`);
  return cell(
    "plain",
    `${bound} of ${all} bound`,
    [{ action: "bind-routes", label: "Bind…" }, ...unbind],
    "The documents do not show these.",
  );
}
