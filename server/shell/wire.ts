/** The requests of our own beside the protocol's, whose parameters and results follow from their method. */
import type { Connection } from "vscode-languageserver";
import type { NotificationMethod, RequestMethod } from "../../shared/protocol.ts";
import { ErrorCodes, ResponseError } from "./lsp.ts";

/** Answers a request of the client. */
export function answer<Params, Result>(
  connection: Connection,
  { method }: RequestMethod<Params, Result>,
  handler: (params: Params) => Result,
): void {
  connection.onRequest(method, (params: Params): unknown => handler(params));
}

/** Hears what the client says. */
export function hear<Params>(
  connection: Connection,
  { method }: NotificationMethod<Params>,
  handler: (params: Params) => void,
): void {
  connection.onNotification(method, (params: Params) => handler(params));
}

/** Asks the client. */
export const ask = <Params, Result>(
  connection: Connection,
  { method }: RequestMethod<Params, Result>,
  params: Params,
): Promise<Result> => connection.sendRequest<Result>(method, params);

/** Whether the client has said that it does not know a method. Any other failure is of that one request. */
export const isUnknownMethod = (error: unknown): boolean =>
  error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound;
