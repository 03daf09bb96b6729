import * as z from "zod";
import { type Row, SandboxFault, type World } from "../../api.ts";
import { creating, found, listing } from "../../traits/behaviour.ts";
import {
  cursor,
  described,
  limit,
  maybe,
  opaqueId,
  shown,
  timestamp,
  perhapsNull,
} from "../../traits/fields.ts";
import { cursorPaging } from "../../traits/paging.ts";
import { defineOperation } from "../define.ts";
import { fullRegion, regions, server, serverStatus } from "./records.ts";

const paging = cursorPaging({
  next: "meta.next_cursor",
  previous: "meta.prev_cursor",
  link: "meta.next_page",
  total: "meta.total",
});

const bodyNotShown = ["which fields are required", "response body", "status of success"] as const;

/** Servers that were made in the sandbox. Those of the samples stay what they are, so that every state can be seen. */
const created = new WeakSet<Row>();

/** Milliseconds after which a new server runs. The documents show no transition: it is the sandbox's own. */
const provisioning = 4_000;

/** Lets the servers run that were made long enough ago. */
function provision(world: World): void {
  const servers = world.table("servers");
  for (const row of servers.rows())
    if (created.has(row) && Date.parse(world.now()) - Date.parse(String(row.created_at)) >= provisioning)
      servers.update(String(row.id), { status: "running" });
}

export const operations = {
  servers: {
    list: defineOperation({
      title: "List servers",
      effect: "read",
      method: "GET",
      path: "/servers",
      request: {
        query: z.strictObject({
          status: serverStatus.optional(),
          region: z.string().meta({ description: "Datacenter slug." }).optional(),
          limit: limit({ default: 20 }),
          cursor: cursor(),
        }),
      },
      reply: shown(
        {
          data: z.array(server),
          meta: shown({
            total: z.int(),
            next_page: perhapsNull(described(z.string(), "Link to the next page.")),
            next_cursor: perhapsNull(described(z.string(), "Cursor of the next page.")),
            prev_cursor: perhapsNull(described(z.string(), "Cursor of the previous page.")),
          }),
        },
        "data",
      ),
      status: 200,
      paging,
      resource: "servers",
      samples: [{ query: { status: "running", limit: 20 } }, { query: { region: "fra1" } }, {}],
      sandbox: {
        handle(call) {
          provision(call.world);
          return listing("servers")(call);
        },
      },
    }),
    create: defineOperation({
      title: "Create server",
      description:
        "Provisions a VPS instance. A region without capacity for the plan is answered with a capacity error.",
      effect: "write",
      method: "POST",
      path: "/servers",
      request: {
        body: z.strictObject({
          name: maybe(z.string()),
          region: maybe(z.string().meta({ description: "Datacenter slug." })),
          plan: maybe(z.string()),
          image: maybe(z.string()),
          ssh_keys: maybe(z.array(z.string()).meta({ description: "Key identifiers." })),
          auto_backup: maybe(z.boolean()),
        }),
      },
      resource: "servers",
      returns: "the created server",
      notShown: bodyNotShown,
      samples: [
        {
          body: {
            name: "web-46",
            region: "fra1",
            plan: "standard-2",
            image: "debian-12",
            ssh_keys: ["key_laptop"],
            auto_backup: true,
          },
        },
      ],
      sandbox: {
        choices: ["409 for a region without capacity"],
        handle: creating("servers", "srv_", (row, call) => {
          if (row.region === fullRegion)
            throw new SandboxFault(409, {
              code: "insufficient_resources",
              message: `The region ${fullRegion} has no capacity for this plan.`,
              details: { region: fullRegion, suggested_alternatives: [...regions] },
            });
          const server = {
            id: row.id,
            name: row.name ?? "unnamed",
            status: "provisioning",
            region: row.region ?? regions[0],
            specs: { cpu: 2, ram_gb: 4, storage_gb: 80 },
            ipv4: "203.0.113.200",
            created_at: call.world.now(),
          };
          created.add(server);
          return server;
        }),
      },
    }),
  },
  databases: {
    scale: defineOperation({
      title: "Scale database",
      description: "Changes the tier and the read replicas of a managed database cluster.",
      effect: "write",
      method: "POST",
      path: "/databases/scale",
      request: {
        body: z.strictObject({
          database_id: maybe(opaqueId("databases")),
          new_tier: maybe(z.string()),
          read_replicas: maybe(z.int()),
          maintenance_window: maybe(timestamp()),
        }),
      },
      resource: "databases",
      returns: "a scaling result",
      notShown: bodyNotShown,
      samples: [
        {
          body: {
            database_id: "db_orders",
            new_tier: "standard-4",
            read_replicas: 2,
            maintenance_window: "2026-12-01T02:00:00Z",
          },
        },
      ],
      sandbox: {
        choices: ["409 for a database that has the tier"],
        handle(call) {
          const { database_id, new_tier, read_replicas } = call.body;
          const row = found(
            { ...call, path: { database_id: String(database_id ?? "") } },
            "databases",
            "database_id",
          );
          if (new_tier === row.tier)
            throw new SandboxFault(409, {
              message: `The database already has the tier ${String(new_tier)}.`,
            });
          const change = {
            ...(new_tier !== undefined && { tier: new_tier }),
            ...(read_replicas !== undefined && { read_replicas }),
          };
          return { status: 200, body: call.world.table("databases").update(String(row.id), change) };
        },
      },
    }),
  },
  cdn: {
    purge: defineOperation({
      title: "Purge CDN cache",
      description: "Removes cached paths of a CDN zone. Wildcard patterns with * are used in paths.",
      effect: "write",
      method: "POST",
      path: "/cdn/zones/{zone_id}/purge",
      request: {
        path: z.strictObject({ zone_id: opaqueId("cdn-zones") }),
        body: z.strictObject({
          paths: maybe(described(z.array(z.string()), "Paths; wildcard patterns with * are used.")),
          etag_match: maybe(z.string()),
          async: maybe(z.boolean()),
        }),
      },
      resource: "cdn-zones",
      returns: "a purge result",
      notShown: bodyNotShown,
      samples: [{ path: { zone_id: "zone_1" }, body: { paths: ["/img/*"], async: true } }],
      sandbox: {
        handle(call) {
          const zone = found(call, "cdn-zones", "zone_id");
          return {
            status: 200,
            body: { zone_id: zone.id, purged: call.body.paths ?? [], async: call.body.async === true },
          };
        },
      },
    }),
  },
} as const;
