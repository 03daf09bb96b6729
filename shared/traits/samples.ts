/** Made-up records for the sandbox and the tests: the same at every start. */
import type { Row } from "../api.ts";

/** `count` records; `n` starts at 1, the newest first. */
export const rows = (count: number, row: (n: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => row(index + 1));

/** An identifier that looks like one: the prefix and eight letters or digits that depend on `n` alone. */
export function sampleId(prefix: string, n: number): string {
  let state = (n * 2654435761) % 4294967296;
  let text = "";
  for (let place = 0; place < 8; place++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    text += "abcdefghjkmnpqrstuvwxyz23456789"[Math.floor((state / 2147483648) * 31)];
  }
  return prefix + text;
}

/** A timestamp `n` steps of `hours` before a fixed day. */
export const sampleTime = (n: number, hours = 17): string =>
  new Date(Date.UTC(2026, 8, 1, 9, 30) - n * hours * 3_600_000).toISOString().replace(".000Z", "Z");

/** The `n`th value of a list, round and round. */
export function pick<const T extends readonly [unknown, ...unknown[]]>(values: T, n: number): T[number] {
  return values[n % values.length] ?? values[0];
}
