import { expect, it } from "vitest";
import { listeningAt } from "../../../server/cli/port.ts";

it.for([
  ["EADDRINUSE", /^Port 80 is in use\. Choose another with --port/],
  ["EACCES", /^Port 80 may not be used by this account\. Choose one above 1023 with --port/],
] as const)("a port that cannot be had is told in words: %s", async ([code, words]) => {
  const failing = Promise.reject(Object.assign(new Error(`listen ${code}`), { code }));
  await expect(listeningAt(80, failing)).rejects.toMatchObject({
    name: "UsageError",
    message: expect.stringMatching(words),
  });
});

it("what else goes wrong is left as it is", async () => {
  const fault = new Error("out of memory");
  await expect(listeningAt(80, Promise.reject(fault))).rejects.toBe(fault);
});
