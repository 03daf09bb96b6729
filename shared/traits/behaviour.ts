/** What operations do in the sandbox, in the few forms that most of them share. */
import { type Handler, type Row, SandboxFault, type SandboxCall } from "../api.ts";

/** Query parameters that page or order, and so do not select rows. */
const notFilters = new Set(["limit", "cursor", "page", "offset", "sort", "q", "created_after"]);

/** Lists a resource. Every other query parameter keeps the rows whose field of that name equals it. */
export const listing =
  (resource: string, keep: (row: Row, call: SandboxCall) => boolean = () => true): Handler =>
  (call) => {
    const { query, world } = call;
    const filters = Object.entries(query).filter(
      ([name, value]) => !notFilters.has(name) && value !== undefined,
    );
    const rows = world
      .table(resource)
      .rows()
      .filter((row) => filters.every(([name, value]) => row[name] === undefined || row[name] === value))
      .filter((row) => keep(row, call));
    const { sort } = query;
    if (typeof sort === "string")
      rows.sort((a, b) => String(a[sort] ?? "").localeCompare(String(b[sort] ?? "")));
    return { rows };
  };

/** Creates a record from the body and what `complete` adds to it; `complete` may also emit events. */
export const creating =
  (
    resource: string,
    prefix: string,
    complete: (row: Row, call: SandboxCall) => Row = (row) => row,
    status = 201,
  ): Handler =>
  (call) => {
    const row = complete({ id: call.world.id(prefix), ...call.body }, call);
    call.world.table(resource).insert(row);
    return { status, body: row };
  };

/** The record that a path parameter names, or the API's 404. */
export function found(call: SandboxCall, resource: string, parameter: string): Row {
  const id = call.path[parameter] ?? "";
  const row = call.world.table(resource).get(id);
  if (!row) throw new SandboxFault(404, { message: `There is no record ${id}.` });
  return row;
}

/** The record that a field of the body refers to, or the API's 404 at that field. */
export function referred(call: SandboxCall, resource: string, field: string): Row {
  const id = call.body[field];
  const row = typeof id === "string" ? call.world.table(resource).get(id) : undefined;
  if (row) return row;
  const message =
    id === undefined ? `The sandbox needs ${field} to find the record.` : `There is no record ${String(id)}.`;
  throw new SandboxFault(404, { message, field });
}

/** Reads one record. */
export const reading =
  (
    resource: string,
    parameter: string,
    complete: (row: Row, call: SandboxCall) => Row = (row) => row,
  ): Handler =>
  (call) => ({ status: 200, body: complete(found(call, resource, parameter), call) });

/** Changes the fields that `change` returns; fields not sent stay as they are. */
export const changing =
  (
    resource: string,
    parameter: string,
    change: (row: Row, call: SandboxCall) => Row = (_, call) => call.body,
  ): Handler =>
  (call) => {
    const row = found(call, resource, parameter);
    return { status: 200, body: call.world.table(resource).update(String(row.id), change(row, call)) };
  };

/** Removes a record for good. */
export const removing =
  (
    resource: string,
    parameter: string,
    reply: (row: Row, call: SandboxCall) => { status: number; body?: unknown },
  ): Handler =>
  (call) => {
    const row = found(call, resource, parameter);
    call.world.table(resource).remove(String(row.id));
    return reply(row, call);
  };
