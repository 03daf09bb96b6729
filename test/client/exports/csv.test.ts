import { describe, expect, it } from "vitest";
import { columnsOf, csvText, documentedColumns } from "../../../client/exports/csv.ts";

async function* each<T>(records: readonly T[]) {
  yield* records;
}

async function table(records: readonly unknown[], documented: readonly string[] = []): Promise<string[]> {
  const columns = await columnsOf(documented, each(records));
  const text = (await Array.fromAsync(csvText(columns, each(records)))).join("");
  expect(text.startsWith("\uFEFF")).toBe(true);
  expect(text.endsWith("\r\n")).toBe(true);
  return text.slice(1, -2).split("\r\n");
}

describe("a table of records", () => {
  it("has the documented columns in their order, then further ones as they are met", async () => {
    const records = [
      { zone: "a", name: "web", id: "1" },
      { id: "2", note: "new" },
    ];
    expect(await table(records, ["id", "name"])).toEqual(["id,name,zone,note", "1,web,a,", "2,,,new"]);
  });

  it("has dotted columns for nested objects and JSON for arrays", async () => {
    const records = [{ specs: { cpu: 2, disks: [{ gb: 1 }] }, tags: ["a", "b"], none: {} }];
    expect(await table(records)).toEqual([
      "specs.cpu,specs.disks,tags,none",
      '2,"[{""gb"":1}]","[""a"",""b""]",{}',
    ]);
  });

  it("keeps numbers, booleans and nothing apart from text", async () => {
    expect(await table([{ a: -1.5, b: true, c: false, d: null, e: 0, f: "" }])).toEqual([
      "a,b,c,d,e,f",
      "-1.5,true,false,,0,",
    ]);
  });

  it("marks text that a spreadsheet would take for a formula, in the titles too", async () => {
    expect(await table([{ "=a": "=1+1", b: "+49", c: "-x", d: "@e" }])).toEqual([
      "'=a,b,c,d",
      "'=1+1,'+49,'-x,'@e",
    ]);
  });

  it("quotes what holds commas, quotes or line breaks", async () => {
    expect((await table([{ a: 'say "a, b"\nand c' }])).join("\r\n")).toBe('a\r\n"say ""a, b""\nand c"');
  });

  it("needs no column for an object that is missing in some records", async () => {
    expect(
      await table([
        { id: "1", specs: null },
        { id: "2", specs: { cpu: 1 } },
      ]),
    ).toEqual(["id,specs.cpu", "1,", "2,1"]);
    expect(await table([{ id: "1", gone: null }])).toEqual(["id,gone", "1,"]);
  });

  it("keeps keys apart that only look alike, and takes __proto__ for a key", async () => {
    expect(await table([JSON.parse('{"a.b": 1, "a": {"b": 2}, "__proto__": "x"}')])).toEqual([
      '"[""a.b""]",a.b,__proto__',
      "1,2,x",
    ]);
  });

  it("shows what is no record, and what is nested beyond reading", async () => {
    expect(await table(["text", 7, null])).toEqual(["value", "text", "7", ""]);
    let deep: unknown = 1;
    for (let depth = 0; depth < 20; depth++) deep = { a: deep };
    expect((await table([deep]))[0]).toBe("a.a.a.a.a.a.a.a.a");
  });
});

it("the documented columns are the leaves of the record's schema", () => {
  expect(
    documentedColumns({
      properties: {
        id: { type: "string" },
        specs: { properties: { cpu: { type: "integer" } } },
        owner: { anyOf: [{ properties: { name: { type: "string" } } }, { type: "null" }] },
        tags: { type: "array" },
      },
    }),
  ).toEqual(["id", "specs.cpu", "owner.name", "tags"]);
});
