/** Listening and forwarding as a task or a debug session does it: from its begin to its end. Without vscode. */
import { plainText } from "../../shared/plain-text.ts";

/** What such a run is, in tasks.json and launch.json. */
export const runType = "switchboardWebhooks";

export interface RunHost {
  /** Where webhooks go while it runs; gives back what was before. */
  forwardTo(url: string): () => void;
  /** Why they can't go there. */
  problemOf(url: string): string | undefined;
  isListening(): boolean;
  listen(): Promise<{ url: string; addresses: Readonly<Record<string, string>> }>;
  stop(): Promise<void>;
  /** Calls back with each line that is to be said of a delivery or an answer, until the result is called. */
  onLine(say: (line: string) => void): () => void;
  /** Calls back when the receiver has ended, until the result is called. */
  onEnd(ended: () => void): () => void;
}

export interface Run {
  /** Ends what it has begun, and nothing else. */
  stop(): Promise<void>;
}

/** Rejects with words for the person. The last of its first lines begins with `Receiving webhooks at`. */
export async function beginRun(
  host: RunHost,
  forward: unknown,
  { print, ended }: { print: (line: string) => void; ended: () => void },
): Promise<Run> {
  const url = forward === undefined || forward === "" ? undefined : String(forward);
  const problem = url === undefined ? undefined : host.problemOf(url);
  if (problem !== undefined) throw new Error(`${problem} Found ${JSON.stringify(url)} for "forward".`);
  const wasListening = host.isListening();
  const forwardAsBefore = url === undefined ? undefined : host.forwardTo(url);
  const say = (line: string) => print(plainText(line, 500));
  try {
    const receiver = await host.listen();
    for (const [slug, address] of Object.entries(receiver.addresses)) say(`${slug}: ${address}`);
    if (url !== undefined) say(`Forwarded to ${url}`);
    say(`Receiving webhooks at ${receiver.url}`);
  } catch (error) {
    forwardAsBefore?.();
    throw error;
  }
  const offLine = host.onLine(say);
  const offEnd = host.onEnd(() => {
    say("The receiver has ended.");
    ended();
  });
  let isStopped = false;
  return {
    async stop() {
      if (isStopped) return;
      isStopped = true;
      offLine();
      offEnd();
      forwardAsBefore?.();
      if (!wasListening) await host.stop();
    },
  };
}
