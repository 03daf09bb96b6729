/** Whole requests and payloads, where a file or an item of its array begins. */
import { CompletionItemKind } from "vscode-languageserver-types";
import type { EventEntry, OperationEntry } from "../../shared/catalogue.ts";
import type { OpenFile } from "../files/open-file.ts";
import type { Location } from "../syntax/locate.ts";
import { describeEntry, operationWords } from "./hover.ts";
import type { Proposal } from "./proposal.ts";
import { wholePayload, wholeRequest } from "./request-layout.ts";

/** In an empty place, and where a bare word says what is meant. */
export function templatesAt(file: OpenFile, at: Location): Proposal[] {
  if (at.expects !== "value" || !beginsEntry(at)) return [];
  const { operations, events } = file.catalogue.entries;
  switch (file.format.kind) {
    case "request":
      return operations.map((operation) => requestTemplate(file, operation));
    case "webhook": {
      const { api } = file.format;
      return events
        .filter((event) => api === undefined || event.api === api)
        .map((event) => payloadTemplate(file, event));
    }
    default:
      return [];
  }
}

const beginsEntry = ({ ancestors, path, part, replace }: Location) =>
  (path.length === 0 || (path.length === 1 && typeof path[0] === "number")) &&
  (replace.start === replace.end || (part === "value" && ancestors.at(-1)?.node.kind === "invalid"));

const requestTemplate = (file: OpenFile, operation: OperationEntry): Proposal => ({
  label: operation.id,
  text: wholeRequest(operation),
  kind: CompletionItemKind.Function,
  detail: operationWords(operation),
  beside: operation.title,
  documentation: describeEntry(file, operation),
  alias: [operation.id, operation.title, operation.method, operation.effect].join(" "),
  snippet: true,
});

const payloadTemplate = (file: OpenFile, event: EventEntry): Proposal => ({
  label: event.name,
  text: wholePayload(event, file.catalogue.api(event.api)?.eventField),
  kind: CompletionItemKind.Event,
  detail: event.meaning,
  documentation: describeEntry(file, event),
  alias: `${event.name} ${event.meaning}`,
  snippet: true,
});
