import type { Api, Row, Table, World } from "../api.ts";

/** The records of one API in memory, made of its samples: the same at every start. */
export function createWorld(
  api: Api,
  now: () => number,
  deliver: (event: string, payload: Row) => void,
): World {
  const tables = new Map<string, Table>();
  let count = 0;
  return {
    table(resource) {
      const known = tables.get(resource);
      if (known) return known;
      const table = createTable(structuredClone(api.resources[resource]?.samples ?? []) as Row[]);
      tables.set(resource, table);
      return table;
    },
    id: (prefix) => `${prefix}${(++count).toString(36).padStart(8, "0")}`,
    now: () => new Date(now()).toISOString().replace(/\.\d+Z$/, "Z"),
    emit: deliver,
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
