// Lists of every style whose pages hang together in random ways: the exact records, or a visible "incomplete".
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Query, RequestValues, Row } from "../../../shared/api.ts";
import { listing } from "../../../shared/http/listing.ts";
import { seed } from "../../server/random.ts";
import { operation } from "./calls.ts";

const base = new URL("https://api.example.com/v1");

/** What a page says of the next one, and what it says wrong. */
type Fault = "none" | "cursor of another type" | "no cursor" | "back to a page" | "a page again, for ever";

interface Graph {
  /** The identifiers of each page's records; those of neighbours may overlap, as when a list shifts. */
  pages: string[][];
  fault: Fault;
  /** The page that has it. */
  at: number;
  /** What stands in place of a cursor. */
  odd: unknown;
  back: number;
}

const graphs: fc.Arbitrary<Graph> = fc
  .record({
    sizes: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 9 }),
    overlap: fc.nat({ max: 2 }),
    fault: fc.constantFrom<Fault>(
      "none",
      "none",
      "cursor of another type",
      "no cursor",
      "back to a page",
      "a page again, for ever",
    ),
    at: fc.nat(),
    odd: fc.oneof(
      fc.integer(),
      fc.constant(true),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.string()),
    ),
    back: fc.nat(),
  })
  .map(({ sizes, overlap, at, back, ...rest }) => {
    let first = 0;
    const pages = sizes.map((size) => {
      const start = Math.max(0, first - overlap);
      first += size;
      return Array.from({ length: first - start }, (_, index) => `r${start + index}`);
    });
    const faulty = at % pages.length;
    return { pages, at: faulty, back: back % (faulty + 1), ...rest };
  });

/** A list in the envelope of an API, and how its faults are told there. */
interface Style {
  id: string;
  reply: (rows: Row[], next: unknown, more: boolean) => { body: unknown; headers?: Record<string, string> };
  /** Only these can be said in it. */
  faults: readonly Fault[];
}

const everyFault: readonly Fault[] = [
  "cursor of another type",
  "no cursor",
  "back to a page",
  "a page again, for ever",
];
const styles: Style[] = [
  {
    id: "membership.users.list",
    reply: (data, next_cursor, has_more) => ({ body: { data, next_cursor, has_more } }),
    faults: everyFault,
  },
  {
    id: "cloud-v1.servers.list",
    reply: (data, next_cursor) => ({ body: { data, meta: { next_cursor } } }),
    // Nothing else says that there is more.
    faults: everyFault.filter((fault) => fault !== "no cursor"),
  },
  {
    id: "social.users.list",
    reply: (data, next_cursor, has_more) => ({
      body: { success: true, data, pagination: { next_cursor, has_more } },
    }),
    faults: everyFault,
  },
  {
    id: "cloud-v2.instances.list",
    reply: (data, next) => ({
      body: { data },
      headers:
        next === null
          ? {}
          : {
              // One that is not closed, also not by what is in it.
              link:
                typeof next === "string"
                  ? `<?cursor=${next}>; rel="next"`
                  : `<${JSON.stringify(next).replaceAll(">", "")}`,
            },
    }),
    faults: everyFault.filter((fault) => fault !== "no cursor"),
  },
];

const withIds = (ids: readonly string[]): Row[] => ids.map((id) => ({ id }));
const withoutIds = (ids: readonly string[]): Row[] => ids.map((name) => ({ name }));

async function read({ id, reply }: Style, graph: Graph, rowsOf: (ids: readonly string[]) => Row[]) {
  const { pages, fault, at, odd, back } = graph;
  let requests = 0;
  const fetchPage = async ({ query = {} }: RequestValues) => {
    requests++;
    const position = query.cursor === undefined ? 0 : Number(/^c(\d+)/.exec(String(query.cursor))?.[1]);
    const isLast = position === pages.length - 1;
    const rows = rowsOf(pages[position] ?? []);
    const next: Record<Fault, unknown> = {
      none: isLast ? null : `c${position + 1}`,
      "cursor of another type": odd,
      "no cursor": null,
      "back to a page": `c${back}`,
      // Another cursor each time, for the same page.
      "a page again, for ever": `c${position}x${requests}`,
    };
    const isFaulty = position === at && fault !== "none";
    const { body, headers = {} } = reply(rows, isFaulty ? next[fault] : next.none, isFaulty || !isLast);
    return { status: 200, headers, body, text: "", attempts: 1, notes: [] };
  };
  const list = listing<Row>(operation(id), {}, {}, () => base, fetchPage);
  const found = await Array.fromAsync(list);
  return { found, requests, incomplete: list.incomplete, position: list.position };
}

const runs = 2500;

it.for(styles)(`${runs} graphs of pages: $id`, async (style) => {
  await fc.assert(
    fc.asyncProperty(graphs, async (graph) => {
      // A page without records that comes again and again is told by the thousandth page alone.
      const empty = graph.fault === "a page again, for ever" && graph.pages[graph.at]?.length === 0;
      fc.pre(!empty && (graph.fault === "none" || style.faults.includes(graph.fault)));
      const all = [...new Set(graph.pages.flat())];
      const { found, requests, incomplete, position } = await read(style, graph, withIds);
      const ids = found.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(requests).toBeLessThanOrEqual(graph.pages.length + 2);
      expect(position).toBeUndefined();
      // Overlaps may make of a page nothing but repeats, which cannot be told from a list that goes round.
      const isWhole = graph.fault === "none" && incomplete === undefined;
      if (isWhole) expect(ids).toEqual(all);
      else {
        expect(incomplete).toBeDefined();
        expect(all).toEqual(expect.arrayContaining(ids));
      }
      if (graph.fault === "none" && graph.pages.every((page, index) => hasNew(graph.pages, page, index)))
        expect(incomplete).toBeUndefined();
    }),
    { seed, numRuns: runs },
  );
});

/** Whether a page is empty, or has a record that none before it has. */
const hasNew = (pages: readonly string[][], page: readonly string[], index: number) =>
  page.length === 0 || page.some((id) => !pages.slice(0, index).flat().includes(id));

it("records without identifiers: as many as there are, or incomplete", async () => {
  const [style] = styles as [Style];
  await fc.assert(
    fc.asyncProperty(graphs, async (graph) => {
      fc.pre(!(graph.fault === "a page again, for ever" && graph.pages[graph.at]?.length === 0));
      const { found, incomplete, requests } = await read(style, graph, withoutIds);
      expect(requests).toBeLessThanOrEqual(graph.pages.length + 2);
      if (incomplete === undefined) expect(found).toEqual(graph.pages.flatMap(withoutIds));
      else expect(found.length).toBeLessThanOrEqual(graph.pages.flat().length);
    }),
    { seed, numRuns: runs },
  );
});

it("a query is kept from page to page", async () => {
  const asked: Query[] = [];
  const fetchPage = async ({ query = {} }: RequestValues) => {
    asked.push(query);
    const next_cursor = asked.length < 3 ? `c${asked.length}` : null;
    const body = { data: [{ id: `r${asked.length}` }], next_cursor, has_more: next_cursor !== null };
    return { status: 200, headers: {}, body, text: "", attempts: 1, notes: [] };
  };
  await Array.fromAsync(
    listing(operation("membership.users.list"), { query: { status: "active" } }, {}, () => base, fetchPage),
  );
  expect(asked).toEqual([
    { status: "active" },
    { status: "active", cursor: "c1" },
    { status: "active", cursor: "c2" },
  ]);
});
