import type { Verdict } from "./verify.ts";

export const verdictWords: Readonly<Record<Verdict["state"], string>> = {
  verified: "verified",
  wrong: "wrong signature",
  unsigned: "unsigned",
  unchecked: "not checked",
};
