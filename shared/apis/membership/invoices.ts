import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { listing } from "../../traits/behaviour.ts";
import { id, limit, perhapsNull, shown, timestamp, untyped } from "../../traits/fields.ts";
import { singlePage } from "../../traits/paging.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";
import { defineOperation } from "../define.ts";
import { later } from "./sandbox.ts";

const status = z.enum(["paid", "pending", "failed"]);
/** The unit of an invoice's amounts is not shown, other than that of a subscription's (document 2, Resources). */
const amount = () => z.int().meta({ "x-not-shown": ["unit"] });

const invoice = shown(
  {
    id: id("inv_", "invoices"),
    subscription_id: id("sub_", "subscriptions"),
    amount: amount(),
    currency: untyped(),
    status,
    description: untyped(),
    due_date: timestamp(),
    paid_at: perhapsNull(timestamp()),
    pdf_url: untyped(),
    line_items: z.array(shown({ description: z.string(), amount: amount(), quantity: z.int() })),
  },
  "id",
);

const invoiceRow = (n: number): Row => {
  const due = sampleTime(n, 61);
  const state = pick(["paid", "paid", "pending", "paid", "failed"], n);
  const total = pick([1900, 4900, 19900], n);
  const tier = pick(["Starter", "Professional", "Enterprise"], n);
  return {
    id: sampleId("inv_", n),
    subscription_id: sampleId("sub_", n),
    amount: total,
    currency: "eur",
    status: state,
    description: `${tier} membership`,
    due_date: due,
    paid_at: state === "paid" ? later(due, -1) : null,
    pdf_url: `https://invoices.example.com/${n}.pdf`,
    line_items: [{ description: `${tier}, one period`, amount: total, quantity: 1 }],
  };
};

export const invoices: Resource = {
  title: "Invoice",
  prefix: "inv_",
  record: invoice,
  notShown: ["moves between the statuses", "unit of the amounts", "paid_at of an unpaid invoice"],
  samples: rows(12, invoiceRow),
};

export const invoiceOperations = {
  list: defineOperation({
    title: "List invoices",
    effect: "read",
    request: { query: z.strictObject({ status: status.optional(), limit: limit({ default: 10 }) }) },
    paging: singlePage({}, "limit", 10),
    resource: "invoices",
    returns: "a list of invoices",
    notShown: ["method and path", "envelope of the list", "how to ask for more", "status of success"],
    samples: [{ query: { status: "paid", limit: 10 } }, {}],
    sandbox: { route: { method: "GET", path: "/invoices" }, handle: listing("invoices") },
  }),
} as const;
