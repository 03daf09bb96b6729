/** What is left of each key's rate budget, as the replies said. Without vscode. */
import type { Api, Budget } from "../../shared/api.ts";
import type { KeyOwner } from "../../shared/keys/keys.ts";

/** Every budget that is documented is per minute: without a stated reset it tells no more after one. */
const minute = 60_000;

/** One key's use of its API. */
export interface Use {
  api: Api;
  owner: KeyOwner;
  /** Replies that this window has had today, by the local calendar. */
  today: number;
  /** When the last reply came, in milliseconds. */
  seen: number;
  limit?: number;
  /** Absent when no reply said it, or when the time that it was said for is over. */
  remaining?: number;
  /** Until when `remaining` tells something, in milliseconds. */
  until?: number;
  /** When the whole limit is there again, in milliseconds. Absent when it is not stated, or over. */
  reset?: number;
}

interface Kept {
  api: Api;
  owner: KeyOwner;
  budget: Budget;
  /** When the budget was stated. */
  stated: number;
  seen: number;
  day: string;
  count: number;
}

export class Budgets {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #listeners = new Set<() => void>();

  /** `now` in milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A reply has come; `budget` is what its headers say. */
  replied(api: Api, owner: KeyOwner, budget: Budget): void {
    const name = nameOf(owner);
    const seen = this.#now();
    const day = new Date(seen).toDateString();
    const before = this.#kept.get(name);
    const states = Object.keys(budget).length > 0;
    // The one used last is the last of the map.
    this.#kept.delete(name);
    this.#kept.set(name, {
      api,
      owner,
      budget: states || !before ? budget : before.budget,
      stated: states || !before ? seen : before.stated,
      seen,
      day,
      count: (before?.day === day ? before.count : 0) + 1,
    });
    for (const listener of this.#listeners) listener();
  }

  /** The keys used in the environment, the one used last at the end. */
  in(environment: string): Use[] {
    return [...this.#kept.values()]
      .filter(({ owner }) => owner.environment === environment)
      .map((kept) => this.#use(kept));
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  #use({ api, owner, budget, stated, seen, day, count }: Kept): Use {
    const now = this.#now();
    const reset = budget.reset === undefined ? undefined : milliseconds(budget.reset);
    const until = reset ?? stated + minute;
    const isCurrent = now < until;
    return {
      api,
      owner,
      seen,
      today: day === new Date(now).toDateString() ? count : 0,
      ...(budget.limit !== undefined && { limit: budget.limit }),
      ...(isCurrent && budget.remaining !== undefined && { remaining: budget.remaining, until }),
      ...(isCurrent && reset !== undefined && { reset }),
    };
  }
}

/** Whether less is left than the part of the limit. Not when one of the two is not known. */
export const isBelow = ({ limit, remaining }: Pick<Use, "limit" | "remaining">, part: number): boolean =>
  limit !== undefined && remaining !== undefined && remaining < limit * part;

/** Whether there is reason to warn. */
export const isLow = (use: Pick<Use, "limit" | "remaining">, reserve: number): boolean =>
  use.remaining === 0 || isBelow(use, reserve);

/** "994/1,000", or as much of it as is known. */
export function budgetText({ limit, remaining }: Pick<Use, "limit" | "remaining">): string | undefined {
  if (remaining === undefined) return undefined;
  return limit === undefined ? `${count(remaining)} left` : `${count(remaining)}/${count(limit)}`;
}

export const count = (value: number): string => value.toLocaleString("en");

/** No second of our time is as late as 1e11, no millisecond as early. */
const milliseconds = (time: number) => Math.min(time > 1e11 ? time : time * 1000, 8.64e15);

const nameOf = ({ environment, api, origin }: KeyOwner) => `${environment} ${api} ${origin}`;
