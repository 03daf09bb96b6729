import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ImportedDescriptions } from "../../../client/session/imported-descriptions.ts";
import { importedOperations } from "../../../client/routes/imported-operations.ts";
import { apis } from "../../../shared/apis/index.ts";
import { membership } from "../../../shared/apis/membership/index.ts";
import { factsOf } from "../../../shared/openapi/facts.ts";
import { descriptionOf } from "../../shared/openapi/descriptions.ts";
import { sandbox } from "../../shared/sandbox/running.ts";

const folder = await mkdtemp(join(tmpdir(), "imports-"));
afterAll(() => rm(folder, { recursive: true }));

it("are sent like those that are documented, and know whose records they change", async () => {
  const paths = {
    "/invoices": { get: { operationId: "allBills" } },
    "/subscriptions/{id}/pause": { post: { operationId: "halt", summary: "Halt" } },
  };
  const description = descriptionOf(
    JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: 1 }, paths }),
  );
  const imports = new ImportedDescriptions(folder, () => {});
  // Nothing is confirmed to be what the documents describe.
  await imports.save(factsOf(membership, description, [], new Set(), "/there/t.json"));
  const operations = await importedOperations({ imports }, membership);
  expect(operations.map(({ id, effect, resource }) => ({ id, effect, resource }))).toEqual([
    { id: "membership.invoices.list-2", effect: "read", resource: "invoices" },
    { id: "membership.subscriptions.pause-2", effect: "write", resource: "subscriptions" },
  ]);
  expect(
    await importedOperations({ imports }, apis.find(({ slug }) => slug === "content") ?? membership),
  ).toEqual([]);

  const caller = (await sandbox()).caller("membership", { routes: {} });
  const [list, pause] = operations;
  if (!list || !pause) throw new Error("Both were there.");
  const invoices = await caller.call(list);
  expect(invoices.status).toBe(200);
  await expect(caller.call(pause, { path: { id: "sub_none" } })).rejects.toMatchObject({
    kind: "refused",
    fault: { status: 404 },
  });
});
