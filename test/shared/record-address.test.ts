import { expect, it } from "vitest";
import { recordAt, recordUri } from "../../shared/record-address.ts";

it.for(["usr_1", "a/b", "100%", "a%2Fb", "é ?#", "x.json"])("leads to the record %s and no other", (id) => {
  const uri = recordUri({ environment: "test", api: "membership", group: "users", id });
  const { protocol, host, pathname, search, hash } = new URL(uri);
  expect([protocol, host, search, hash]).toEqual(["switchboard:", "test", "", ""]);
  expect(recordAt(host, decodeURIComponent(pathname))).toEqual({
    environment: "test",
    api: "membership",
    group: "users",
    id,
  });
});
