import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../shared/catalogue.ts";
import type { ListParameters } from "../../../shared/derived/list-parameters.ts";
import {
  choicesOf,
  filterText,
  isOpen,
  meaningOf,
  readValue,
  soundValues,
} from "../../../client/records/filter.ts";
import { listRequest } from "../../../client/records/list-request.ts";
import type { NamedCollection } from "../../../shared/collections.ts";

const now = Date.parse("2026-06-15T10:20:30.456Z");
const moment: JsonSchema = { type: "string", format: "date-time", pattern: "Z$" };

describe("a typed time", () => {
  it.for([
    ["2026-06-01", "2026-06-01T00:00:00Z"],
    [" 2026-06-01 14:30 ", "2026-06-01T14:30:00Z"],
    ["2026-06-01T14:30:15Z", "2026-06-01T14:30:15Z"],
    ["2026-06-01T14:30:15.123Z", "2026-06-01T14:30:15Z"],
    ["2026-06-01T01:30:00+02:00", "2026-05-31T23:30:00Z"],
    ["today", "2026-06-15T00:00:00Z"],
    ["Yesterday", "2026-06-14T00:00:00Z"],
    ["7 days ago", "2026-06-08T10:20:30Z"],
    ["36 hours", "2026-06-13T22:20:30Z"],
  ] as const)("%s is %s", ([text, value]) => {
    expect(readValue(moment, text, now)).toBe(value);
  });

  it.for(["", "soon", "2026-02-31", "2026-13-01", "2026-06-01 25:00", "-1", "7", "99999 weeks ago x"])(
    "%j is none",
    (text) => {
      expect(readValue(moment, text, now)).toBeUndefined();
    },
  );

  it("is a date where a date is documented", () => {
    expect(readValue({ type: "string", format: "date" }, "yesterday", now)).toBe("2026-06-14");
  });

  it("can be picked as a span before now", () => {
    const choices = choicesOf(moment, now);
    expect(choices.find(({ label }) => label === "7 days ago")?.value).toBe("2026-06-08T10:20:30Z");
    expect(choices.every(({ value }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value)))).toBe(true);
  });
});

describe("the values to pick from", () => {
  it("are all of a closed list", () => {
    const status = { type: "string", enum: ["draft", "active"] };
    expect(choicesOf(status, now).map(({ value }) => value)).toEqual(["draft", "active"]);
    expect(isOpen(status)).toBe(false);
  });

  it("are those shown of an open list, which takes others", () => {
    const status = { type: "string", examples: ["running"], "x-open": true };
    expect(choicesOf(status, now).map(({ value }) => value)).toEqual(["running"]);
    expect(isOpen(status)).toBe(true);
    expect(readValue(status, " stopped ", now)).toBe("stopped");
  });

  it("are true and false of a boolean, and typed numbers are numbers", () => {
    expect(choicesOf({ type: "boolean" }, now).map(({ value }) => value)).toEqual([true, false]);
    expect(readValue({ type: "integer" }, "12", now)).toBe(12);
    expect(readValue({ type: "integer" }, "twelve", now)).toBeUndefined();
  });
});

it.for([
  [moment, "A time (UTC)."],
  [{ type: "string", description: "Datacenter slug." }, "Datacenter slug. Any text."],
  [{ type: "string", enum: ["a", "b", "c"] }, "a, b, or c."],
  [{ type: "string", examples: ["running"], "x-open": true }, "running or others."],
] satisfies [JsonSchema, string][])("a parameter is explained: %j", ([schema, words]) => {
  expect(meaningOf(schema)).toBe(words);
});

describe("a filter", () => {
  it("reads as its parameters with their values, without marks that hide or turn text", () => {
    expect(filterText({})).toBe("");
    expect(filterText({ status: "running", region: "fra1" })).toBe("status: running, region: fra1");
    expect(filterText({ q: "a\u202Eb\n" })).toBe("q: a b");
  });

  it("keeps of what was stored only what is still documented", () => {
    const parameters = [{ name: "status", schema: {} }];
    expect(soundValues(parameters, { status: "active", region: "fra1" })).toEqual({ status: "active" });
    for (const kept of [undefined, "x", { status: { a: 1 } }, { status: null }, ["active"]])
      expect(soundValues(parameters, kept)).toEqual({});
  });
});

describe("the request of a list", () => {
  const source = { parameter: "id" } as NamedCollection;
  const size = (bounds: Omit<NonNullable<ListParameters["size"]>, "name">): ListParameters => ({
    filters: [],
    size: { name: "limit", ...bounds },
  });

  it("holds the filter and a page size within the documented bounds", () => {
    const query = (parameters: ListParameters, wanted: number) =>
      listRequest({ source }, parameters, { status: "active" }, wanted).query;
    expect(query(size({ most: 50 }), 80)).toEqual({ status: "active", limit: 50 });
    expect(query(size({ least: 10, most: 50 }), 1)).toEqual({ status: "active", limit: 10 });
    expect(query({ filters: [] }, 80)).toEqual({ status: "active" });
  });

  it("names the record that the list belongs to", () => {
    expect(listRequest({ source, owner: "proj_1" }, size({ most: 50 }), {}, 5)).toEqual({
      path: { id: "proj_1" },
      query: { limit: 5 },
    });
  });
});
