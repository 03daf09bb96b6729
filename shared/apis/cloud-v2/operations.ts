import * as z from "zod";
import { creating, listing } from "../../traits/behaviour.ts";
import { cursor, limit, maybe, open, pageNumber } from "../../traits/fields.ts";
import { linkPaging, singlePage } from "../../traits/paging.ts";
import { defineOperation } from "../define.ts";
import { regions } from "./records.ts";

export const operations = {
  instances: {
    list: defineOperation({
      title: "List instances",
      description: "The Link header of the reply carries the address of the next page.",
      effect: "read",
      method: "GET",
      path: "/instances",
      request: {
        query: z.strictObject({
          region: z.string().optional(),
          status: open("running").optional(),
          // Listed beside the cursor (document 1, Endpoints B), though paging is cursor-based (Limits).
          page: pageNumber(),
          limit: limit(),
          cursor: cursor(),
        }),
      },
      paging: linkPaging(),
      resource: "instances",
      notShown: [
        "response body",
        "status of success",
        "status values other than running",
        "default and largest page size",
        "how page and cursor go together",
      ],
      samples: [{ query: { status: "running" } }, { query: { region: "eu-central" } }, {}],
      sandbox: { handle: listing("instances") },
    }),
    create: defineOperation({
      title: "Create instance",
      description: "Provisions a virtual instance with NVMe storage and optional auto-scaling.",
      effect: "write",
      request: {
        body: z.strictObject({
          name: maybe(z.string()),
          plan: maybe(z.string()),
          region: maybe(z.string()),
          image: maybe(z.string()),
          auto_scale: maybe(z.boolean()),
          tags: maybe(z.array(z.string())),
        }),
      },
      resource: "instances",
      notShown: ["method and path", "which fields are required", "response body", "status of success"],
      samples: [
        {
          body: {
            name: "edge-43",
            plan: "standard-2",
            region: "eu-central",
            image: "debian-12",
            auto_scale: true,
            tags: ["production"],
          },
        },
      ],
      sandbox: {
        route: { method: "POST", path: "/instances" },
        handle: creating("instances", "inst_", (row, call) => ({
          name: "unnamed",
          status: "running",
          region: regions[0],
          auto_scale: false,
          tags: [],
          created_at: call.world.now(),
          ...row,
        })),
      },
    }),
  },
  databases: {
    list: defineOperation({
      title: "List database clusters",
      description: "Lists the managed MySQL, PostgreSQL and Redis clusters.",
      effect: "read",
      method: "GET",
      path: "/databases",
      request: {},
      paging: singlePage(),
      resource: "databases",
      notShown: ["response body", "status of success"],
      samples: [{}],
      sandbox: { handle: listing("databases") },
    }),
  },
} as const;
