/** The texts that are measured: arrays of orders as the marketplace API sends them, pretty-printed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { KeptCatalogue } from "../shared/derived/catalogue.ts";

export const root = join(import.meta.dirname, "..");

export const catalogue = JSON.parse(
  readFileSync(join(root, "dist", "catalogue.json"), "utf8"),
) as KeptCatalogue["catalogue"]; // Our own build's output.

export const api = "marketplace";
export const schema = catalogue.webhookFiles[api] as object;

const event = catalogue.events.find((each) => each.api === api);
const order = JSON.stringify([event?.samples[0]], null, 2).slice(2, -2);

/** At least one order, and about so many characters. */
export function orders(length: number): string {
  const count = Math.max(1, Math.round(length / (order.length + 2)));
  return `[\n${Array.from({ length: count }, () => order).join(",\n")}\n]`;
}

export const oneOrder = JSON.stringify(event?.samples[0], null, 2);

export const sizes = [
  { name: "1 KB", length: 1024 },
  { name: "100 KB", length: 100 * 1024 },
  { name: "1 MB", length: 1024 * 1024 },
  { name: "10 MB", length: 10 * 1024 * 1024 },
] as const;

/** A place within a string value, somewhere behind the share of the text. */
export function placeToType(text: string, share: number): number {
  const from = Math.floor(text.length * share);
  const found = text.indexOf('": "', from);
  return (found < 0 ? text.indexOf('": "') : found) + 5;
}
