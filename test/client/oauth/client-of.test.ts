import { expect, it } from "vitest";
import { clientOf } from "../../../client/oauth/client-of.ts";

const whole = {
  authorizeUrl: "https://auth.example.com/oauth/authorize",
  tokenUrl: "http://127.0.0.1:4080/oauth/token",
  clientId: "app",
};

it("takes https, and http on this machine", () => {
  expect(clientOf(whole, "Membership", "the live environment")).toEqual(whole);
});

it.each([
  ["authorizeUrl", "authUrl"],
  ["tokenUrl", "tokenUrl"],
  ["clientId", "clientId"],
])("names what is missing: %s", (part, name) => {
  expect(() => clientOf({ ...whole, [part]: undefined }, "Membership", "the live environment")).toThrow(
    `Set ${name} in switchboard.oauth.`,
  );
});

it.each([
  "http://auth.example.com/token",
  "https://me:secret@auth.example.com/token",
  "https://auth.example.com/token?a=b",
  "javascript:alert(1)",
  "token",
])("refuses the address %s", (tokenUrl) => {
  expect(() => clientOf({ ...whole, tokenUrl }, "Membership", "the live environment")).toThrow(
    /tokenUrl .* is not an https/,
  );
});
