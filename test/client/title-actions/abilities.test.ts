import { expect, it } from "vitest";
import { abilitiesOf } from "../../../client/title-actions/abilities.ts";
import type { ShownText } from "../../../client/run/shown-text.ts";
import type { Row } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";

const api = apis.find(({ slug }) => slug === "membership");
if (!api) throw new Error("There is no membership platform.");
const record = (resource: string, row: Row): ShownText => ({
  record: { environment: "test", api, resource, id: "1", row },
});

it("offers for each text what is possible with it, and nothing else", () => {
  const texts = new Map<string, ShownText>([
    ["user", record("users", { avatar_url: "https://avatars.example.com/1.png" })],
    ["membership", record("memberships", { user_id: "usr_1" })],
    [
      "invoice",
      record("invoices", { subscription_id: "sub_1", pdf_url: "http://invoices.example.com/1.pdf" }),
    ],
    ["course", record("courses", { thumbnail_url: "not an address", image: "ftp://example.com" })],
    ["reply", { json: "{}", readAgain: () => {} }],
    ["nothing", {}],
  ]);
  const abilities = Object.fromEntries(abilitiesOf(texts));
  expect(abilities).toEqual({
    again: ["reply"],
    edit: expect.arrayContaining(["user"]),
    related: ["membership"],
    url: ["user", "invoice"],
    curl: [],
    json: ["reply"],
  });
  expect(abilities.edit).not.toContain("invoice");
});
