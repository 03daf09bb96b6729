import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bytesOf } from "../../../client/webhooks/delivery-head.ts";
import { deliveryStore } from "../../../client/webhooks/delivery-store.ts";
import { keptDelivery } from "../../../client/webhooks/kept-delivery.ts";
import type { Bounds } from "../../../client/session/entry-files.ts";
import { apis } from "../../../shared/apis/index.ts";
import { startReceiver } from "../../../shared/webhooks/receiver.ts";
import { apiOf, delivery, noon, order } from "./deliveries.ts";

const folderOfTest = () => {
  const folder = mkdtempSync(join(tmpdir(), "webhooks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "not", "there", "yet");
};
const storeIn = (folder: string, bounds?: Bounds) => {
  const warnings: string[] = [];
  return { store: deliveryStore(folder, (message) => warnings.push(message), bounds), warnings };
};
const kept = (number: number) => keptDelivery(delivery(order(number), { at: noon + number }), "sandbox");

describe("deliveries on disk", () => {
  it("give back the bytes as they came, whatever they are", async () => {
    const folder = folderOfTest();
    const bodies = ['{ "a" :1}\r\n', "\ufeff{}", "no json", Buffer.from([0xff, 0, 0xfe]), ""];
    const { store } = storeIn(folder);
    for (const body of bodies) {
      const id = await store.add(keptDelivery(delivery(body), "test"));
      const again = await storeIn(folder).store.read(id);
      expect(Buffer.from(again ? bytesOf(again) : []).equals(Buffer.from(body))).toBe(true);
    }
  });

  it("come the newest first, in the order of their arrival within a millisecond", async () => {
    const folder = folderOfTest();
    const { store } = storeIn(folder);
    for (let number = 0; number < 20; number++)
      await store.add(keptDelivery(delivery(order(number)), "sandbox"));
    const numbers = Array.from({ length: 20 }, (_, index) => `evt_${19 - index}`);
    expect((await storeIn(folder).store.all()).map((head) => head.delivery)).toEqual(numbers);
  });

  it("of two windows are shared without loss", async () => {
    const folder = folderOfTest();
    const [one, two] = [storeIn(folder).store, storeIn(folder).store];
    await Promise.all(
      Array.from({ length: 100 }, (_, number) => (number % 2 === 0 ? one : two).add(kept(number))),
    );
    const subjects = (await one.all()).map(({ subject }) => subject);
    expect(subjects).toEqual(Array.from({ length: 100 }, (_, index) => `ord_${99 - index}`));
    expect(await two.all()).toEqual(await one.all());
  });

  it("that are torn, or none of ours, are set aside", async () => {
    const folder = folderOfTest();
    const { store } = storeIn(folder);
    const id = await store.add(kept(1));
    writeFileSync(join(folder, `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}.json`), '{"format":1,"at"');
    writeFileSync(join(folder, "notes.json"), "{}");
    const { store: other, warnings } = storeIn(folder);
    expect((await other.all()).map((head) => head.id)).toEqual([id]);
    expect(warnings).toHaveLength(2);
    expect(readdirSync(folder).filter((name) => name.endsWith(".aside"))).toHaveLength(2);
  });

  it("are at most so many, and so many bytes", async () => {
    const { store } = storeIn(folderOfTest(), { entries: 3, bytes: 1_000_000 });
    await Promise.all([1, 2, 3, 4, 5].map((number) => store.add(kept(number))));
    expect((await store.all()).map(({ subject }) => subject)).toEqual(["ord_5", "ord_4", "ord_3"]);
    const { store: small } = storeIn(folderOfTest(), { entries: 100, bytes: 2500 });
    for (const number of [1, 2, 3, 4, 5, 6]) await small.add(kept(number));
    const left = await small.all();
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(6);
    expect(left[0]?.subject).toBe("ord_6");
  });
});

it("keeps all of 5,000 that come in a burst, and answers each when it is safe", async () => {
  const folder = folderOfTest();
  const { store, warnings } = storeIn(folder);
  let answered = 0;
  const receiver = await startReceiver(apis, {
    settings: () => ({ encoding: "hex", prefix: "" }),
    async onDelivery(each) {
      await store.add(keptDelivery(each, "sandbox"));
    },
  });
  onTestFinished(() => receiver.close());
  const url = receiver.addresses[apiOf("marketplace").slug] ?? "";
  let next = 0;
  const began = performance.now();
  const senders = Array.from({ length: 25 }, async () => {
    while (next < 5000) {
      const body = JSON.stringify(order(next++));
      const reply = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      if (reply.status === 204) answered++;
    }
  });
  await Promise.all(senders);
  console.log(`5,000 deliveries were kept in ${Math.round(performance.now() - began)} ms`);
  expect(answered).toBe(5000);
  const heads = await storeIn(folder).store.all();
  expect(new Set(heads.map(({ subject }) => subject)).size).toBe(5000);
  expect(warnings).toEqual([]);
}, 120_000);
