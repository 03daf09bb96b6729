/** What the client asks in order to lay out and send requests. */
import { randomUUID } from "node:crypto";
import type { Connection } from "vscode-languageserver";
import {
  layOut as layOutRequest,
  type LayOutParams,
  type LayOutResult,
  locate as locateRequest,
  type LocateParams,
  type LocateResult,
  requests,
  type RequestsParams,
  type RequestsResult,
} from "../shared/protocol.ts";
import type { Documents } from "./documents.ts";
import { entryByIndex, type OpenFile } from "./features/file.ts";
import { locate } from "./features/locate.ts";
import { wholeRequest } from "./features/request-layout.ts";
import { type Fresh, resolveRequests } from "./features/resolve.ts";
import type { Reference } from "./reference.ts";

const fresh: Fresh = { uuid: randomUUID, timestamp: () => new Date().toISOString() };

export function answerRequests(connection: Connection, documents: Documents, load: () => Reference): void {
  const requestFile = (uri: string): OpenFile | undefined => {
    const file = documents.file(uri);
    return file?.format.kind === "request" ? file : undefined;
  };
  connection.onRequest(requests.method, ({ uri, index }: RequestsParams): RequestsResult => {
    const file = requestFile(uri);
    return file ? resolveRequests(file, fresh, index) : null;
  });
  connection.onRequest(locateRequest.method, ({ uri, index, field }: LocateParams): LocateResult => {
    const file = requestFile(uri);
    const entry = file && entryByIndex(file, index);
    return file && entry ? locate(file, entry, field) : null;
  });
  connection.onRequest(layOutRequest.method, ({ operation: id, known, path }: LayOutParams): LayOutResult => {
    const operation = load().operation(id);
    return operation ? wholeRequest(operation, { known, path }) : null;
  });
}
