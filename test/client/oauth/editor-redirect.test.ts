// The answer of a sign-in by an address of the editor's own scheme, from the real sandbox's page.
import { afterAll, expect, it } from "vitest";
import { EditorRedirect } from "../../../client/oauth/editor-redirect.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { signIn } from "../../../shared/oauth/sign-in.ts";
import { sandbox } from "../../shared/sandbox/running.ts";

const transport = createTransport();
afterAll(() => transport.close());
const editor = () => new EditorRedirect("vscodium://switchboard.switchboard/signed-in");

it("brings the answer of the page to the sign-in that waits for it", async () => {
  const { directory } = await sandbox();
  const { authorizeUrl = "", tokenUrl = "" } = directory.apis.membership?.oauth ?? {};
  const redirects = editor();
  const client = { authorizeUrl, tokenUrl, clientId: "switchboard" };
  const token = await signIn(client, ["membership:read"], {
    redirect: redirects.open(),
    transport,
    async open(address) {
      const html = await (await fetch(address)).text();
      const link = /id="allow" href="([^"]*)"/.exec(html)?.[1] ?? "";
      return redirects.take(new URL(link.replaceAll("&amp;", "&")));
    },
    signal: new AbortController().signal,
  });
  expect(token.scopes).toEqual(["membership:read"]);
});

it("takes one answer, at its own path", async () => {
  const redirects = editor();
  const { uri, answer } = redirects.open();
  expect(redirects.take(new URL("vscodium://switchboard.switchboard/other?code=1"))).toBe(false);
  expect(redirects.take(new URL(`${uri}?code=2`))).toBe(true);
  expect(redirects.take(new URL(`${uri}?code=3`))).toBe(false);
  expect((await answer).search).toBe("?code=2");
});

it("takes no answer when no sign-in waits any more", () => {
  const redirects = editor();
  const redirect = redirects.open();
  redirect.close();
  expect(redirects.take(new URL(`${redirect.uri}?code=1`))).toBe(false);
});
