/** The requests of our own beside the protocol's, whose parameters and results follow from their method. */
import type { Connection } from "vscode-languageserver";
import type { RequestMethod } from "../../shared/protocol.ts";

/** Answers a request of the client. */
export function answer<Params, Result>(
  connection: Connection,
  { method }: RequestMethod<Params, Result>,
  handler: (params: Params) => Result,
): void {
  connection.onRequest(method, (params: Params): unknown => handler(params));
}

/** Asks the client. Rejects with a ResponseError when it does not know the method. */
export const ask = <Params, Result>(
  connection: Connection,
  { method }: RequestMethod<Params, Result>,
  params: Params,
): Promise<Result> => connection.sendRequest<Result>(method, params);
