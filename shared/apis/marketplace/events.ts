import * as z from "zod";
import type { Row, WebhookEvent } from "../../api.ts";
import { delivered, id, opaqueId, open, timestamp } from "../../traits/fields.ts";
import { sampleId, sampleTime } from "../../traits/samples.ts";

/** The delivery that announces a completed order. */
export const completed = (id: string, timestamp: string, order: Row): Row => ({
  event: "order.completed",
  id,
  timestamp,
  data: { order_id: order.order_id, total: order.total, status: order.status },
});

export const events = {
  "order.completed": {
    meaning: "an order was completed",
    payload: delivered(
      {
        event: z.literal("order.completed"),
        id: id("evt_"),
        timestamp: timestamp(),
        data: delivered({
          order_id: opaqueId("orders"),
          total: z.number().meta({ "x-not-shown": ["unit"] }),
          status: open("fulfilled"),
        }),
      },
      "event",
    ),
    notShown: ["status values other than fulfilled", "unit of total"],
    samples: [
      completed(sampleId("evt_", 1), sampleTime(1), {
        order_id: sampleId("ord_", 1),
        total: 2_490,
        status: "fulfilled",
      }),
    ],
  },
} satisfies Record<string, WebhookEvent>;
