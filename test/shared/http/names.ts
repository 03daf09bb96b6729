import dns from "node:dns";
import { isIP } from "node:net";
import { afterAll, beforeAll, vi } from "vitest";

const lookup = dns.lookup as (...all: unknown[]) => void; // One of five overloads, all ending in the callback.

/** In this test file only names of this machine are looked up; all others are names that nobody has. */
export function lookUpNoNames(): void {
  beforeAll(() => {
    vi.spyOn(dns, "lookup").mockImplementation((...all: unknown[]) => {
      if (all[0] === "localhost" || isIP(String(all[0]))) return lookup(...all);
      const answer = all.at(-1) as (error: Error) => void;
      answer(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
    });
  });
  afterAll(() => vi.restoreAllMocks());
}
