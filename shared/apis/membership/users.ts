import * as z from "zod";
import { type Resource, type Row, SandboxFault } from "../../api.ts";
import { changing, listing, reading, removing } from "../../traits/behaviour.ts";
import {
  cursor,
  described,
  email,
  id,
  keyValues,
  limit,
  maybe,
  moment,
  shown,
  timestamp,
  perhapsNull,
} from "../../traits/fields.ts";
import { cursorPaging } from "../../traits/paging.ts";
import { pick, rows, sampleId, sampleTime } from "../../traits/samples.ts";
import { defineOperation } from "../define.ts";
import { periodOfMembership } from "./memberships.ts";
import { announce, startMembership } from "./sandbox.ts";
import { tiers } from "./tiers.ts";

const status = z.enum(["active", "paused", "canceled"]);
const membershipTier = z.enum(tiers);

const user = shown(
  {
    id: id("usr_", "users"),
    email: z.string(),
    name: described(z.string(), "Full display name."),
    avatar_url: z.string(),
    status,
    member_since: timestamp(),
    membership_tier: membershipTier,
    metadata: keyValues(20),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  "id",
);

const people = [
  ["Amara", "Okafor"],
  ["Jonas", "Lindqvist"],
  ["Priya", "Raman"],
  ["Mateo", "Silva"],
  ["Hanna", "Weber"],
  ["Yuki", "Tanaka"],
  ["Leila", "Haddad"],
] as const;
const cities = ["Accra", "Berlin", "Chennai", "Lisbon", "Osaka"] as const;

/** Every fourth user has a membership: the user `4n` the membership `n`. */
const userRow = (n: number): Row => {
  const [first, last] = pick(people, n);
  const member = n % 4 === 0;
  return {
    id: sampleId("usr_", n),
    email: `${first}.${last}.${n}@example.com`.toLowerCase(),
    name: `${first} ${last}`,
    avatar_url: `https://avatars.example.com/${n}.png`,
    status: member ? "active" : pick(["active", "paused", "canceled"], n),
    member_since: sampleTime(n, 31),
    ...(member && { membership_tier: pick(tiers, n / 4) }),
    metadata: { city: pick(cities, n) },
    created_at: sampleTime(n, 31),
    updated_at: sampleTime(n, 5),
  };
};

export const users: Resource = {
  title: "User",
  prefix: "usr_",
  record: user,
  notShown: ["transitions of the status"],
  samples: rows(48, userRow),
};

const userPath = z.strictObject({ user_id: id("usr_", "users") });

export const userOperations = {
  list: defineOperation({
    title: "List users",
    effect: "read",
    method: "GET",
    path: "/users",
    request: {
      query: z.strictObject({
        limit: limit({ min: 1, max: 100, default: 20 }),
        cursor: cursor(),
        status: status.optional(),
        // A datetime, and no <timestamp> (document 2, Endpoints).
        created_after: moment().optional(),
      }),
    },
    reply: shown(
      {
        data: z.array(user),
        has_more: z.boolean(),
        next_cursor: perhapsNull(described(z.string(), "Cursor of the next page.")),
      },
      "data",
    ),
    paging: cursorPaging({ next: "next_cursor", more: "has_more" }),
    resource: "users",
    notShown: ["status of success"],
    samples: [
      { query: { status: "active", limit: 50 } },
      { query: { created_after: "2026-06-01T00:00:00Z" } },
      {},
    ],
    sandbox: {
      handle: listing("users", (row, { query }) => {
        const { created_after } = query;
        return (
          typeof created_after !== "string" || Date.parse(String(row.created_at)) > Date.parse(created_after)
        );
      }),
    },
  }),
  create: defineOperation({
    title: "Create user",
    description: "Creates a user. A membership tier enrols the user in that tier.",
    effect: "write",
    request: {
      body: z.strictObject({
        email: described(email(), "E-mail address; unique."),
        name: described(z.string(), "Full display name."),
        membership_tier: described(membershipTier, "Enrols the user in the tier.").optional(),
        metadata: keyValues(20).optional(),
      }),
    },
    reply: shown(
      {
        id: id("usr_", "users"),
        email: z.string(),
        name: z.string(),
        status,
        membership_tier: membershipTier,
        created_at: timestamp(),
      },
      "id",
    ),
    resource: "users",
    affects: ["memberships"],
    notShown: ["method and path", "status of success"],
    samples: [
      {
        body: {
          email: "noor.bakker@example.com",
          name: "Noor Bakker",
          membership_tier: "professional",
          metadata: { city: "Utrecht", cohort: "autumn" },
        },
      },
      { body: { email: "ines.duarte@example.com", name: "Inês Duarte" } },
    ],
    sandbox: {
      route: { method: "POST", path: "/users" },
      choices: ["409 for an e-mail address that is taken", "409 for a user who has an active membership"],
      handle({ body, world }) {
        const { email, name, membership_tier, metadata } = body;
        const table = world.table("users");
        if (table.rows().some((row) => row.email === email))
          throw new SandboxFault(409, {
            message: `There is already a user with the e-mail address ${String(email)}.`,
            field: "email",
          });
        const now = world.now();
        const row = {
          id: world.id("usr_"),
          email,
          name,
          status: "active",
          ...(membership_tier !== undefined && { membership_tier }),
          member_since: now,
          ...(metadata !== undefined && { metadata }),
          created_at: now,
          updated_at: now,
        };
        table.insert(row);
        announce(world, "user.created", row);
        if (membership_tier !== undefined) startMembership(world, row, { tier: membership_tier });
        const { id, status, created_at } = row;
        return { status: 201, body: { id, email, name, status, membership_tier, created_at } };
      },
    },
  }),
  get: defineOperation({
    title: "Retrieve user",
    effect: "read",
    request: { path: userPath },
    reply: user.extend({ membership: perhapsNull(periodOfMembership).optional() }),
    resource: "users",
    notShown: ["method and path", "status of success", "membership of a user who has none"],
    samples: [{ path: { user_id: sampleId("usr_", 4) } }],
    sandbox: {
      route: { method: "GET", path: "/users/{user_id}" },
      handle: reading("users", "user_id", (row, { world }) => {
        const membership = world
          .table("memberships")
          .rows()
          .find(({ user_id }) => user_id === row.id);
        if (!membership) return row;
        const { id, tier, current_period_start, current_period_end, trial_ends_at } = membership;
        return {
          ...row,
          membership: { id, tier, current_period_start, current_period_end, trial_ends_at },
        };
      }),
    },
  }),
  update: defineOperation({
    title: "Update user",
    description: "Changes a user. Fields that are not sent stay unchanged.",
    effect: "write",
    partial: true,
    request: {
      // The parameter is documented for retrieving and deleting, and only to be expected here.
      path: z
        .looseObject({ user_id: maybe(id("usr_", "users")) })
        .meta({ "x-not-shown": ["path parameters"] }),
      body: z.strictObject({ name: z.string().optional(), metadata: keyValues(20).optional() }),
    },
    reply: user,
    resource: "users",
    notShown: ["method and path", "path parameters", "status of success"],
    samples: [
      { path: { user_id: sampleId("usr_", 3) }, body: { name: "Mateo Silva Costa" } },
      { path: { user_id: sampleId("usr_", 8) }, body: { metadata: { city: "Kyoto" } } },
    ],
    sandbox: {
      route: { method: "PATCH", path: "/users/{user_id}" },
      handle: changing("users", "user_id", (row, { body, world }) => {
        const change = { ...body, updated_at: world.now() };
        announce(world, "user.updated", { ...row, ...change });
        return change;
      }),
    },
  }),
  delete: defineOperation({
    title: "Delete user",
    description: "Deletes a user for good and removes associated data.",
    effect: "delete",
    request: { path: userPath },
    reply: shown({ id: id("usr_", "users"), deleted: z.literal(true) }, "id"),
    resource: "users",
    affects: ["memberships", "invoices"],
    announces: "user.deleted",
    notShown: ["method and path", "status of success", "which associated data is removed"],
    samples: [{ path: { user_id: sampleId("usr_", 2) } }],
    sandbox: {
      route: { method: "DELETE", path: "/users/{user_id}" },
      handle: removing("users", "user_id", ({ id }, { world }) => {
        const remove = (resource: string, field: string, owners: unknown[]) => {
          const owned = world
            .table(resource)
            .rows()
            .filter((row) => owners.includes(row[field]))
            .map((row) => String(row.id));
          for (const one of owned) world.table(resource).remove(one);
          return owned;
        };
        const memberships = remove("memberships", "user_id", [id]);
        const subscriptions = remove("subscriptions", "membership_id", memberships);
        remove("invoices", "subscription_id", subscriptions);
        announce(world, "user.deleted", { id });
        return { status: 200, body: { id, deleted: true } };
      }),
    },
  }),
} as const;
