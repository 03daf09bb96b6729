/** Payloads as the documents show them, about records that are known. */
import type { Api, Row } from "../api.ts";
import { toJsonSchema } from "../derived/schemas.ts";
import { isRow } from "../traits/values.ts";
import { prefixOf, subjectField } from "./payload.ts";

interface About {
  /** Resource to identifier: these records are meant. */
  known: ReadonlyMap<string, string>;
  /** Records that are known whole: where they fit, their fields stand in place of the sample's, those of the last first. */
  rows?: readonly Row[] | undefined;
  /** A fresh identifier of the delivery. */
  id: (prefix: string) => string;
  /** The time of the delivery, as a timestamp. */
  now: () => string;
}

/** As if the event had happened now; undefined for one that is not documented. */
export function payloadAbout(api: Api, event: string, { known, rows = [], id, now }: About): Row | undefined {
  const sample = sampleOf(api, event);
  if (!sample) return undefined;
  const { id: idField, time } = api.deliveryFields ?? {};
  const { data } = sample;
  const fields: Row = Object.assign({}, ...rows.map((row) => fittingFields(api, event, row)));
  return {
    ...sample,
    ...(idField !== undefined && { [idField]: id(prefixOf(sample[idField])) }),
    ...(time !== undefined && { [time]: now() }),
    ...(isRow(data) && { data: { ...data, ...fields, ...knownIds(api, event, known) } }),
  };
}

const records = new WeakMap<Row, ReadonlyMap<string, string>>();

/** The fields of an event's data that hold identifiers, with the resource of each. */
export function recordsOfEvent(api: Api, event: string): ReadonlyMap<string, string> {
  const sample = sampleOf(api, event);
  if (!sample) return new Map();
  const known = records.get(sample) ?? readRecords(api, event, sample);
  records.set(sample, known);
  return known;
}

function readRecords({ events, resources }: Api, event: string, { data }: Row): Map<string, string> {
  const schema = events[event] && toJsonSchema(events[event].payload).properties?.data;
  return new Map(
    Object.entries(isRow(data) ? data : {}).flatMap(([field, value]) => {
      const documented = schema?.properties?.[field]?.["x-resource"];
      const resource = documented ?? resourceByPrefix(resources, value);
      return resource === undefined ? [] : [[field, resource] as const];
    }),
  );
}

/** The resource of the record that an event is about, where it is one of the API's. */
export function subjectOfEvent(api: Api, event: string): string | undefined {
  const data = sampleOf(api, event)?.data;
  const field = isRow(data) ? subjectField(data) : undefined;
  return field === undefined ? undefined : recordsOfEvent(api, event).get(field);
}

/** The resource by which an event can name the record; undefined where it names none like it. */
export function resourceIn(api: Api, event: string, record: string): string | undefined {
  const resources = [...recordsOfEvent(api, event).values()];
  const prefixed = (resource: string) => api.resources[resource]?.prefix;
  return (
    resources.find((resource) => record.startsWith(prefixed(resource) ?? `${record}_`)) ??
    resources.find((resource) => prefixed(resource) === undefined)
  );
}

const sampleOf = ({ events }: Api, event: string): Row | undefined =>
  Object.hasOwn(events, event) ? events[event]?.samples[0] : undefined;

/** What an event and a record call by the same name need not be the same: one may show whole what the other names. */
function fittingFields(api: Api, event: string, row: Row): Row {
  const sample = sampleOf(api, event);
  const data = sample?.data;
  if (!isRow(data)) return {};
  const fits = (field: string) => (value: unknown) =>
    api.events[event]?.payload.safeParse({ ...sample, data: { ...data, [field]: value } }).success;
  return Object.fromEntries(
    Object.entries(row).flatMap(([field, value]) => {
      if (field === "id" || !Object.hasOwn(data, field)) return [];
      const found = [value, ...(isRow(value) ? [value.id] : [])].filter(fits(field));
      return found.length === 0 ? [] : [[field, found[0]] as const];
    }),
  );
}

const knownIds = (api: Api, event: string, known: About["known"]): Row =>
  Object.fromEntries(
    [...recordsOfEvent(api, event)].flatMap(([field, resource]) => {
      const id = known.get(resource);
      return id === undefined ? [] : [[field, id]];
    }),
  );

const resourceByPrefix = (resources: Api["resources"], id: unknown): string | undefined =>
  Object.keys(resources).find((name) => {
    const prefix = resources[name]?.prefix;
    return prefix !== undefined && prefix === prefixOf(id);
  });
