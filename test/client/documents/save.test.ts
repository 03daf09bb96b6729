// Saving an edited member against the sandbox; only the person's answers are given here.
import { beforeAll, describe, expect, it } from "vitest";
import { shownOf, textOf } from "../../../client/documents/changes.ts";
import {
  type Conflict,
  type Decision,
  type Counterparts,
  NotSaved,
  save,
} from "../../../client/documents/save.ts";
import type { Row } from "../../../shared/api.ts";
import { updatableFields } from "../../../shared/updates.ts";
import { operationOf, type RunningSandbox, sandbox } from "../../shared/sandbox/running.ts";
import { sampleId } from "../../../shared/traits/samples.ts";

const update = operationOf("membership.users.update");
const fields = updatableFields(update);
const path = { user_id: sampleId("usr_", 4) };

let running: RunningSandbox;
beforeAll(async () => {
  running = await sandbox();
});

const record = async () => (await running.send("membership.users.get", { path })).body as Row; // A record of ours.
const change = (body: Row) => running.send("membership.users.update", { path, body });

/** What was asked and sent, beside what answers. */
function ends(decision: Decision = "nothing", sends = true) {
  const sent: Row[] = [];
  const asked: Conflict[] = [];
  const real: Counterparts = {
    read: async () => shownOf(await record(), fields),
    async decide(conflict) {
      asked.push(conflict);
      return decision;
    },
    async send(body) {
      if (!sends) return undefined;
      sent.push(body);
      return shownOf((await change(body)).body as Row, fields);
    },
  };
  return { sent, asked, real };
}

async function opened() {
  await change({ name: "Hanna Weber", metadata: { city: "Osaka" } });
  return shownOf(await record(), fields);
}

describe("saving", () => {
  it("sends only what was changed", async () => {
    const read = await opened();
    const { sent, asked, real } = ends();
    const saved = await save(textOf({ ...read, name: "Hanna Sommer" }), read, real);
    expect(sent).toEqual([{ name: "Hanna Sommer" }]);
    expect(asked).toEqual([]);
    expect(saved).toEqual({ outcome: "sent", record: { ...read, name: "Hanna Sommer" } });
    expect(await record()).toMatchObject({ name: "Hanna Sommer", metadata: { city: "Osaka" } });
  });

  it("sends nothing when nothing was changed", async () => {
    const read = await opened();
    const { sent, real } = ends();
    expect(await save(JSON.stringify(read), read, real)).toMatchObject({ outcome: "unchanged" });
    expect(sent).toEqual([]);
  });

  it("sends nothing when the record already is what the person wants, as after an unknown outcome", async () => {
    const read = await opened();
    await change({ name: "Hanna Sommer" });
    const { sent, asked, real } = ends();
    const saved = await save(textOf({ ...read, name: "Hanna Sommer" }), read, real);
    expect(saved).toEqual({ outcome: "unchanged", record: { ...read, name: "Hanna Sommer" } });
    expect([sent, asked]).toEqual([[], []]);
  });

  it("refuses to remove a field, before anything is asked or sent", async () => {
    const read = await opened();
    const { sent, real } = ends();
    await expect(save('{ "name": "Hanna" }', read, real)).rejects.toThrow(/no way to remove.*"metadata"/);
    expect(sent).toEqual([]);
  });

  it("is given up when the person says no", async () => {
    const read = await opened();
    const { real } = ends("nothing", false);
    await expect(save(textOf({ ...read, name: "Hanna Sommer" }), read, real)).rejects.toThrow(NotSaved);
    expect(await record()).toMatchObject({ name: "Hanna Weber" });
  });

  it("sends what was written where the record cannot be read", async () => {
    await opened();
    const { sent, real } = ends();
    const saved = await save('{ "name": "Hanna Sommer" }', {}, { ...real, read: async () => undefined });
    expect(sent).toEqual([{ name: "Hanna Sommer" }]);
    expect(saved.record).toEqual({ name: "Hanna Sommer", metadata: { city: "Osaka" } });
  });

  it("sends nothing when the record cannot be read now", async () => {
    const read = await opened();
    const { sent, real } = ends();
    const failing = { ...real, read: () => Promise.reject(new Error("No answer")) };
    await expect(save(textOf({ ...read, name: "Hanna" }), read, failing)).rejects.toThrow("No answer");
    expect(sent).toEqual([]);
  });
});

describe("saving what others have changed", () => {
  const theirs = { name: "Hanna Berg", metadata: { city: "Kyoto" } };
  const conflict = async (decision: Decision) => {
    const read = await opened();
    await change(theirs);
    const { sent, asked, real } = ends(decision);
    const saved = save(textOf({ ...read, name: "Hanna Sommer" }), read, real);
    return { saved, sent, asked, read };
  };

  it("asks nothing about fields that the person did not touch, and keeps theirs", async () => {
    const read = await opened();
    await change({ metadata: { city: "Kyoto" } });
    const { sent, asked, real } = ends();
    const saved = await save(textOf({ ...read, name: "Hanna Sommer" }), read, real);
    expect(saved).toEqual({
      outcome: "sent",
      record: { name: "Hanna Sommer", metadata: { city: "Kyoto" } },
    });
    expect([sent, asked]).toEqual([[{ name: "Hanna Sommer" }], []]);
  });

  it("tells which fields both have changed", async () => {
    const { saved, asked, read } = await conflict("nothing");
    await expect(saved).rejects.toThrow(NotSaved);
    expect(asked).toEqual([{ fields: ["name"], read, now: theirs, changed: { name: "Hanna Sommer" } }]);
  });

  it("sends only the person's own changes when told to overwrite", async () => {
    const { saved, sent } = await conflict("overwrite");
    expect((await saved).record).toEqual({ name: "Hanna Sommer", metadata: { city: "Kyoto" } });
    expect(sent).toEqual([{ name: "Hanna Sommer" }]);
  });

  it("takes theirs without sending", async () => {
    const { saved, sent } = await conflict("theirs");
    expect(await saved).toEqual({ outcome: "theirs", record: theirs });
    expect(sent).toEqual([]);
  });

  it("sends nothing while they are compared, and goes on from theirs with the person's changes", async () => {
    const { saved, sent } = await conflict("compare");
    const { outcome, record: base, merged } = await saved;
    expect([outcome, base, merged]).toEqual(["merged", theirs, { ...theirs, name: "Hanna Sommer" }]);
    expect(sent).toEqual([]);
    // Saved again, there is no conflict any more.
    const again = ends();
    await save(textOf(merged ?? {}), base, again.real);
    expect([again.asked, again.sent]).toEqual([[], [{ name: "Hanna Sommer" }]]);
  });
});
