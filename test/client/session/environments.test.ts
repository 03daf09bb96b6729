import { expect, it } from "vitest";
import {
  environmentPresentation,
  environmentsOf,
  problemOfName,
} from "../../../client/session/environments.ts";

it("lists the built-in environments, those with addresses, and the active one", () => {
  const baseUrls = { live: {}, staging: {}, "eu-1": {} };
  expect(environmentsOf({ environment: "sandbox", baseUrls })).toEqual([
    "sandbox",
    "test",
    "live",
    "eu-1",
    "staging",
  ]);
  expect(environmentsOf({ environment: "gone", baseUrls: {} })).toEqual(["sandbox", "test", "live", "gone"]);
});

it("shows an unknown name as what it is", () => {
  expect(environmentPresentation("live").title).toBe("Live");
  expect(environmentPresentation("production").title).toBe("production");
  expect(environmentPresentation("constructor").title).toBe("constructor");
  expect(environmentPresentation("a\u202eb\n").title).toBe("a b");
});

it("takes names that addresses and settings can hold, each once", () => {
  const existing = ["sandbox", "test", "live", "staging"];
  for (const name of ["eu-1", "a_b", "9"]) expect(problemOfName(name, existing)).toBeUndefined();
  for (const name of ["", "a b", "é", "a/b", "Live", "STAGING"])
    expect(problemOfName(name, existing)).toBeTypeOf("string");
});
