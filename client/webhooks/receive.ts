/** The receiver of this window, and the sandbox that sends to it. */
import * as vscode from "vscode";
import { systemClock } from "../../shared/http/clock.ts";
import { baseAddress } from "../../shared/http/address.ts";
import { isLoopback } from "../../shared/http/loopback.ts";
import { findSandbox } from "../../shared/sandbox/directory.ts";
import { type Delivery, type Receiver, startReceiver } from "../../shared/webhooks/receiver.ts";
import { SandboxRegistration } from "../../shared/webhooks/sandbox-registration.ts";
import { Obstacle } from "../session/obstacle.ts";
import type { Session } from "../session/session.ts";
import { showWarning } from "../text/notifications.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Signing } from "./signing.ts";
import type { WebhookSettings } from "./webhook-settings.ts";

/** What the receiver needs of this window. */
interface Surroundings {
  session: Session;
  deliveries: Deliveries;
  signing: Signing;
  settings(): WebhookSettings;
  received(delivery: Delivery, id: string): void;
}

/** Throws an Error with words for the person. */
export async function receive(reception: Surroundings): Promise<Receiver> {
  const { session, deliveries, signing } = reception;
  if (!vscode.workspace.isTrusted)
    throw new Obstacle("untrusted", "Webhooks are received only in a folder that you trust.");
  const { port } = reception.settings();
  const apis = await session.apis();
  const replays = await deliveries.replays(apis);
  let isTold = false;
  return startReceiver(apis, {
    port,
    replays,
    tolerance: () => reception.settings().tolerance,
    settings: (api) => signing.settingsOf(api, session.settings.environment),
    async onDelivery(delivery) {
      let id: string;
      try {
        id = await deliveries.add(delivery, session.settings.environment);
      } catch (error) {
        session.log.error(`A delivery of ${delivery.api.slug} could not be kept: ${String(error)}`);
        if (!isTold)
          void showWarning(
            `A webhook of ${delivery.api.title} came and could not be kept, so its sender was told to try again: ${String(error)}`,
          );
        isTold = true;
        throw error;
      }
      reception.received(delivery, id);
    },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE")
      throw new Error(
        `Port ${port} is in use by another program or window. Set another in switchboard.webhooks.port, or 0 for one that is free.`,
      );
    if (error.code === "EACCES")
      throw new Error(
        `Port ${port} may not be used by this account. Set one above 1023 in switchboard.webhooks.port.`,
      );
    throw error;
  });
}

/** Keeps the sandbox sending to the receiver while its environment is active. */
export function registerAtSandbox(
  { session, signing }: Pick<Surroundings, "session" | "signing">,
  { addresses }: Receiver,
  changed: () => void,
): SandboxRegistration {
  return new SandboxRegistration({
    addresses,
    transport: () => session.transport(),
    async find() {
      const { environment, sandboxUrl } = session.settings;
      const address = baseAddress(sandboxUrl);
      // One on another machine reaches no receiver on this.
      if (environment !== "sandbox" || !isLoopback(address.hostname)) return undefined;
      const found = await findSandbox(await session.transport(), sandboxUrl);
      if (typeof found === "string") return undefined;
      signing.know(found);
      return address.origin;
    },
    isInUse: () => vscode.window.state.focused,
    changed,
    after: (time, then) => systemClock.after(time, then),
  });
}
