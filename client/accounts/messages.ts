/** What the accounts' page and the extension say to each other: two ends of one build. */
import type { AccountRow } from "./account-row.ts";
import type { AccountAction } from "./actions.ts";

/** The whole of what the page shows. */
export interface AccountsView {
  /** As people know it: "Sandbox". */
  environment: string;
  /** Whether these are real accounts. */
  real: boolean;
  /** What stands in the way of all APIs, and what mends it. */
  failure?: { message: string; remedy: string };
  rows: readonly AccountRow[];
  /** The API that the person came for. */
  wanted?: string;
}

/** What a person does in the page; `ready` is said once, when it can be shown something. */
export type PageRequest =
  | { type: "ready" }
  | { type: "select-environment" }
  | { type: "mend" }
  | { type: "act"; api: string; action: AccountAction };
