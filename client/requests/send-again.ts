/** Sends once more what was sent before. */
import * as vscode from "vscode";
import type { RequestValues, Sendable } from "../../shared/api.ts";
import { RequestError } from "../../shared/http/errors.ts";
import { expressionOf, fill, written } from "../../shared/placeholders.ts";
import { concealed } from "../../shared/requests/concealed.ts";
import { hiddenTexts, processValues } from "../../shared/requests/fill-request.ts";
import { canMend, reportFailure } from "../failures/report-failure.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { askConsent } from "../run/consent.ts";
import { execute } from "../run/execute.ts";
import { resolveTarget } from "../run/resolve-target.ts";
import type { Target } from "../session/access.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showInformation } from "../text/notifications.ts";
import type { Responses } from "./responses.ts";
import { findSecrets } from "./secrets.ts";

export interface Again {
  operation: Sendable;
  environment: string;
  /** What the request is called in its file. */
  name?: string | undefined;
  values: RequestValues;
  /** Those of the `{{…}}` in the values that are filled in: any other is text. */
  placeholders: readonly string[];
}

interface Room {
  session: Session;
  records: LiveRecords;
  responses: Responses;
}

export async function sendAgain(room: Room, again: Again): Promise<void> {
  const { session } = room;
  const { operation, environment, values } = again;
  const begun = await session.begun.once(
    [JSON.stringify(["again", operation.id, environment, values])],
    () => send(room, again),
    { repeatable: operation.effect === "read" },
  );
  if (!begun) showBriefly("info", "It is being sent already.");
}

async function send(room: Room, again: Again): Promise<void> {
  const { session, records, responses } = room;
  const { operation, environment, name, values, placeholders } = again;
  const target = await resolveTarget(session, operation, environment);
  const hidden = target && (await hiddenOf(session, placeholders, target));
  if (!hidden) return;
  const record = records.named(operation, values);
  const asked = { operation, target, values, ...(record && { record }) };
  if (!(await askConsent(session, [asked]))) return;
  const secrets = hiddenTexts(hidden);
  const filled = fill(values, (expression) => hidden.get(written(expression))) as RequestValues; // Filling changes strings alone.
  const start = performance.now();
  const result = await execute(session, {
    ...asked,
    values: filled,
    shown: { name, values, placeholders, secrets },
  }).catch((error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
    return concealed(error, secrets);
  });
  const sent = {
    api: operation.api,
    target,
    title: name ?? operation.id,
    duration: performance.now() - start,
    result,
    ...(operation.authorized === false && { holdsToken: true }),
    secrets,
    request: { operation, target, values },
  };
  const source = vscode.Uri.from({ scheme: "switchboard", path: `/${operation.id}` });
  await responses.show(source, operation.id, [sent], () => sendAgain(room, again));
  if (!(result instanceof RequestError)) for (const note of result.notes) void showInformation(note);
  else if (!result.reply || canMend(session, result, operation))
    reportFailure(session, result, { operation, isReplyShown: true });
}

/** What is kept out of sight of the request. Undefined when the person gives up. */
async function hiddenOf(
  session: Session,
  placeholders: readonly string[],
  target: Target,
): Promise<Map<string, string> | undefined> {
  const ofProcess = processValues(
    [{ values: { body: placeholders.map((each) => `{{${each}}}`) } }],
    process.env,
  );
  const names = placeholders.map(expressionOf).flatMap((each) => (each.kind === "secret" ? each.name : []));
  const secrets = await findSecrets(session, names, target);
  return (
    secrets &&
    new Map([...ofProcess, ...[...secrets].map(([secret, value]) => [`secret:${secret}`, value] as const)])
  );
}
