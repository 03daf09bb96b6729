/**
 * A debug session that listens and forwards, so that a compound launch begins it with the handler and ends it with it.
 * It speaks as much of the Debug Adapter Protocol as a session without threads needs. Without vscode.
 */
import { isRow } from "../../shared/traits/values.ts";
import type { Run } from "./receiver-run.ts";

export interface AdapterHost {
  begin(forward: unknown, said: { print: (line: string) => void; ended: () => void }): Promise<Run>;
  send(message: object): void;
}

export class DebugAdapter {
  readonly #host: AdapterHost;
  #run: Promise<Run> | undefined;
  #sequence = 0;

  constructor(host: AdapterHost) {
    this.#host = host;
  }

  /** Takes a request; all else is left aside. */
  async handle(message: unknown): Promise<void> {
    if (!isRow(message) || message["type"] !== "request") return;
    const { command, arguments: given } = message;
    const answer = (more: object) =>
      this.#send({ type: "response", request_seq: message["seq"], command, success: true, ...more });
    switch (command) {
      case "initialize":
        answer({ body: {} });
        return this.#event("initialized");
      case "launch":
        try {
          await this.#launch(isRow(given) ? given["forward"] : undefined);
          return answer({});
        } catch (error) {
          const words = error instanceof Error ? error.message : String(error);
          return answer({ success: false, message: words, body: { error: { id: 1, format: words } } });
        }
      case "threads":
        return answer({ body: { threads: [] } });
      case "disconnect":
      case "terminate":
        await this.stop();
        answer({});
        return this.#event("terminated");
      default:
        return answer({});
    }
  }

  async #launch(forward: unknown): Promise<void> {
    this.#run = this.#host.begin(forward, {
      print: (line) => this.#event("output", { category: "stdout", output: `${line}\n` }),
      ended: () => this.#event("terminated"),
    });
    await this.#run;
  }

  async stop(): Promise<void> {
    const run = await this.#run?.catch(() => undefined); // It has been told already.
    await run?.stop();
  }

  #event(event: string, body: object = {}): void {
    this.#send({ type: "event", event, body });
  }

  #send(message: object): void {
    this.#host.send({ seq: ++this.#sequence, ...message });
  }
}
