import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { described, id, opaqueId, open, shown } from "../../traits/fields.ts";
import { pick, rows, sampleId } from "../../traits/samples.ts";

export const productStatus = z.enum(["active", "draft", "archived"]);

export const product = shown(
  {
    id: id("prod_", "products"),
    name: z.string(),
    // Only create is said to count in minor units (document 2, Resources M).
    price: z.number().meta({ "x-not-shown": ["unit in replies"] }),
    currency: described(z.string(), "Currency code; in replies only."),
    category: described(z.string(), "Category identifier from the catalog."),
    description: described(z.string(), "HTML or plain text."),
    inventory: z.int(),
    status: productStatus,
  },
  "id",
);

const goods = ["Ceramic mug", "Linen apron", "Oak board", "Wool blanket", "Brass lamp", "Tea towel"] as const;

const productRow = (n: number): Row => ({
  id: sampleId("prod_", n),
  name: `${pick(goods, n)} no. ${n}`,
  price: 990 + ((n * 37) % 60) * 100,
  currency: "EUR",
  category: pick(["kitchen", "textiles", "living"], n),
  description: `A ${pick(goods, n).toLowerCase()}, made by hand.`,
  inventory: (n * 11) % 75,
  status: pick(["active", "active", "active", "draft", "archived"], n),
});

const orderRow = (n: number): Row => {
  const id = sampleId("ord_", n);
  return { id, order_id: id, total: 1_990 + n * 500, status: "fulfilled" };
};

export const resources = {
  products: {
    title: "Product",
    prefix: "prod_",
    record: product,
    notShown: ["unit of the price in replies", "transitions between states"],
    samples: rows(55, productRow),
  },
  orders: {
    title: "Order",
    // The order event carries these three (document 2, Resources M).
    record: shown({
      order_id: opaqueId(),
      total: z.number().meta({ "x-not-shown": ["unit"] }),
      status: open("fulfilled"),
    }),
    notShown: [
      "further fields of the record",
      "prefix of the identifier",
      "status values other than fulfilled",
      "transitions between states",
    ],
    samples: rows(4, orderRow),
  },
} satisfies Record<string, Resource>;
