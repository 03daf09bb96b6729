import type { Resource, Row } from "../../api.ts";
import { undocumented } from "../../traits/fields.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";

export const regions = ["eu-central", "us-east", "ap-south"] as const;

const roles = ["edge", "api", "batch", "search", "mail", "metrics"] as const;

const instanceRow = (n: number): Row => ({
  id: sampleId("inst_", n),
  name: `${pick(roles, n)}-${String(n).padStart(2, "0")}`,
  status: pick(["running", "running", "stopped", "running"], n),
  region: pick(regions, n),
  plan: pick(["standard-2", "standard-4", "memory-8"], n),
  image: pick(["debian-12", "ubuntu-24-04"], n),
  auto_scale: n % 3 === 0,
  tags: pick([["production"], ["staging"], ["production", "public"]], n),
  created_at: sampleTime(n),
});

const clusterRow = (n: number): Row => ({
  id: sampleId("dbc_", n),
  name: pick(["orders", "sessions", "catalog", "reports", "search-cache", "billing"], n - 1),
  engine: pick(["postgresql", "redis", "mysql"], n - 1),
  status: "running",
  region: pick(regions, n),
});

export const resources = {
  instances: {
    title: "Instance",
    record: undocumented(),
    notShown: ["fields of the record"],
    samples: rows(42, instanceRow),
  },
  databases: {
    title: "Database cluster",
    record: undocumented(),
    notShown: ["fields of the record"],
    samples: rows(6, clusterRow),
  },
} satisfies Record<string, Resource>;
