/** What the protocol allows when: nothing before `initialize`, no second one, nothing after `shutdown`. */
import type { Connection, Message, MessageStrategy } from "vscode-languageserver";
import { ErrorCodes, ResponseError } from "./lsp.ts";

/** The method that a request is given that comes at the wrong time. No client sends it. */
const refused = "switchboard/refused";

type Refusal = [code: number, message: string];

/** To be given to the connection, and then `answer` the connection itself. */
export class Lifecycle {
  #state: "new" | "running" | "ended" = "new";

  readonly messageStrategy: MessageStrategy = {
    handleMessage: (message, next) => {
      const { method, id } = message as Message & { method?: string; id?: number | string | null };
      // An answer to what the server has asked.
      if (method === undefined) {
        void next(message);
        return;
      }
      const refusal = this.#refusalOf(method);
      if (refusal === undefined) void next(message);
      else if (id !== undefined && id !== null)
        void next({ ...message, method: refused, params: refusal } as Message);
    },
  };

  answer(connection: Connection): void {
    connection.onRequest(refused, (...[code, message]: Refusal) => new ResponseError(code, message));
  }

  #refusalOf(method: string): Refusal | undefined {
    if (method === "exit") return undefined;
    if (this.#state === "ended") return [ErrorCodes.InvalidRequest, "The server has been shut down."];
    if (method === "initialize") {
      if (this.#state === "running") return [ErrorCodes.InvalidRequest, "The server is initialized already."];
      this.#state = "running";
    } else if (this.#state === "new")
      return [ErrorCodes.ServerNotInitialized, "The server is not initialized."];
    else if (method === "shutdown") this.#state = "ended";
    return undefined;
  }
}
