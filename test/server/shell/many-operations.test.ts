// Completion where an imported description brings 1,200 operations.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type CompletionList, CompletionRequest, CompletionResolveRequest } from "vscode-languageserver/node";
import { membership } from "../../../shared/apis/membership/index.ts";
import { describe as readDescription } from "../../../shared/openapi/description.ts";
import { factsOf } from "../../../shared/openapi/facts.ts";
import { matchOperations } from "../../../shared/openapi/match.ts";
import { startClient } from "./client.ts";

const folder = mkdtempSync(join(tmpdir(), "switchboard-operations-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "imported.json");

const description = readDescription(
  {
    openapi: "3.0.0",
    info: { title: "Everything" },
    paths: Object.fromEntries(
      Array.from({ length: 1200 }, (_, index) => [
        `/things${index}/{thing_id}/reports`,
        {
          post: {
            summary: `Create the report of thing ${index}`,
            description: "What the report says is written for those who read it. ".repeat(10),
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    required: ["title"],
                    properties: {
                      title: { type: "string" },
                      language: { type: "string" },
                      pages: { type: "integer" },
                    },
                  },
                },
              },
            },
          },
        },
      ]),
    ),
  },
  membership,
);
const matches = matchOperations(membership, description);
writeFileSync(file, JSON.stringify(factsOf(membership, description, matches, new Set(), file)));

const uri = "file:///folder/some.request.json";
const resolving = {
  textDocument: { completion: { completionItem: { resolveSupport: { properties: ["documentation"] } } } },
};

async function clientAt(marked: string, capabilities: object) {
  const client = await startClient(capabilities, { initializationOptions: { imports: [file] } });
  const character = marked.indexOf("|");
  await client.open(uri, "json", marked.replace("|", ""));
  const complete = async () =>
    (await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 0, character },
    })) as CompletionList;
  return { client, complete, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() };
}

describe("of 1,200 operations", () => {
  it.each([
    '{"operation": "|"}',
    '{"operation": "|", "body": {}}',
    '{"operation": |}',
    '{"operation": "post|"}',
  ])(
    "a reply at %j is shorter than 100 KB, and each has its documentation when it is looked at",
    async (marked) => {
      await using at = await clientAt(marked, resolving);
      expect(at.client.initialized.capabilities.completionProvider?.resolveProvider).toBe(true);
      const list = await at.complete();
      expect(JSON.stringify(list).length).toBeLessThan(100_000);
      expect(list.isIncomplete).toBe(true);
      for (const item of [list.items.at(0), list.items.at(-1)]) {
        if (!item) throw new Error("Nothing is offered.");
        expect(item.documentation).toBeUndefined();
        const resolved = await at.client.connection.sendRequest(CompletionResolveRequest.type, item);
        expect(resolved).toEqual({ ...item, documentation: resolved.documentation });
        expect(JSON.stringify(resolved.documentation).length).toBeGreaterThan(50);
      }
    },
  );

  it.each(["things1187", "report of thing 1187", "thgs1187", "THINGS1187"])(
    "any is found by typing %j",
    async (typed) => {
      await using at = await clientAt(`{"operation": "${typed}|"}`, resolving);
      const { items } = await at.complete();
      expect(items.map(({ label }) => label)).toContainEqual(expect.stringContaining("things1187"));
    },
  );

  it("each has its documentation at once for a client that asks for none later", async () => {
    await using at = await clientAt('{"operation": "things1187|"}', {});
    expect(at.client.initialized.capabilities.completionProvider?.resolveProvider).toBeUndefined();
    const { items } = await at.complete();
    expect(items.every(({ documentation }) => documentation !== undefined)).toBe(true);
  });
});
