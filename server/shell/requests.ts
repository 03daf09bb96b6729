/** What the client asks in order to lay out and send requests. */
import type { Connection } from "vscode-languageserver";
import {
  layOutPayload,
  layOutRequest,
  locateField,
  locatePayload,
  resolveRequests,
} from "../../shared/protocol.ts";
import type { Fresh } from "../../shared/requests/dynamic-values.ts";
import { locate } from "../features/locate-field.ts";
import { wholePayload, wholeRequest } from "../features/request-layout.ts";
import { payloadPlace } from "../features/payload-place.ts";
import { resolveRequests as resolve } from "../features/resolve-requests.ts";
import { entryByIndex } from "../files/entries.ts";
import type { OpenFile } from "../files/open-file.ts";
import type { Documents } from "./documents.ts";
import { answer } from "./wire.ts";

// The global one: its module is loaded with the first.
const fresh: Fresh = { uuid: () => crypto.randomUUID(), now: () => new Date(), random: Math.random };

export function answerRequests(connection: Connection, documents: Documents): void {
  const requestFile = (uri: string): OpenFile | undefined => {
    const file = documents.file(uri);
    return file?.format.kind === "request" ? file : undefined;
  };
  answer(connection, resolveRequests, ({ uri, index }) => {
    const file = requestFile(uri);
    return file ? resolve(file, fresh, index) : null;
  });
  answer(connection, locateField, ({ uri, index, field }) => {
    const file = requestFile(uri);
    const entry = file && entryByIndex(file, index);
    return file && entry ? locate(file, entry, field) : null;
  });
  answer(connection, layOutRequest, ({ operation: id, known, path }) => {
    const operation = documents.catalogue.operation(id);
    return operation ? wholeRequest(operation, { known, path }) : null;
  });
  answer(connection, layOutPayload, ({ api, event: name, payload }) => {
    const event = documents.catalogue.event(api, name);
    return event ? wholePayload(event, documents.catalogue.api(api)?.eventField, payload) : null;
  });
  answer(connection, locatePayload, ({ uri, index, position }) => {
    const file = documents.file(uri);
    if (file?.format.kind !== "webhook") return null;
    const at = position && file.lines.offsetAt(position);
    return payloadPlace(file, index === undefined ? { at: at ?? 0 } : { index });
  });
}
