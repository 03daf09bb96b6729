/**
 * What replies had beyond the documents, by environment and operation, for longer than this window lives. Without vscode.
 * Kept are names of fields, statuses and values of documented value lists: no other value of a reply.
 */
import type { Sendable } from "../../shared/api.ts";
import { toJsonSchema } from "../../shared/derived/schemas.ts";
import { type Drift, Seen } from "../../shared/requests/drift.ts";
import type { DriftOf } from "../../shared/requests/drift-report.ts";
import { isRow } from "../../shared/traits/values.ts";

/** What VS Code keeps for an extension. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

const stateKey = "switchboard.seen";
/** More are not kept of one operation in one environment. */
const most = 200;

type Kept = Drift & { last: string };

interface Found {
  operation: string;
  environment: string;
  replies: number;
  beyond: readonly Kept[];
}

export class SeenReplies {
  readonly #memory: Memory;
  /** Since the start: what no reply had is known of these alone. */
  readonly #now = new Map<string, Seen>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** @param today as ISO 8601 has a day: `2026-01-31` */
  async add(
    { operation, environment }: { operation: Sendable; environment: string },
    reply: { status: number; body?: unknown },
    today: string,
  ): Promise<void> {
    const name = `${environment} ${operation.id}`;
    const seen = this.#now.get(name) ?? new Seen(documentedOf(operation));
    this.#now.set(name, seen);
    const before = seen.drift.length;
    seen.add(reply);
    const all = this.#kept();
    const known = all.find((each) => each.operation === operation.id && each.environment === environment);
    // Lists are read again and again: only what is new is worth writing.
    if (known && seen.drift.length === before && known.beyond.every(({ last }) => last === today)) return;
    const beyond = new Map((known?.beyond ?? []).map((each) => [keyOf(each), each]));
    for (const drift of seen.drift) beyond.set(keyOf(drift), { ...drift, last: today });
    const found: Found = {
      operation: operation.id,
      environment,
      replies: (known?.replies ?? 0) + 1,
      beyond: [...beyond.values()].slice(-most),
    };
    await this.#memory.update(stateKey, [...all.filter((each) => each !== known), found]);
  }

  /** Of an environment, by operation. */
  report(environment: string): DriftOf[] {
    return this.#kept()
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

  #kept(): Found[] {
    const value = this.#memory.get(stateKey);
    return Array.isArray(value) ? value.filter(isFound) : [];
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

const isFound = (value: unknown): value is Found =>
  isRow(value) &&
  typeof value.operation === "string" &&
  typeof value.environment === "string" &&
  typeof value.replies === "number" &&
  Array.isArray(value.beyond) &&
  value.beyond.every(
    (each) =>
      isRow(each) && [each.kind, each.at, each.seen, each.last].every((part) => typeof part === "string"),
  );
