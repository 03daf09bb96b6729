import * as z from "zod";
import { creating, listing } from "../../traits/behaviour.ts";
import {
  described,
  emailAddress,
  limit,
  moment,
  open,
  pageNumber,
  shown,
  undocumented,
} from "../../traits/fields.ts";
import { numberedPaging } from "../../traits/paging.ts";
import { wave } from "../../traits/wave.ts";
import { defineOperation } from "../define.ts";
import { role, user, workspace } from "./records.ts";

export const operations = {
  users: {
    list: defineOperation({
      title: "List organization users",
      effect: "read",
      method: "GET",
      path: "/users",
      request: {
        query: z.strictObject({
          page: pageNumber(1),
          limit: limit({ max: 100, default: 20 }),
          role: role.optional(),
        }),
      },
      reply: shown(
        {
          data: z.array(user),
          meta: shown({
            current_page: z.int(),
            per_page: z.int(),
            total: z.int(),
            total_pages: z.int(),
          }),
        },
        "data",
      ),
      status: 200,
      paging: numberedPaging({
        page: "meta.current_page",
        size: "meta.per_page",
        total: "meta.total",
        pages: "meta.total_pages",
      }),
      resource: "users",
      notShown: ["sort and field-selection parameters"],
      samples: [{ query: { role: "editor", limit: 50 } }, { query: { page: 2 } }, {}],
      sandbox: { handle: listing("users") },
    }),
    create: defineOperation({
      title: "Create organization user",
      description: "Creates a user and sends an invitation by e-mail.",
      effect: "write",
      method: "POST",
      path: "/users",
      request: {
        body: z.strictObject({
          name: z.string().min(2).max(100),
          email: emailAddress(),
          role: role.meta({ default: "viewer" }).optional(),
        }),
      },
      resource: "users",
      returns: "the created user",
      notShown: ["response body", "status of success"],
      samples: [
        { body: { name: "Ravi Kapoor", email: "ravi.kapoor@example.com", role: "editor" } },
        { body: { name: "Maya Lund", email: "maya.lund@example.com" } },
      ],
      sandbox: {
        // 200 is the only success that the status codes list (document 3, Errors).
        handle: creating(
          "users",
          "usr_",
          (row, { world }) => ({ role: "viewer", ...row, created_at: world.now() }),
          200,
        ),
      },
    }),
  },
  dashboard: {
    metrics: defineOperation({
      title: "Get dashboard metrics",
      description: "Reads the real-time metrics of the dashboard.",
      effect: "read",
      method: "GET",
      path: "/dashboard/metrics",
      request: {},
      reply: shown({
        active_users: z.int(),
        revenue_mrr: z.int().meta({ "x-not-shown": ["unit"] }),
        conversion_rate: z.number().meta({ "x-not-shown": ["unit"] }),
        system_health: open("optimal"),
        last_updated: moment(),
      }),
      dashboard: {
        title: "Dashboard metrics",
        figures: [
          { field: "active_users", title: "Active users", kind: "number" },
          { field: "revenue_mrr", title: "Revenue (MRR)", kind: "number" },
          { field: "conversion_rate", title: "Conversion rate", kind: "number" },
          { field: "system_health", title: "System health", kind: "text" },
          { field: "last_updated", title: "Last updated", kind: "moment" },
        ],
      },
      notShown: ["units of the metrics", "status of success"],
      samples: [{}],
      sandbox: {
        handle: ({ world }) => ({
          status: 200,
          body: {
            active_users: world.table("users").rows().length,
            revenue_mrr: Math.round(wave("revenue", 48_200, world.now())),
            conversion_rate: Number(wave("conversion", 3.4, world.now()).toFixed(2)),
            system_health: "optimal",
            last_updated: world.now(),
          },
        }),
      },
    }),
  },
  settings: {
    update: defineOperation({
      title: "Update workspace settings",
      description: "Changes some of the workspace settings. Requires the admin role.",
      effect: "write",
      method: "PUT",
      path: "/settings",
      // PUT is documented as a partial update here (document 3, Endpoints, API X).
      partial: true,
      request: { body: described(undocumented(), "The settings to change; the others stay.") },
      resource: "settings",
      returns: "the updated settings",
      notShown: ["fields of the request body", "response body", "status of success"],
      samples: [{ body: { timezone: "Europe/Berlin" } }],
      sandbox: {
        handle: ({ body, world }) => ({
          status: 200,
          body: world.table("settings").update(workspace, { ...body, id: workspace }),
        }),
      },
    }),
  },
} as const;
