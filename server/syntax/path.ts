import { memberNamed } from "./named-members.ts";
import { type Child, childByIndex, type Located } from "./node.ts";

/** Names of members and indices of items. A value without a name in an object has its index. */
export type Step = string | number;
export type JsonPath = Step[];

/** One step down. */
export function step(at: Located, to: Step): Child | undefined {
  if (typeof to === "string") return memberNamed(at, to);
  return childByIndex(at, to);
}
