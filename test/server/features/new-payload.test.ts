// A payload that is laid out for a person has nothing wrong with it.
import { describe, expect, it } from "vitest";
import { wholePayload } from "../../../server/features/request-layout.ts";
import { plainText } from "../../../server/features/snippet.ts";
import type { EventEntry } from "../../../shared/catalogue.ts";
import { apis } from "../../../shared/apis/index.ts";
import { payloadAbout } from "../../../shared/webhooks/sample-payload.ts";
import { catalogue, found, workspaceWith } from "../marked.ts";

const events = apis.flatMap((api) =>
  Object.keys(api.events).map((event) => [`${api.slug} ${event}`, api, event] as const),
);

describe.for(events)("a new payload of %s", ([, api, event]) => {
  const entry = catalogue.event(api.slug, event) as EventEntry; // The catalogue has them all.
  const prefixes = Object.entries(api.resources).map(
    ([name, { prefix = "any_" }]) => [name, `${prefix}live`] as const,
  );

  it.for([
    ["of the sample", new Map<string, string>()],
    ["of records that are known", new Map(prefixes)],
  ] as const)("with identifiers %s has no finding", ([, known]) => {
    const payload = payloadAbout(api, event, {
      known,
      id: (prefix) => `${prefix}5f0a`,
      now: () => "2026-09-01T12:00:00Z",
    });
    const text = plainText(wholePayload(entry, api.eventNames?.field, payload));
    expect(JSON.parse(text)).toEqual(payload);
    const workspace = workspaceWith({
      settings: { environment: "sandbox" },
      records: [...known].map(([resource, id]) => ({
        api: api.slug,
        resource,
        records: [{ id }],
        more: false,
      })),
    });
    expect(found(text, "a.webhook.json", workspace)).toEqual([]);
  });
});
