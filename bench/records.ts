/** A long list, read by the typed client and by undici with JSON.parse alone. */
import { fork } from "node:child_process";
import { join } from "node:path";
import { request } from "undici";
import { cloudV1 } from "../shared/apis/cloud-v1/index.ts";
import { clientFor } from "../shared/client.ts";
import { ms, type Row, summarise, times } from "./measure.ts";

const count = 10_000;
const size = 100;
const key = "a-key-that-opens-nothing";

/** A record as it is documented, but for its number. */
const documented = (number: number) => ({
  id: `srv_${number}`,
  name: `web-${number}`,
  status: "running",
  region: "fra1",
  specs: { cpu: 4, ram_gb: 8, storage_gb: 160 },
  ipv4: "203.0.113.7",
  created_at: "2026-09-01T12:00:00Z",
});

const kinds: [what: string, record: (number: number) => object][] = [
  ["rows as documented", documented],
  ["rows that depart", (number) => ({ ...documented(number), name: number, created_at: null })],
];

export async function listings(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, record] of kinds) {
    const records = Array.from({ length: count }, (_, number) => record(number + 1));
    const { baseUrl, stop } = await served(records);
    const { servers } = clientFor(cloudV1, { baseUrl, credentials: { key } });
    const runs = {
      raw: () => readRaw(`${baseUrl}/servers`),
      listed: async () => {
        let found = 0;
        for await (const _ of servers.list({ query: { limit: size } })) found++;
        return found;
      },
      "looked at": async () => {
        let found = 0;
        for await (const page of servers.list({ query: { limit: size } }).pages())
          found += page.rows.length + (page.faulty.size > size ? 1 : 0);
        return found;
      },
    };
    const taken: Record<keyof typeof runs, number[]> = { raw: [], listed: [], "looked at": [] };
    for (let turn = 0; turn < 25; turn++)
      for (const name of Object.keys(runs) as (keyof typeof runs)[]) {
        const start = performance.now();
        if ((await runs[name]()) !== count) throw new Error("Records are missing.");
        if (turn >= 5) taken[name].push(performance.now() - start);
      }
    stop();
    const raw = summarise(taken.raw);
    for (const [name, words] of [
      ["listed", ""],
      ["looked at", ", departures looked at"],
    ] as const) {
      const ours = summarise(taken[name]);
      rows.push({
        what: `10,000 records in pages of 100, ${what}${words}: undici with JSON.parse ÷ ours`,
        ratio: times(raw.median / ours.median),
        target: name === "listed" ? "0.8" : "",
        detail: `${ms(raw)} ÷ ${ms(ours)}`,
      });
    }
  }
  return rows;
}

async function readRaw(address: string): Promise<number> {
  let found = 0;
  for (let cursor = ""; ; ) {
    const { body } = await request(`${address}?limit=${size}${cursor}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const page = JSON.parse(await body.text());
    found += page.data.length;
    if (page.meta.next_cursor === null) return found;
    cursor = `&cursor=${page.meta.next_cursor}`;
  }
}

async function served(records: object[]): Promise<{ baseUrl: string; stop: () => void }> {
  const server = fork(join(import.meta.dirname, "records-server.mjs"));
  const port = await new Promise((resolve) => {
    server.once("message", resolve);
    server.send({ records, size });
  });
  return { baseUrl: `http://127.0.0.1:${String(port)}/v1`, stop: () => void server.kill() };
}
