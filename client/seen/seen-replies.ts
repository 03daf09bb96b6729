/**
 * What replies had beyond the documents, by environment and operation, for longer than this window lives. Without vscode.
 * Kept are names of fields, statuses and values of documented value lists: no other value of a reply.
 */
import type { Sendable } from "../../shared/api.ts";
import { toJsonSchema } from "../../shared/derived/schemas.ts";
import { type Drift, Seen } from "../../shared/requests/drift.ts";
import type { DriftOf } from "../../shared/requests/drift-report.ts";
import { keep, type Kept, keptIn, type Memory } from "./kept.ts";

/** More are not kept of one operation in one environment. */
const most = 200;

export class SeenReplies {
  readonly #memory: Memory;
  /** Since the start: what no reply had is known of these alone. */
  readonly #now = new Map<string, Seen>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /**
   * Whether there was anything new. Lists are read again and again: only that is written.
   * @param today as ISO 8601 has a day: `2026-01-31`
   */
  async add(
    { operation, environment }: { operation: Sendable; environment: string },
    reply: { status: number; body?: unknown },
    today: string,
  ): Promise<boolean> {
    const name = `${environment} ${operation.id}`;
    const seen = this.#now.get(name) ?? new Seen(documentedOf(operation));
    this.#now.set(name, seen);
    const had = seen.add(reply);
    const all = keptIn(this.#memory);
    const known = all.find((each) => each.operation === operation.id && each.environment === environment);
    const beyond = new Map((known?.beyond ?? []).map((each) => [keyOf(each), each]));
    const room = most - (known?.beyond.filter(({ last }) => last === today).length ?? 0);
    const news = [...had].filter((drift) => beyond.get(keyOf(drift))?.last !== today).slice(0, room);
    if (known && news.length === 0) return false;
    for (const drift of news) {
      // What was seen last stands last: what was seen on other days makes room.
      beyond.delete(keyOf(drift));
      beyond.set(keyOf(drift), { ...drift, last: today });
    }
    const found: Kept = {
      operation: operation.id,
      environment,
      replies: (known?.replies ?? 0) + 1,
      beyond: [...beyond.values()].slice(-most),
    };
    await keep(this.#memory, [...all.filter((each) => each !== known), found]);
    return news.length > 0;
  }

  /** Of an environment, by operation. */
  report(environment: string): DriftOf[] {
    return keptIn(this.#memory)
      .filter((found) => found.environment === environment)
      .map(({ operation, replies, beyond }) => {
        const seen = this.#now.get(`${environment} ${operation}`);
        return {
          operation,
          place: environment,
          replies: Math.max(replies, seen?.replies ?? 0),
          beyond,
          unseen: seen?.unseen ?? [],
        };
      })
      .toSorted((a, b) => a.operation.localeCompare(b.operation));
  }
}

function documentedOf({ reply, api, status }: Sendable & { reply?: Parameters<typeof toJsonSchema>[0] }) {
  const statuses = Object.keys(api.statuses).map(Number);
  return {
    schema: reply && toJsonSchema(reply),
    statuses: new Set(status === undefined ? statuses : [...statuses, status]),
  };
}

const keyOf = ({ kind, at, seen }: Drift) => JSON.stringify([kind, at, seen]);
