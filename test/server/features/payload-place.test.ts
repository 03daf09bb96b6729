import { expect, it } from "vitest";
import { payloadPlace } from "../../../server/features/payload-place.ts";
import { fileOf } from "../marked.ts";

const published = '{"event":"content.published","timestamp":"2026-09-01T12:00:00Z"}';

it("the one payload of a file is at every place of it, without white space and comments around it", () => {
  const file = fileOf(`\n  ${published}\n`, "a.webhook.json");
  for (const which of [{ index: 0 }, { at: 0 }, { at: 10 }])
    expect(payloadPlace(file, which)).toEqual({
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 2 + published.length } },
      api: "content",
      event: "content.published",
    });
  expect(payloadPlace(file, { index: 1 })).toBeNull();
});

it("of several the one is meant that is named or stands at the place", () => {
  const text = `[${published},\n{"event":"gone"}]`;
  const file = fileOf(text, "a.webhook.json");
  const second = {
    range: { start: { line: 1, character: 0 }, end: { line: 1, character: 16 } },
    index: 1,
    api: "content",
  };
  expect(payloadPlace(file, { index: 1 })).toEqual(second);
  expect(payloadPlace(file, { at: text.length - 2 })).toEqual(second);
  expect(payloadPlace(file, { at: 1 })).toMatchObject({ index: 0, event: "content.published" });
  expect(payloadPlace(file, { at: 0 })).toBeNull();
});

it("an empty file has none, and the API is that of the name where the payload does not tell", () => {
  expect(payloadPlace(fileOf("", "a.webhook.json"), { index: 0 })).toBeNull();
  expect(payloadPlace(fileOf("{}", "a.membership.webhook.json"), { index: 0 })).toMatchObject({
    api: "membership",
  });
  expect(payloadPlace(fileOf("{}", "a.webhook.json"), { index: 0 })).not.toHaveProperty("api");
});
