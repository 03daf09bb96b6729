import * as z from "zod";
import { creating, listing } from "../../traits/behaviour.ts";
import { date, described, limit, maybe } from "../../traits/fields.ts";
import { offsetPaging } from "../../traits/paging.ts";
import { wave } from "../../traits/wave.ts";
import { defineOperation } from "../define.ts";
import { project, projectStatus } from "./records.ts";

export const operations = {
  projects: {
    list: defineOperation({
      title: "List creative projects",
      description: "Sorted by creation date, newest first.",
      effect: "read",
      method: "GET",
      path: "/projects",
      request: {
        query: z.strictObject({
          limit: limit({ min: 1, max: 100, default: 20 }),
          offset: z.int().optional(),
          status: projectStatus.optional(),
        }),
      },
      status: 200,
      paging: offsetPaging(),
      resource: "projects",
      returns: "a page of projects",
      notShown: ["list envelope"],
      samples: [{ query: { status: "active", limit: 50 } }, { query: { limit: 20, offset: 20 } }, {}],
      sandbox: { handle: listing("projects") },
    }),
    create: defineOperation({
      title: "Create creative project",
      effect: "write",
      method: "POST",
      path: "/projects",
      request: {
        body: z.strictObject({
          name: z.string().min(3).max(50),
          description: z.string().optional(),
          team_ids: described(z.array(z.uuid()), "Team members to invite.").optional(),
        }),
      },
      reply: project,
      resource: "projects",
      notShown: ["status of success", "fields of the reply beyond identifier and request fields"],
      samples: [
        {
          body: {
            name: "Autumn campaign",
            description: "Posters and a short film",
            team_ids: ["6f1c2a50-8d3b-4e17-9a42-000000000001"],
          },
        },
        { body: { name: "Brand refresh" } },
      ],
      sandbox: {
        handle: creating("projects", "cp_", (row, call) => ({
          ...row,
          status: "draft",
          created_at: call.world.now(),
        })),
      },
    }),
  },
  analytics: {
    get: defineOperation({
      title: "Read creative analytics",
      effect: "read",
      method: "GET",
      path: "/analytics",
      dashboard: { title: "Creative analytics", figures: [], period: { from: "start", to: "end" } },
      request: {
        query: z.strictObject({
          start: maybe(described(date(), "Start date.")),
          end: maybe(described(date(), "End date.")),
        }),
      },
      returns: "aggregated engagement data, conversion rates and asset performance",
      notShown: [
        "which parameters are required",
        "whether the end date is included",
        "response body",
        "status of success",
      ],
      samples: [{ query: { start: "2026-08-01", end: "2026-08-31" } }],
      sandbox: {
        handle: ({ query, world }) => ({
          status: 200,
          body: {
            start: query.start ?? null,
            end: query.end ?? null,
            engagement: {
              views: Math.round(wave("views", 48_210, world.now())),
              clicks: Math.round(wave("clicks", 3_904, world.now())),
              shares: Math.round(wave("shares", 512, world.now())),
            },
            conversion_rate: Number(wave("conversion", 0.042, world.now()).toFixed(4)),
            assets: [
              { name: "poster-a2.png", views: 20_114, conversion_rate: 0.051 },
              { name: "teaser.mp4", views: 28_096, conversion_rate: 0.036 },
            ],
          },
        }),
      },
    }),
  },
} as const;
