/** What the bytes of a delivery say, as far as they can be read. */
import type { Api, Row } from "../api.ts";
import { utcTime } from "../traits/iso-8601.ts";
import { isRow, textAt } from "../traits/values.ts";

export interface Payload {
  /** Undefined where there is a problem. */
  value?: unknown;
  /** Why the bytes are no JSON, as a sentence. */
  problem?: string;
  event?: string;
  /** The delivery's own identifier. */
  id?: string;
  /** In milliseconds since 1970. */
  time?: number;
  /** The identifier of the record that it is about. */
  subject?: string;
}

export function readPayload(api: Api, bytes: Uint8Array): Payload {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { problem: "The body is not valid UTF-8." };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "The body is not JSON." };
  }
  const { eventNames, deliveryFields } = api;
  const field = (name: string | undefined) => (name === undefined ? undefined : textAt(value, name));
  const event = field(eventNames?.field);
  const id = field(deliveryFields?.id);
  const time = utcTime(field(deliveryFields?.time) ?? "");
  const subject = subjectOf(value);
  return {
    value,
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
    ...(time !== undefined && { time }),
    ...(subject !== undefined && { subject }),
  };
}

/** The API whose documented event the value names in that API's own field, when only one fits. */
export function apiOfPayload(apis: readonly Api[], value: unknown): Api | undefined {
  const fitting = apis.filter(({ eventNames, events }) => {
    const event = eventNames && textAt(value, eventNames.field);
    return event !== undefined && Object.hasOwn(events, event);
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

function subjectOf(value: unknown): string | undefined {
  const data = isRow(value) ? value.data : undefined;
  const name = isRow(data) ? subjectField(data) : undefined;
  return name === undefined ? undefined : textAt(data, name);
}

/** What the documents show of payloads names the record as `id`, else as `…_id`, in `data`. */
export const subjectField = (data: Row): string | undefined =>
  Object.hasOwn(data, "id") ? "id" : Object.keys(data).find((key) => key.endsWith("_id"));

/** `evt_` of `evt_1`. */
export const prefixOf = (id: unknown): string => (typeof id === "string" ? (/^.*_/.exec(id)?.[0] ?? "") : "");
