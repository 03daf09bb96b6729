import * as z from "zod";
import type { Resource, Row } from "../../api.ts";
import { emailAddress, id, moment, shown, undocumented } from "../../traits/fields.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";

export const role = z.enum(["admin", "editor", "viewer"]);

export const user = shown(
  {
    id: id("usr_", "users"),
    name: z.string(),
    email: emailAddress(),
    role,
    created_at: moment(),
  },
  "id",
);

const people = [
  ["Sofia", "Marin"],
  ["David", "Osei"],
  ["Lena", "Fischer"],
  ["Arjun", "Mehta"],
  ["Chloe", "Martin"],
] as const;

const userRow = (n: number): Row => {
  const [first, last] = pick(people, n);
  return {
    id: sampleId("usr_", n),
    name: `${first} ${last}`,
    email: `${first}.${last}.${n}@example.com`.toLowerCase(),
    role: pick(["viewer", "viewer", "editor", "viewer", "admin", "editor"], n),
    created_at: sampleTime(n, 43),
  };
};

/** The only settings record that the sandbox has. */
export const workspace = "workspace";

export const resources = {
  users: { title: "Organization user", prefix: "usr_", record: user, samples: rows(42, userRow) },
  settings: {
    title: "Workspace settings",
    record: undocumented(),
    notShown: ["fields of the record"],
    samples: [{ id: workspace, workspace_name: "Acme", timezone: "UTC" }],
  },
} satisfies Record<string, Resource>;
