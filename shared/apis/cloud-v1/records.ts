import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { id, shown, timestamp, undocumented } from "../../traits/fields.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";

export const serverStatus = z.enum(["running", "stopped", "provisioning"]);
export const regions = ["fra1", "ams3", "nyc2", "sgp1"] as const;
/** The sandbox has no capacity for any plan here, so that the documented capacity error can be seen. */
export const fullRegion = "lon1";

export const server = shown(
  {
    id: id("srv_", "servers"),
    name: z.string(),
    status: serverStatus,
    region: z.string().meta({ description: "Datacenter slug." }),
    specs: shown({ cpu: z.int(), ram_gb: z.int(), storage_gb: z.int() }),
    ipv4: z.ipv4(),
    created_at: timestamp(),
  },
  "id",
);

const roles = ["web", "api", "worker", "db-proxy", "build", "cache"] as const;

const serverRow = (n: number): Row => ({
  id: sampleId("srv_", n),
  name: `${pick(roles, n)}-${String(n).padStart(2, "0")}`,
  status: pick(["running", "running", "running", "stopped", "provisioning"], n),
  region: pick(regions, n),
  specs: { cpu: pick([2, 4, 8], n), ram_gb: pick([4, 8, 16], n), storage_gb: pick([80, 160, 320], n) },
  ipv4: `203.0.113.${n}`,
  created_at: sampleTime(n),
});

export const resources = {
  servers: { title: "Server", prefix: "srv_", record: server, samples: rows(45, serverRow) },
  databases: {
    title: "Database cluster",
    record: undocumented(),
    notShown: ["fields of the record"],
    samples: [
      { id: "db_orders", name: "orders", engine: "postgresql", tier: "standard-2", read_replicas: 1 },
      { id: "db_sessions", name: "sessions", engine: "redis", tier: "standard-1", read_replicas: 0 },
    ],
  },
  "cdn-zones": {
    title: "CDN zone",
    record: undocumented(),
    notShown: ["fields of the record"],
    samples: [
      { id: "zone_1", name: "www" },
      { id: "zone_2", name: "assets" },
    ],
  },
} satisfies Record<string, Resource>;
