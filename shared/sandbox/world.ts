import { randomInt } from "node:crypto";
import type { Api, Row, Table, World } from "../api.ts";

export interface RunningWorld extends World {
  /** Does what has become due, each at its own time. Called before anything of the world is read. */
  settle(): void;
}

/** As many as the identifiers of the sandbox are different, whose eight places are letters or digits. */
const identifiers = 36 ** 8;

const identifier = (prefix: string, count: number) => `${prefix}${count.toString(36).padStart(8, "0")}`;

/** Counts on over resets, from anywhere: whoever keeps the identifiers of what came takes one that is used again for a replay. */
export function deliveryIds(): World["deliveryId"] {
  let count = randomInt(identifiers);
  return (prefix) => identifier(prefix, (count = (count + 1) % identifiers));
}

/** The records of one API in memory, made of its samples: the same at every start. */
export function createWorld(
  api: Api,
  now: () => number,
  { deliver, deliveryId }: { deliver: World["emit"]; deliveryId: World["deliveryId"] },
): RunningWorld {
  const tables = new Map<string, Table>();
  const due = new Map<string, { time: number; act: () => void }>();
  /** The time at which something was due that is being done. */
  let moment: number | undefined;
  let count = 0;
  return {
    table(resource) {
      const known = tables.get(resource);
      if (known) return known;
      const table = createTable(structuredClone(api.resources[resource]?.samples ?? []) as Row[]);
      tables.set(resource, table);
      return table;
    },
    id: (prefix) => identifier(prefix, ++count),
    deliveryId,
    now: () => new Date(moment ?? now()).toISOString().replace(/\.\d+Z$/, "Z"),
    emit: deliver,
    at: (timestamp, name, act) => void due.set(name, { time: Date.parse(timestamp), act }),
    settle() {
      for (;;) {
        const [first] = [...due]
          .filter(([, { time }]) => time <= now())
          .sort(([, a], [, b]) => a.time - b.time);
        if (!first) return;
        const [name, { time, act }] = first;
        due.delete(name);
        moment = time;
        try {
          act();
        } finally {
          moment = undefined;
        }
      }
    },
  };
}

function createTable(rows: Row[]): Table {
  const indexOf = (id: string) => rows.findIndex((row) => row.id === id);
  return {
    rows: () => [...rows],
    get: (id) => rows[indexOf(id)],
    insert: (row) => void rows.unshift(row),
    update(id, change) {
      const index = indexOf(id);
      const row = { ...rows[index], ...change };
      rows[index] = row;
      return row;
    },
    remove(id) {
      rows.splice(indexOf(id), 1);
    },
  };
}
