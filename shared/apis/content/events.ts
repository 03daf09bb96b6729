import * as z from "zod";
import type { Row, WebhookEvent } from "../../api.ts";
import { delivered, id, open, timestamp } from "../../traits/fields.ts";
import { sampleId, sampleTime } from "../../traits/samples.ts";

/** The delivery that announces a published post. */
export const published = (post: string, timestamp: string): Row => ({
  event: "content.published",
  timestamp,
  data: { type: "post", id: post, action: "published" },
});

export const events = {
  "content.published": {
    meaning: "content was published",
    payload: delivered(
      {
        event: z.literal("content.published"),
        timestamp: timestamp(),
        data: delivered({ type: open("post"), id: id("post_", "posts"), action: open("published") }),
      },
      "event",
    ),
    notShown: ["type values other than post", "action values other than published"],
    samples: [published(sampleId("post_", 1), sampleTime(1))],
  },
} satisfies Record<string, WebhookEvent>;
