/** What several operations share in the sandbox. Prices, a tier's share and a period's length are its own. */
import { type Row, SandboxFault, type World } from "../../api.ts";

const monthly: Record<string, number> = { starter: 1900, professional: 4900, enterprise: 19900 };

export const priceOf = (tier: unknown, cycle: unknown): number =>
  (monthly[String(tier)] ?? 1900) * (cycle === "yearly" ? 10 : 1);

export const entitlementsOf = (tier: unknown) => ({
  unlimited_courses: tier !== "starter",
  live_sessions: "weekly",
  mentorship: tier === "enterprise",
  ai_paths: tier !== "starter",
  certifications: tier !== "starter",
});

/** A timestamp some days after another. */
export const later = (timestamp: string, days: number): string =>
  new Date(Date.parse(timestamp) + days * 86_400_000).toISOString().replace(".000Z", "Z");

export const periodEnd = (start: string, cycle: unknown): string =>
  later(start, cycle === "yearly" ? 365 : 30);

/** Delivers an event in the API's envelope. */
export function announce(world: World, type: string, data: Row): void {
  world.emit(type, { id: world.deliveryId("evt_"), type, created_at: world.now(), data });
}

/** No bound of a trial is documented, but no timestamp has a year of more than four digits. */
function trialEndAfter(now: string, days: number): string {
  const end = Date.parse(now) + days * 86_400_000;
  if (days >= 0 && end < Date.UTC(10_000, 0)) return later(now, days);
  throw new SandboxFault(400, {
    message: `trial_days: ${days < 0 ? "a trial cannot end before it begins" : "no timestamp can hold the end of the trial"}`,
    field: "trial_days",
  });
}

/** Puts a user on a tier. A user has at most one active membership at a time. */
export function startMembership(
  world: World,
  user: Row,
  start: { tier: unknown; cycle?: unknown; trialDays?: unknown },
): Row {
  const memberships = world.table("memberships");
  if (memberships.rows().some((row) => row.user_id === user.id && row.status === "active"))
    throw new SandboxFault(409, {
      message: `The user ${String(user.id)} already has an active membership.`,
      field: "user_id",
    });
  const now = world.now();
  const trialEnd = typeof start.trialDays === "number" ? trialEndAfter(now, start.trialDays) : null;
  const row = {
    id: world.id("mem_"),
    user_id: user.id,
    tier: start.tier ?? "starter",
    status: "active",
    current_period_start: now,
    current_period_end: periodEnd(now, start.cycle),
    trial_ends_at: trialEnd,
    entitlements: entitlementsOf(start.tier),
    created_at: now,
  };
  memberships.insert(row);
  const { id, user_id, tier, status, trial_ends_at } = row;
  announce(world, "membership.created", { id, user_id, tier, status, trial_ends_at });
  return row;
}

/** The period that runs now, of one that may be over. */
export function currentPeriod(world: World, end: unknown, cycle: unknown): { start: string; end: string } {
  let period = { start: "", end: String(end) };
  const now = Date.parse(world.now());
  while (Date.parse(period.end) <= now) period = { start: period.end, end: periodEnd(period.end, cycle) };
  return period;
}

/** Cancels a record when the period ends, and announces it then. Asking again changes nothing. */
export function cancelAt(
  world: World,
  resource: "memberships" | "subscriptions",
  row: Row,
  end: string,
): void {
  const id = String(row.id);
  world.at(end, `${resource} ${id} canceled`, () => {
    const table = world.table(resource);
    // It may have been removed with its user.
    if (!table.get(id)) return;
    const type = resource === "memberships" ? "membership.canceled" : "subscription.canceled";
    announce(world, type, table.update(id, { status: "canceled" }));
  });
}

/** The condition that the state table sets for pause and cancel requests. */
export function requireActive(row: Row): void {
  if (row.status !== "active")
    throw new SandboxFault(409, { message: `${String(row.id)} is ${String(row.status)}, not active.` });
}
