import * as z from "zod";
import { type SandboxCall, SandboxFault } from "../../api.ts";
import { creating, listing } from "../../traits/behaviour.ts";
import { described, email, id, limit, maybe, minorUnits, pageNumber, shown } from "../../traits/fields.ts";
import { numberedPaging } from "../../traits/paging.ts";
import { sampleId } from "../../traits/samples.ts";
import { isRow } from "../../traits/values.ts";
import { defineOperation } from "../define.ts";
import { completed } from "./events.ts";
import { product, productStatus } from "./records.ts";

/** What the items cost together; an unknown product is the API's 400. */
function totalOf({ body, world }: SandboxCall): number {
  const items = Array.isArray(body.items) ? body.items.filter(isRow) : [];
  return items.reduce((total, { product_id, quantity }, index) => {
    if (product_id === undefined) return total;
    const ordered = world.table("products").get(String(product_id));
    if (!ordered)
      throw new SandboxFault(400, {
        message: `There is no product ${String(product_id)}.`,
        field: `items.${index}.product_id`,
      });
    return total + Number(ordered.price) * Number(quantity ?? 1);
  }, 0);
}

export const operations = {
  products: {
    list: defineOperation({
      title: "List products",
      effect: "read",
      method: "GET",
      path: "/products",
      request: {
        query: z.strictObject({
          page: pageNumber(1),
          limit: limit({ max: 100 }),
          status: productStatus.optional(),
        }),
      },
      reply: shown(
        {
          data: z.array(product),
          meta: shown({ total: z.int(), page: z.int(), limit: z.int() }),
        },
        "data",
      ),
      status: 200,
      paging: numberedPaging({ page: "meta.page", total: "meta.total", size: "meta.limit" }),
      resource: "products",
      notShown: ["default page size"],
      samples: [{ query: { status: "active", limit: 50 } }, { query: { page: 2 } }, {}],
      sandbox: { handle: listing("products") },
    }),
    create: defineOperation({
      title: "Create product",
      effect: "write",
      request: {
        body: z.strictObject({
          name: z.string().max(120),
          // A number by its type, not an integer, though its description says minor units (document 2, Resources M).
          price: described(minorUnits(z.number()), "Price in minor units."),
          category: described(z.string(), "Category identifier from the catalog."),
          description: described(z.string(), "HTML or plain text.").optional(),
        }),
      },
      resource: "products",
      notShown: ["method and path", "currency of the price", "response body", "status of success"],
      samples: [
        {
          body: {
            name: "Ceramic mug",
            price: 1490,
            category: "kitchen",
            description: "<p>Holds 300 ml.</p>",
          },
        },
        { body: { name: "Oak board", price: 3990, category: "kitchen" } },
      ],
      sandbox: {
        route: { method: "POST", path: "/products" },
        handle: creating("products", "prod_", (row) => ({
          ...row,
          currency: "EUR",
          inventory: 0,
          status: "draft",
        })),
      },
    }),
  },
  orders: {
    create: defineOperation({
      title: "Create order",
      description: "Starts the checkout and payment flow.",
      effect: "write",
      request: {
        body: z.strictObject({
          items: maybe(
            z.array(z.strictObject({ product_id: maybe(id("prod_", "products")), quantity: maybe(z.int()) })),
          ),
          shipping: maybe(z.strictObject({ address: maybe(z.string()), method: maybe(z.string()) })),
          customer: maybe(z.strictObject({ email: maybe(email()), name: maybe(z.string()) })),
        }),
      },
      resource: "orders",
      notShown: [
        "method and path",
        "which fields are required",
        "values of the shipping method",
        "response body",
        "status of success",
      ],
      samples: [
        {
          body: {
            items: [
              { product_id: sampleId("prod_", 1), quantity: 2 },
              { product_id: sampleId("prod_", 2), quantity: 1 },
            ],
            shipping: { address: "1 Harbour Street, Springfield", method: "standard" },
            customer: { email: "ada@example.com", name: "Ada Example" },
          },
        },
      ],
      sandbox: {
        route: { method: "POST", path: "/orders" },
        /** Completes the order at once, so that the documented webhook can be seen. */
        choices: ["400 for a product that does not exist"],
        handle: creating("orders", "ord_", (row, call) => {
          const order = { ...row, order_id: row.id, total: totalOf(call), status: "fulfilled" };
          const { world } = call;
          world.emit("order.completed", completed(world.deliveryId("evt_"), world.now(), order));
          return order;
        }),
      },
    }),
  },
} as const;
