import { describe, expect, it } from "vitest";
import { announcementOf } from "../../../client/webhooks/announcement.ts";
import type { Api } from "../../../shared/api.ts";
import { readPayload } from "../../../shared/webhooks/payload.ts";
import { type SignatureSettings, signed, verdictOf } from "../../../shared/webhooks/verify.ts";
import { apiOf } from "./deliveries.ts";

const secret = "whsec_a";
const known: SignatureSettings = { secret, encoding: "hex", prefix: "", algorithm: "HMAC-SHA256" };

function announced(
  api: Api,
  {
    signature,
    settings = known,
    isReplay = false,
  }: { signature?: string; settings?: object; isReplay?: boolean },
) {
  const [event] = Object.values(api.events);
  const bytes = Buffer.from(JSON.stringify(event?.samples[0]));
  const given = signature === "right" ? signed(bytes, secret, known) : signature;
  const headers = given === undefined ? {} : { "x-service-signature": given };
  const verdict = verdictOf(api, bytes, headers, settings as SignatureSettings);
  const payload = readPayload(api, bytes);
  return announcementOf({ api, bytes, headers, at: 0, payload, verdict, isReplay })?.resources;
}

describe.for([
  ["marketplace", "orders"],
  ["membership", "users"],
])("what a delivery of %s announces", ([slug, resource]) => {
  const api = apiOf(slug ?? "");

  it("has changed when it is verified", () => {
    expect(announced(api, { signature: "right" })).toEqual([resource]);
  });

  it.for([
    ["whose signature is wrong", { signature: "00".repeat(32) }],
    ["without a signature", {}],
    ["with an empty one", { signature: "" }],
    ["that nothing could check", { signature: "right", settings: { ...known, secret: undefined } }],
    ["that came before", { signature: "right", isReplay: true }],
  ] as const)("is not believed of one %s", ([, sent]) => {
    expect(announced(api, sent)).toBeUndefined();
  });
});

it("what a delivery of content announces has changed: no signature is documented", () => {
  for (const sent of [{}, { signature: "any" }]) expect(announced(apiOf("content"), sent)).toEqual(["posts"]);
  expect(announced(apiOf("content"), { isReplay: true })).toBeUndefined();
});
