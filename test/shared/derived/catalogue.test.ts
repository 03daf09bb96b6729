import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { operationsOf } from "../../../shared/api.ts";
import { BuiltCatalogue } from "../../../server/disk/built-catalogue.ts";
import { apis } from "../../../shared/apis/index.ts";
import { createCatalogue, kept } from "../../../shared/derived/catalogue.ts";
import { operationsDocument } from "../../../shared/derived/operations.ts";

const catalogue = createCatalogue(apis);
const ajv = new Ajv2020({ strict: false, logger: false });
formats.default(ajv);

it("the catalogue is plain data: JSON gives it back unchanged", () => {
  expect(JSON.parse(JSON.stringify(catalogue))).toEqual(catalogue);
});

it("the catalogue is kept in parts, with the schema of each request once, and is read back as it was", () => {
  const parts = kept(catalogue);
  const read: string[] = [];
  const built = new BuiltCatalogue((part) => {
    read.push(part);
    return parts[part];
  });
  const { apis: entries, events, webhookFiles } = built;
  expect(read).toEqual(["catalogue"]);
  const { operations, requestFile } = built;
  expect({ apis: entries, events, webhookFiles, operations, requestFile }).toEqual(catalogue);
  expect(read).toEqual(["catalogue", "operations"]);
  const twice = catalogue.operations.filter(({ id }) => parts.operations.requestFile.$defs?.[id]);
  expect(twice).toEqual([]);
});

it("the catalogue has each API, operation and event, with its line in the docs", () => {
  expect(catalogue.apis.map(({ slug }) => slug)).toEqual(apis.map(({ slug }) => slug));
  expect(catalogue.operations.map(({ id }) => id)).toEqual(operationsOf(apis).map(({ id }) => id));
  expect(catalogue.events.map(({ name }) => name)).toEqual(apis.flatMap((api) => Object.keys(api.events)));
  const { lines, text } = operationsDocument(apis);
  const written = text.split("\n");
  for (const { slug, docsLine } of catalogue.apis) expect(docsLine).toBe(lines.get(slug));
  for (const { id, docsLine } of catalogue.operations) expect(written[docsLine - 1]).toBe(`### ${id}`);
  for (const { name, docsLine } of catalogue.events) expect(written[docsLine - 1]).toBe(`### Event ${name}`);
});

describe("a request file", () => {
  const valid = ajv.compile(catalogue.requestFile);
  const requests = catalogue.operations.flatMap(({ id, samples }) =>
    samples.map((sample) => ({ operation: id, ...sample })),
  );

  it("may hold any sample, and all of them as a sequence", () => {
    for (const request of requests) expect(valid(request), request.operation).toBe(true);
    expect(valid(requests)).toBe(true);
  });

  it.for([
    ["no operation", {}],
    ["an unknown operation", { operation: "content.posts.publish" }],
    ["a part that the operation does not have", { operation: "admin.dashboard.metrics", body: {} }],
    ["an undocumented part", { operation: "admin.dashboard.metrics", method: "GET" }],
    ["a name that a placeholder can't refer to", { operation: "admin.dashboard.metrics", name: "my post" }],
    ["a status that none is", { operation: "admin.dashboard.metrics", expect: { status: 99 } }],
    ["no body where the body has required fields", { operation: "content.posts.create" }],
    ["no path where the path has parameters", { operation: "cloud-v1.cdn.purge", body: {} }],
    ["a wrong type deep within", { operation: "content.posts.create", body: { title: 1, content: "" } }],
  ] as const)("refuses %s", ([, request]) => {
    expect(valid(request)).toBe(false);
  });

  it("may carry a name and an expectation", () => {
    expect(valid({ operation: "admin.dashboard.metrics", name: "metrics_1", expect: { status: 200 } })).toBe(
      true,
    );
  });

  it("needs no body where it is not shown which fields are required", () => {
    expect(valid({ operation: "cloud-v1.servers.create" })).toBe(true);
  });
});

describe("a webhook file", () => {
  it("exists for each API whose events are shown", () => {
    expect(Object.keys(catalogue.webhookFiles)).toEqual(["content", "marketplace", "membership"]);
  });

  it.for(Object.entries(catalogue.webhookFiles))(
    "of %s may hold each documented delivery, and no other",
    ([slug, schema]) => {
      const valid = ajv.compile(schema);
      const samples = catalogue.events.filter(({ api }) => api === slug).flatMap((event) => event.samples);
      for (const sample of samples) expect(valid(sample)).toBe(true);
      expect(valid(samples)).toBe(true);
      expect(valid({})).toBe(false);
      expect(valid({ event: "x.y", type: "x.y" })).toBe(false);
    },
  );

  it("takes another event name for an error only where the list of names is whole", () => {
    const severity = (slug: string) => catalogue.webhookFiles[slug]?.$defs?.delivery?.["x-severity"];
    expect([severity("content"), severity("marketplace"), severity("membership")]).toEqual([
      "information",
      "information",
      undefined,
    ]);
  });
});

it("each schema of the catalogue is a valid JSON Schema", () => {
  for (const { request, body, response } of catalogue.operations)
    for (const schema of [request, body, response]) if (schema) expect(ajv.validateSchema(schema)).toBe(true);
  for (const { payload } of catalogue.events) expect(ajv.validateSchema(payload)).toBe(true);
});
