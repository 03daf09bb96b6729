/** What can be done with deliveries, and with the receiver. */
import * as vscode from "vscode";
import { confirmModally, showBriefly } from "../text/notifications.ts";
import { showQuickPick } from "../text/questions.ts";
import type { Deliveries } from "./deliveries.ts";
import { bytesOf, type Head } from "./delivery-head.ts";
import { deliveriesWords } from "./delivery-words.ts";
import type { Reception } from "./reception.ts";

export async function copyReceiverAddress({ receiver }: Reception): Promise<void> {
  const picked = await showQuickPick(
    Object.entries(receiver.addresses).map(([label, detail]) => ({ label, detail })),
    { title: "Copy Receiver Address", placeHolder: "Where which API's webhooks are taken" },
  );
  if (!picked) return;
  await vscode.env.clipboard.writeText(picked.detail);
  showBriefly("check", `Copied ${picked.detail}`);
}

export async function clearDeliveries(deliveries: Deliveries): Promise<void> {
  const { length } = await deliveries.heads();
  if (length === 0) return;
  const answers = { deed: "Clear Webhooks", refusal: "Keep Them" };
  const lines = [`${deliveriesWords(length)} of this workspace, also of its other windows.`];
  if (await confirmModally("Clear the webhooks?", lines, answers)) await deliveries.clear();
}

/** In the order in which they came. Where they go is asked, unless it is known. */
export async function resend({ deliveries, forwarding }: Reception, heads: readonly Head[]): Promise<void> {
  if (heads.length === 0 || (forwarding.url === undefined && !(await forwarding.ask()))) return;
  const { url } = forwarding;
  if (url === undefined) return;
  const problem = forwarding.problemOf(url);
  if (problem !== undefined) throw new Error(`Webhooks can't go to ${url}. ${problem}`);
  for (const head of heads.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const delivery = await deliveries.read(head);
    forwarding.add({ id: head.id, bytes: bytesOf(delivery), headers: delivery.headers });
  }
  showBriefly("debug-rerun", `Resending ${deliveriesWords(heads.length)} to ${url}`);
}
