import { expect, it } from "vitest";
import { readWebhookSettings } from "../../../client/webhooks/webhook-settings.ts";

const read = (values: Record<string, unknown>) => readWebhookSettings((name) => values[name]);

it("reads what is set", () => {
  const social = { encoding: "base64", prefix: "sha256=", algorithm: "HMAC-SHA256" };
  expect(read({ "webhooks.port": 4090, "webhooks.tolerance": 0, "webhooks.signatures": { social } })).toEqual(
    { port: 4090, tolerance: 0, signatures: { social }, refresh: true },
  );
});

it.for([[-1], [65_536], [1.5], ["4090"], [null]])("takes no port of %s", ([port]) => {
  expect(read({ "webhooks.port": port }).port).toBe(0);
});

it("takes what is no choice for none", () => {
  expect(
    read({ "webhooks.signatures": { a: { encoding: "rot13", prefix: 1, algorithm: "MD5" }, b: 7 } })
      .signatures,
  ).toEqual({ a: { encoding: "hex", prefix: "" }, b: { encoding: "hex", prefix: "" } });
  expect(read({ "webhooks.signatures": [] }).signatures).toEqual({});
});
