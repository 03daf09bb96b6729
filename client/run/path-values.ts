/** The path parameters of an operation: from what is known, else asked for. */
import { type NamedOperation, pathParameters } from "../../shared/api.ts";
import { type KnownRecords, recordsTaken } from "../../shared/relations.ts";
import type { Session } from "../session/session.ts";
import { askRecord } from "./ask-record.ts";
import type { RecordName } from "../records/known-records.ts";
import { showInputBox } from "../text/questions.ts";

export interface PathValues {
  path: Record<string, string>;
  /** The record of the operation that the person picked, where one was asked for. */
  picked?: RecordName;
}

/** The resource that each parameter of a route names; undefined where the documents do not say. */
export function resourcesOfPath(
  operation: NamedOperation,
  path: string,
): [name: string, resource?: string][] {
  const { path: documented, openPath } = recordsTaken(operation);
  const names = pathParameters(path);
  return names.map((name, index) => {
    const resource = documented.get(name) ?? (index === names.length - 1 ? openPath : undefined);
    return resource === undefined ? [name] : [name, resource];
  });
}

/** What is known of the path, without asking. */
export const knownPath = (
  operation: NamedOperation,
  path: string,
  known: KnownRecords,
): Record<string, string> =>
  Object.fromEntries(
    resourcesOfPath(operation, path).flatMap(([name, resource]) => {
      const id = resource === undefined ? undefined : known.get(resource);
      return id === undefined ? [] : [[name, id] as const];
    }),
  );

/** Undefined when the person gives up. */
export async function askPath(
  session: Session,
  operation: NamedOperation,
  path: string,
  known: KnownRecords,
): Promise<PathValues | undefined> {
  const values = knownPath(operation, path, known);
  let picked: RecordName | undefined;
  for (const [name, resource] of resourcesOfPath(operation, path)) {
    if (values[name] !== undefined) continue;
    const { title } = operation;
    const answer =
      resource === undefined
        ? await askText(`${title}: ${name}`)
        : await askRecord(session, operation.api, resource, title);
    if (answer === undefined) return undefined;
    values[name] = answer.id;
    if (resource === operation.resource) picked = answer;
  }
  return { path: values, ...(picked && { picked }) };
}

async function askText(title: string): Promise<RecordName | undefined> {
  const text = await showInputBox({
    title,
    prompt: "Part of the request's path.",
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? "Enter a value." : undefined),
  });
  return text === undefined ? undefined : { id: text.trim(), label: text.trim() };
}
