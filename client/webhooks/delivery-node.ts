import type { Head } from "./delivery-head.ts";

/** A node of the view. `none`: the filter leaves nothing. */
export type DeliveryNode =
  | { kind: "delivery"; head: Head }
  | { kind: "more"; count: number }
  | { kind: "none" };
