import { expect, it } from "vitest";
import { webAddressesIn } from "../../../client/records/web-addresses.ts";

it("finds the addresses of a record with where they stand, each once", () => {
  const record = {
    name: "https is no address",
    url: "https://example.com/a",
    media: [{ url: "https://example.com/b" }, { url: "https://example.com/a" }, "http://example.com/c"],
    script: "javascript:alert(1)",
    none: null,
  };
  expect(webAddressesIn(record)).toEqual([
    { field: "url", address: "https://example.com/a" },
    { field: "media[0].url", address: "https://example.com/b" },
    { field: "media[2]", address: "http://example.com/c" },
  ]);
  expect(webAddressesIn(undefined)).toEqual([]);
});
