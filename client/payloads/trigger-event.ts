/** Lets the sandbox deliver an event: by the change that causes it, or by itself. */
import * as vscode from "vscode";
import { type Api, type NamedOperation, operationsOf } from "../../shared/api.ts";
import { listedResources, takes } from "../../shared/relations.ts";
import {
  controlPatience,
  receiversAt,
  type Triggered,
  triggeredText,
  triggerEvent as trigger,
} from "../../shared/sandbox/controls.ts";
import { choicesInWords } from "../../shared/sandbox-choices.ts";
import { recordsOfEvent, subjectOfEvent } from "../../shared/webhooks/sample-payload.ts";
import { eventsAbout, resourcesAt } from "../records/capabilities.ts";
import { nameOf, recordsAt } from "../records/known-records.ts";
import type { RecordNode } from "../records/node.ts";
import { referrersOf } from "../records/referred-records.ts";
import { reportFailure } from "../failures/report-failure.ts";
import { askRecord } from "../run/ask-record.ts";
import { commandIds } from "../session/command-ids.ts";
import { readSandboxDirectory, sandboxAddress } from "../session/sandbox-directory.ts";
import type { Session } from "../session/session.ts";
import { showBriefly, showInformation, showWarning } from "../text/notifications.ts";
import { showQuickPick } from "../text/questions.ts";
import { requireTrust } from "./signing.ts";

/** Begins an operation on the records that were chosen. */
export type RunOperation = (operation: NamedOperation, nodes: readonly RecordNode[]) => Promise<void>;

interface Chosen {
  api: Api;
  event: string;
}

export async function triggerEvent(
  session: Session,
  run: RunOperation,
  node: RecordNode | undefined,
): Promise<void> {
  requireTrust();
  const { environment, sandboxUrl } = session.settings;
  if (environment !== "sandbox")
    return void showInformation("Only the sandbox delivers events on demand. Select its environment first.", {
      title: "Select Environment…",
      apply: () => vscode.commands.executeCommand(commandIds.selectEnvironment),
    });
  const chosen = await pickEvent(await session.apis(), node);
  const cause = chosen && (await pickCause(chosen, node));
  if (!chosen || !cause) return;
  const { api, event } = chosen;
  session.access.requireAllowed(api);
  const transport = await session.transport();
  await readSandboxDirectory(transport, sandboxUrl);
  const sandbox = sandboxAddress(sandboxUrl).origin;
  const act = async () => {
    session.requireEnvironment("sandbox");
    if (cause !== "alone") return run(cause, node ? [node] : []);
    const record = await recordOf(session, chosen, node);
    if (record === undefined) return;
    say(event, await trigger(transport, sandbox, { api: api.slug, event, record: record || undefined }));
  };
  if ((await receiversAt(transport, sandbox))?.has(api.slug)) return act();
  // What a button begins is outside of the command.
  const told = () => act().catch((error: unknown) => reportFailure(session, error));
  void showWarning(
    `Nobody listens for webhooks of ${api.title}: ${event} would reach nobody.`,
    {
      title: "Listen for Webhooks",
      async apply() {
        await vscode.commands.executeCommand(commandIds.listenForWebhooks);
        await told();
      },
    },
    { title: "Trigger Anyway", apply: told },
  );
}

async function pickEvent(apis: readonly Api[], node: RecordNode | undefined): Promise<Chosen | undefined> {
  const items = apis
    .map((api) => ({ api, events: node ? eventsAt(api, node) : Object.keys(api.events) }))
    .filter(({ events }) => events.length > 0)
    .flatMap(({ api, events }) => [
      { label: api.title, kind: vscode.QuickPickItemKind.Separator },
      ...events.map((event) => ({
        label: `$(bell) ${event}`,
        description: api.events[event]?.meaning ?? "",
        chosen: { api, event },
      })),
    ]);
  const item = await showQuickPick(items, {
    title: node ? `Trigger which event about ${nameOf(node).label}?` : "Trigger which event?",
    placeHolder: "Search by event or meaning",
    matchOnDescription: true,
  });
  return item && "chosen" in item ? item.chosen : undefined;
}

const eventsAt = (api: Api, node: RecordNode): string[] =>
  api === node.list.source.api ? eventsAbout(api, resourcesAt(node)) : [];

/** The operation whose change causes the event, where one is documented to, or the event alone. */
async function pickCause(
  { api, event }: Chosen,
  node: RecordNode | undefined,
): Promise<NamedOperation | "alone" | undefined> {
  const resources = node && resourcesAt(node);
  const operations = operationsOf([api]).filter(
    (operation) =>
      operation.announces === event &&
      (!resources || resources.some((resource) => takes(operation, resource))),
  );
  if (operations.length === 0) return "alone";
  const item = await showQuickPick<vscode.QuickPickItem & { cause: NamedOperation | "alone" }>(
    [
      ...operations.map((operation) => ({
        label: `$(${operation.icon ?? (operation.effect === "delete" ? "trash" : "edit")}) ${operation.title}`,
        description: operation.id,
        detail: ["The change that is documented to cause the event.", choicesOf(operation)].join(" ").trim(),
        cause: operation,
      })),
      { label: "$(bell) The event alone", detail: "No record changes.", cause: "alone" },
    ],
    { title: `Trigger ${event} by what?` },
  );
  return item?.cause;
}

const choicesOf = ({ sandbox }: NamedOperation) => choicesInWords(sandbox.choices ?? []);

/** The record that the event is about; empty for that of the sample, undefined when the person gives up. */
async function recordOf(
  session: Session,
  { api, event }: Chosen,
  node: RecordNode | undefined,
): Promise<string | undefined> {
  const subject = subjectOfEvent(api, event);
  if (node) {
    const known = recordsAt(node);
    const resources = [subject, ...recordsOfEvent(api, event).values()];
    return resources.map((resource) => known.get(resource ?? "")).find((id) => id !== undefined) ?? "";
  }
  const canBePicked =
    subject !== undefined && (listedResources(api).includes(subject) || referrersOf(api, subject).length > 0);
  if (!canBePicked) return "";
  return (await askRecord(session, api, subject, `Trigger ${event}`))?.id;
}

function say(event: string, result: Triggered | "late" | undefined): void {
  if (result === "late")
    throw new Error(
      `The sandbox has not answered within ${controlPatience / 1000} s. It may still deliver ${event}.`,
    );
  if (!result) throw new Error(`The sandbox did not deliver ${event}. An older one may run: start it again.`);
  const words = `${event}: ${triggeredText(result)}`;
  if (result.state === "delivered") showBriefly("bell", words);
  else void showWarning(`${words}.`);
}
