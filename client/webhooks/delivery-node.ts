import type { Head } from "./delivery-head.ts";

/** A node of the view. */
export type DeliveryNode = { kind: "delivery"; head: Head } | { kind: "more"; count: number };
