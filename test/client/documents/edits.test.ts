// Records that are edited, without an editor: who has changed what is told here as the editor tells it.
import { describe, expect, it } from "vitest";
import { textOf } from "../../../client/documents/changes.ts";
import { Edits } from "../../../client/documents/edits.ts";
import type { Row } from "../../../shared/api.ts";

const address = "switchboard-edit://sandbox/membership.users.update/usr_1.json";
const hanna = { name: "Hanna", metadata: {} };

function opened(kept?: unknown) {
  const service: { record: Row | Error; reads: number } = { record: hanna, reads: 0 };
  const dirty = new Set<string>();
  const changed: string[] = [];
  const keptNow: Readonly<Record<string, Row>>[] = [];
  let clock = 1000;
  const edits = new Edits(
    {
      async load() {
        service.reads++;
        if (service.record instanceof Error) throw service.record;
        return service.record;
      },
      isDirty: (each) => dirty.has(each),
      changed: (each) => changed.push(each),
      async keep(baselines) {
        keptNow.push(baselines);
      },
      now: () => clock,
    },
    kept,
  );
  return { edits, service, dirty, changed, keptNow, pass: (time: number) => (clock += time) };
}

describe("an edit", () => {
  it("begins with the record as the service has it, and reads it once", async () => {
    const { edits, service } = opened();
    expect(await edits.readText(address)).toBe(textOf(hanna));
    await edits.at(address);
    expect(service.reads).toBe(1);
  });

  it("is begun anew after a failure", async () => {
    const { edits, service } = opened();
    service.record = new Error("no");
    await expect(edits.at(address)).rejects.toThrow("no");
    await edits.update(address, () => hanna);
    service.record = hanna;
    expect((await edits.at(address)).record).toEqual(hanna);
  });

  it("follows what is said of the record, and tells the editor once", async () => {
    const { edits, changed } = opened();
    const before = (await edits.at(address)).changedAt;
    await edits.update(address, (record) => ({ ...record, name: "Hanna B." }));
    await edits.update(address, (record) => ({ ...record, name: "Hanna B." }));
    expect(changed).toEqual([address]);
    const { text, changedAt } = await edits.at(address);
    expect(text).toContain("Hanna B.");
    // Editors read a file again only when it is newer.
    expect(changedAt).toBeGreaterThan(before);
  });

  it("keeps the text of a document with changes", async () => {
    const { edits, dirty, changed } = opened();
    const { text } = await edits.at(address);
    dirty.add(address);
    await edits.update(address, () => ({ name: "Other" }));
    expect(changed).toEqual([]);
    expect((await edits.at(address)).text).toBe(text);
  });

  it("is measured by the text that the document had without changes", async () => {
    const { edits, dirty } = opened();
    await edits.readText(address);
    await edits.update(address, () => ({ name: "Newer" }));
    expect((await edits.at(address)).read).toEqual(hanna);
    await edits.readText(address);
    expect((await edits.at(address)).read).toEqual({ name: "Newer" });
    dirty.add(address);
    await edits.saved(address, textOf({ name: "Mine" }), { name: "Mine", metadata: { a: 1 } });
    const { read, record } = await edits.at(address);
    expect([read, record]).toEqual([{ name: "Mine" }, { name: "Mine", metadata: { a: 1 } }]);
  });

  it("shows after a save what the reply said of other fields", async () => {
    const { edits, changed } = opened();
    await edits.readText(address);
    await edits.saved(address, textOf({ name: "Mine", metadata: {} }), {
      name: "Mine",
      metadata: { a: 1 },
    });
    await edits.update(address, (record) => record);
    expect(changed).toEqual([address]);
    expect(await edits.readText(address)).toBe(textOf({ name: "Mine", metadata: { a: 1 } }));
  });

  it("is read again when its document is opened again", async () => {
    const { edits, service } = opened();
    await edits.readText(address);
    edits.forget(address);
    service.record = { name: "Changed meanwhile" };
    expect(await edits.readText(address)).toContain("Changed meanwhile");
    expect(service.reads).toBe(2);
  });
});

describe("a window that is loaded anew", () => {
  it("has what documents with changes are measured by", async () => {
    const before = opened();
    await before.edits.readText(address);
    before.dirty.add(address);
    await before.edits.keepBaseline(address);
    await before.edits.keepBaseline(address);
    expect(before.keptNow).toEqual([{ [address]: hanna }]);

    const after = opened(before.keptNow.at(-1));
    after.dirty.add(address);
    after.service.record = { name: "Changed by others" };
    expect((await after.edits.at(address)).read).toEqual(hanna);
    expect(after.service.reads).toBe(0);
  });

  it("keeps nothing for a document whose changes are gone", async () => {
    const { edits, keptNow, service } = opened({ [address]: { name: "Old" } });
    service.record = { name: "New" };
    expect(await edits.readText(address)).toBe(textOf({ name: "New" }));
    expect(keptNow).toEqual([{}]);
  });

  it("takes nothing else for what was kept", async () => {
    for (const kept of [undefined, null, "a", [1], { [address]: 7 }]) {
      const { edits } = opened(kept);
      expect((await edits.at(address)).read).toEqual(hanna);
    }
  });
});
