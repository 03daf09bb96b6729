import { expect, it } from "vitest";
import type { Session } from "../../../client/session/session.ts";
import { Signing } from "../../../client/webhooks/signing.ts";
import { readWebhookSettings } from "../../../client/webhooks/webhook-settings.ts";
import type { SandboxDirectory } from "../../../shared/sandbox/directory.ts";
import { verdictOf } from "../../../shared/webhooks/verify.ts";
import { apiOf } from "./deliveries.ts";

function signing(signatures: object = {}) {
  const stored: Record<string, string> = {
    "test marketplace": "whsec_test",
    "live marketplace": "whsec_live",
  };
  let asked = 0;
  const session = {
    settings: { environment: "test", baseUrls: {} },
    keys: {
      async find({ webhooksOf, environment }: { webhooksOf: string; environment: string }) {
        asked++;
        if (environment === "locked") throw new Error("The keychain is locked.");
        const value = stored[`${environment} ${webhooksOf}`];
        return value === undefined ? undefined : { credentials: { value }, place: "keychain" };
      },
    },
  } as unknown as Session; // The rest is not asked for.
  const own = new Signing(session, () =>
    readWebhookSettings((name) => (name === "webhooks.signatures" ? signatures : undefined)),
  );
  return { own, stored, asked: () => asked };
}
const sandbox = {
  apis: {
    marketplace: { webhooks: { secret: "sandbox-secret", encoding: "hex", algorithm: "HMAC-SHA256" } },
  },
} as unknown as SandboxDirectory;

it("checks with the secret of the environment, and how its signatures are set to be written", async () => {
  const social = { encoding: "base64", prefix: "sha256=", algorithm: "HMAC-SHA256" };
  const { own } = signing({ social });
  expect(await own.settingsOf(apiOf("marketplace"), "test")).toEqual({
    encoding: "hex",
    prefix: "",
    secret: "whsec_test",
  });
  expect(await own.settingsOf(apiOf("social"), "test")).toEqual(social);
});

it("checks with the sandbox's own secret, while it runs, and with nothing that is none of its own", async () => {
  const { own } = signing({ marketplace: { encoding: "base64", prefix: "a" } });
  const api = apiOf("marketplace");
  expect((await own.settingsOf(api, "sandbox")).secret).toBeUndefined();
  own.know(sandbox);
  expect(await own.settingsOf(api, "sandbox")).toEqual({
    encoding: "hex",
    prefix: "",
    algorithm: "HMAC-SHA256",
    secret: "sandbox-secret",
  });
  own.know({ apis: { marketplace: { webhooks: { secret: "whsec_live" } } } } as unknown as SandboxDirectory);
  expect((await own.settingsOf(api, "sandbox")).secret).toBeUndefined();
});

it("does not check while the keychain is locked, and says what is missing", async () => {
  const { own } = signing();
  const api = apiOf("marketplace");
  const settings = await own.settingsOf(api, "locked");
  expect(verdictOf(api, Buffer.from("{}"), { "x-service-signature": "ab" }, settings).state).toBe(
    "unchecked",
  );
});

it("asks the keychain once for a burst, and again when a secret was set", async () => {
  const { own, stored, asked } = signing();
  const api = apiOf("marketplace");
  await Promise.all(Array.from({ length: 1000 }, () => own.settingsOf(api, "test")));
  expect(asked()).toBe(1);
  stored["test marketplace"] = "whsec_new";
  own.forget();
  expect((await own.settingsOf(api, "test")).secret).toBe("whsec_new");
});

it("knows the secrets of all environments, that of the delivery's own first", async () => {
  const { own } = signing();
  own.know(sandbox);
  expect(await own.secretsOf(apiOf("marketplace"), "live")).toEqual([
    { name: "the secret of Live", secret: "whsec_live" },
    { name: "the secret of Sandbox", secret: "sandbox-secret" },
    { name: "the secret of Test", secret: "whsec_test" },
  ]);
});
