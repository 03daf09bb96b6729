import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Control } from "./control.mts";
import type { EditorServer } from "./server.mts";

export const exitCodes = { passed: 0, failed: 1, hostDied: 70, timedOut: 124, interrupted: 130 } as const;

/** How a run came to its end. */
export interface Ending {
  code: number;
  /** What went wrong, when no test has said so already. */
  complaint?: string;
}

/** VS Code reports 0 also when its extension host was killed, so a pass needs the suite's own word. */
export async function suiteEnding(ended: Promise<number>, control: Control): Promise<Ending> {
  const code = await ended;
  if (code !== 0) return { code: exitCodes.failed };
  if (control.suiteDone) return { code: exitCodes.passed };
  return { code: exitCodes.hostDied, complaint: "The extension host ended before the suite did" };
}

export async function serverEnding(server: EditorServer): Promise<Ending> {
  return { code: exitCodes.failed, complaint: `VS Code's server ended with code ${await server.exited}` };
}

export async function interruption(over: AbortSignal): Promise<Ending> {
  await Promise.race([once(process, "SIGINT", { signal: over }), once(process, "SIGTERM", { signal: over })]);
  return { code: exitCodes.interrupted, complaint: "Interrupted" };
}

export async function timeout(milliseconds: number): Promise<Ending> {
  await delay(milliseconds, undefined, { ref: false });
  return { code: exitCodes.timedOut, complaint: `No end after ${milliseconds / 1000} s` };
}
