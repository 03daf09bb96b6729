/** A record that is edited: where its document is, how it is read and how it is sent. */
import * as vscode from "vscode";
import { type NamedOperation, operationsOf, type Row } from "../../shared/api.ts";
import { allCollections } from "../../shared/collections.ts";
import { editScheme } from "../../shared/protocol.ts";
import { isRow } from "../../shared/traits/values.ts";
import { fileOf, idIn } from "../../shared/record-address.ts";
import { findInList } from "./find-in-list.ts";
import { askConsent } from "../run/consent.ts";
import { execute } from "../run/execute.ts";
import { resolveTarget } from "../run/resolve-target.ts";
import type { Session } from "../session/session.ts";
import { recordOf } from "../records/live-record.ts";
import { shownOf } from "./changes.ts";

export interface EditedRecord {
  environment: string;
  /** The operation that changes it. */
  update: NamedOperation;
  /** Undefined where there is only one such record, as with settings. */
  id: string | undefined;
  /** Undefined: all. */
  fields: readonly string[] | undefined;
}

/** Whether the operation changes one of several records. */
const takesId = (operation: NamedOperation) => operation.request.path !== undefined;

export const addressOf = (environment: string, update: NamedOperation, id: string | undefined): vscode.Uri =>
  vscode.Uri.from({
    scheme: editScheme,
    authority: environment,
    path: `/${update.id}/${fileOf(takesId(update) && id !== undefined ? id : update.group)}`,
  });

export async function recordAt(session: Session, uri: vscode.Uri): Promise<EditedRecord> {
  const [, operation = "", file = ""] = uri.path.split("/");
  const { updatableFields } = await import("../../shared/updates.ts");
  const update = operationsOf(await session.apis()).find(({ id }) => id === operation);
  if (!update?.partial) throw new Error(`No operation ${operation} changes fields of a record.`);
  return {
    environment: uri.authority,
    update,
    id: takesId(update) ? idIn(file) : undefined,
    fields: updatableFields(update),
  };
}

/** The record as the API has it now; undefined where no operation that has a route reads or lists it. */
export async function readNow(session: Session, record: EditedRecord): Promise<Row | undefined> {
  session.requireEnvironment(record.environment);
  const { api, resource } = record.update;
  const { readingOf } = await import("../../shared/updates.ts");
  const reading = readingOf(api, resource ?? "");
  const target = reading && (await session.access.target(reading));
  if (!reading || !target?.route) return listedNow(session, record);
  const caller = await session.caller(api, target);
  const path = await pathOf(reading, target.route.path, record.id);
  const { body } = await caller.call(reading, { path }, { route: target.route });
  return isRow(body) ? shownOf(body, record.fields) : undefined;
}

/** The record as its list has it now. */
async function listedNow(session: Session, { update, id, fields }: EditedRecord): Promise<Row | undefined> {
  const source = allCollections([update.api]).find(({ list }) => list.resource === update.resource);
  if (!source || id === undefined || !(await session.access.isBound(source.list))) return undefined;
  const found = await findInList(session, source, id);
  return found && shownOf(found, fields);
}

/** What the reply says of the record; undefined when the person said no. */
export async function send(
  session: Session,
  { environment, update, id, fields }: EditedRecord,
  label: string,
  body: Row,
): Promise<Row | undefined> {
  const target = await resolveTarget(session, update, environment);
  if (!target) return undefined;
  const path = await pathOf(update, target.route.path, id);
  const record = id === undefined ? {} : { record: { id, label } };
  const invocation = { operation: update, target, values: { path, body }, ...record };
  if (!(await askConsent(session, [invocation]))) return undefined;
  const { notes, body: reply } = await execute(session, invocation);
  for (const note of notes) session.log.info(note);
  return isRow(reply) ? shownOf(reply, fields) : {};
}

async function pathOf(operation: NamedOperation, path: string, id: string | undefined) {
  const { knownPath } = await import("../run/path-values.ts");
  return knownPath(
    operation,
    path,
    new Map(id === undefined ? [] : [[operation.resource ?? operation.group, id]]),
  );
}

/** The name that a list shows for the record. */
export function labelOf({ update, id }: Pick<EditedRecord, "update" | "id">, row: Row): string {
  const { api, resource, title } = update;
  const kind = api.resources[resource ?? ""]?.title ?? title;
  return id === undefined ? kind : (recordOf({ ...row, id })?.name ?? id);
}
