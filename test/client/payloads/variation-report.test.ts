// The table of the editor tells a careful handler from a careless one.
import { afterAll, expect, it } from "vitest";
import { variationReport } from "../../../client/payloads/variation-report.ts";
import type { Api } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { runVariations, type VariationResult, variationsOf } from "../../../shared/webhooks/variations.ts";
import { carefulHandler, carelessHandler, handlerSecret } from "../../shared/webhooks/handlers.ts";

const transport = createTransport();
afterAll(() => transport.close());
const marketplace = apis.find(({ slug }) => slug === "marketplace") as Api; // One of the ten.
const payload = Buffer.from(JSON.stringify(marketplace.events["order.completed"]?.samples[0]));
const now = Date.parse("2026-09-01T12:00:00Z");
let count = 0;
const variations = variationsOf(marketplace, payload, {
  settings: { secret: handlerSecret, encoding: "hex", prefix: "" },
  now,
  unique: () => String(++count),
});

async function reportOf(url: string): Promise<string> {
  const { signal } = new AbortController();
  const running = runVariations(variations, { transport, url: new URL(url), signal });
  const results = await Array.fromAsync(running);
  const tried = { title: "order", address: url, signed: "Signed.", count: variations.length };
  return variationReport(tried, results);
}

/** The first two columns. */
const judged = (report: string) =>
  [...report.matchAll(/^\| (\S.*?) \| (\S.*?) \| .* \|$/gm)]
    .map(([, state, name]) => `${name}: ${state}`)
    .slice(1);

it("of a careful handler finds nothing", async () => {
  const report = await reportOf(await carefulHandler(() => now));
  expect(report).toContain("\n12 variations: 12 careful.\n");
  expect(judged(report)).toEqual(variations.map(({ name }) => `${name}: careful`));
  expect(report).toMatch(/^\| careful \| tampered body \| 401 in \d+ ms \| refuses with a 4xx \|$/m);
});

it("of a careless one names each fault, and what a careful one does", async () => {
  const report = await reportOf(await carelessHandler());
  expect(report).toContain("\n12 variations: 10 **careless**, 2 careful.\n");
  expect(judged(report)).toEqual(
    variations.map(({ name }) => `${name}: ${name.startsWith("as it is") ? "careful" : "**careless**"}`),
  );
  expect(report).toMatch(
    /^\| \*\*careless\*\* \| missing signature \| 500 in \d+ ms \| refuses with a 4xx \|$|^\| \*\*careless\*\* \| missing signature \| 200 in \d+ ms \| refuses with a 4xx \|$/m,
  );
});

const result = (found: string): VariationResult => ({
  variation: variations[0] as (typeof variations)[number], // There are twelve.
  answers: [],
  state: "careless",
  found,
});

it("shows what a handler or a name says as it is", () => {
  const hostile = 'a | b\n\n# c [d](command:e) <img src="x"> `f` \u202e';
  const report = variationReport(
    { title: hostile, address: "http://127.0.0.1:1/`x`", signed: "Signed.", count: 1 },
    [result(hostile)],
  );
  expect(report).not.toMatch(/\u202e|\]\(|[^\\]<img|[^\\]\| b/);
  expect(report.split("\n").filter((line) => line.startsWith("#"))).toHaveLength(1);
  expect(report).toContain("`` http://127.0.0.1:1/`x` ``");
});

it("says that it was called off", () => {
  const tried = { title: "order", address: "http://127.0.0.1:1/", signed: "Signed.", count: 12 };
  expect(variationReport(tried, [result("204 in 1 ms")])).toContain("Called off: 11 of 12 were not sent");
});
