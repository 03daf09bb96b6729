// An eleventh API is one folder and one line.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Api, operationsOf } from "../../shared/api.ts";
import { apis } from "../../shared/apis/index.ts";
import type { OperationEntry } from "../../shared/catalogue.ts";
import { clientFor } from "../../shared/client.ts";
import { collectionsOf } from "../../shared/collections.ts";
import { createCatalogue } from "../../shared/derived/catalogue.ts";
import { operationsDocument } from "../../shared/derived/operations.ts";
import { eleventh } from "./eleventh/index.ts";
import { failure } from "./http/calls.ts";
import { bodyOf, sandbox } from "./sandbox/running.ts";

const eleven: readonly Api[] = [...apis, eleventh];

describe("a further API in the list", () => {
  it("has a typed client against the sandbox", async () => {
    const { directory, url } = await sandbox({}, eleven);
    const { baseUrl = "", credentials = {} } = directory.apis.notes ?? {};
    expect(baseUrl).toBe(`${url}/notes/v3`);
    const client = clientFor(eleventh, { baseUrl, credentials, routes: directory.routes });
    const list = await Array.fromAsync(client.notes.list({ query: { limit: 10 } }));
    expect(list).toHaveLength(25);
    expect(list[0]?.text).toBe("Note 1");
    const { body } = await client.notes.create({ body: { text: "Hello" } });
    expect(body).toMatchObject({ id: expect.stringMatching(/^note_/), text: "Hello" });
    const deliveries = await bodyOf(fetch(`${url}/_sandbox/deliveries/notes`));
    expect(deliveries).toMatchObject([{ event: "note.created", payload: { data: { id: body.id } } }]);
    const { fault } = await failure(client.notes.create({ body: { text: "a".repeat(141) } }));
    expect(fault).toMatchObject({ status: 400, message: expect.stringContaining("text") });
  });

  it("is in the catalogue with its schemas, and its files are checked", () => {
    const catalogue = createCatalogue(eleven);
    expect(catalogue.operations.map(({ id }) => id)).toEqual(operationsOf(eleven).map(({ id }) => id));
    const create = catalogue.operations.find(({ id }) => id === "notes.notes.create");
    expect(create).toMatchObject({ documented: false, body: { properties: { text: { maxLength: 140 } } } });
    expect(catalogue.requestFile.$defs).toHaveProperty(["notes.notes.create"]);
    expect(catalogue.webhookFiles.notes?.$defs).toHaveProperty(["note.created"]);
    expect(catalogue.apis.at(-1)).toMatchObject({ slug: "notes", eventField: "event" });
  });

  it("is in the docs and in its view", () => {
    const { text, lines } = operationsDocument(eleven);
    expect(text).toContain("| [Notes](#notes) (`notes`) | 3 | 1 |");
    expect(text.split("\n")[(lines.get("notes.notes.create") ?? 0) - 1]).toBe("### notes.notes.create");
    expect(collectionsOf(eleven, "posts").at(-1)).toMatchObject({
      id: "notes.notes.list",
      collection: { title: "Notes" },
    });
  });
});

describe("an eleventh folder and one line in a copy of the sources", () => {
  const root = join(import.meta.dirname, "../..");
  const copy = mkdtempSync(join(tmpdir(), "switchboard-eleventh-"));
  afterAll(() => rmSync(copy, { recursive: true }));
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8" });

  it("build, and the command line knows its operations", () => {
    for (const name of ["client", "server", "shared", "esbuild.mjs", "package.json", "tsconfig.json"])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
    cpSync(join(import.meta.dirname, "eleventh"), join(copy, "shared/apis/notes"), { recursive: true });
    const index = join(copy, "shared/apis/index.ts");
    const line = 'import { eleventh } from "./notes/index.ts";\n';
    writeFileSync(
      index,
      line + readFileSync(index, "utf8").replace("  social,\n", "  social,\n  eleventh,\n"),
    );

    run("esbuild.mjs");
    const operations: OperationEntry[] = JSON.parse(run("dist/cli.js", "operations", "--json"));
    expect(operations.map(({ id }) => id)).toEqual(operationsOf(eleven).map(({ id }) => id));
    expect(JSON.parse(run("dist/cli.js", "schema", "notes.notes.create.body"))).toMatchObject({
      required: ["text"],
    });
    expect(JSON.parse(run("dist/cli.js", "schema", "note.created"))).toMatchObject({ type: "object" });
  });
});
