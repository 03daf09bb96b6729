/** Exporting a list into a file: what is asked, what is shown meanwhile, and what can be done after a failure. */
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { NamedOperation, RequestValues } from "../../shared/api.ts";
import { RequestError } from "../../shared/http/errors.ts";
import { documentedColumns } from "./csv.ts";
import { exists, type Format, readAll, type Target, writeAll } from "./export.ts";
import { folderNameOf, KeptRecords, removeKept, removeOld, checkpointIn } from "./kept-records.ts";
import type { ListFilters } from "../records/list-filters.ts";
import { pickList } from "./pick-list.ts";
import { reportFailure } from "../failures/report-failure.ts";
import type { Session } from "../session/session.ts";
import { showInformation, showingCancellableWork, showWarning } from "../text/notifications.ts";
import { filterText } from "../records/filter.ts";
import { listRequest } from "../records/list-request.ts";
import { type ListNode, listsOf, type RecordNode } from "../records/node.ts";
import { clockWords, momentWords } from "../text/clock-words.ts";
import { showQuickPick } from "../text/questions.ts";

interface Export {
  /** "Products, filtered by status: active". */
  title: string;
  operation: NamedOperation;
  values: RequestValues;
  environment: string;
  baseUrl: string;
  /** Where records are kept until all are there. */
  folder: string;
}

/** Exports the list given, or that of the record given, else one that the person picks. */
export async function exportList(
  session: Session,
  filters: ListFilters,
  given?: ListNode | RecordNode,
): Promise<void> {
  await filters.load();
  const [known] = given?.kind === "record" ? listsOf(given) : [given];
  const list = known ?? (await pickList(session, filters, "Export which list?"));
  if (!list) return;
  const wanted = await exportOf(session, filters, list);
  if (!(await askToResume(wanted))) return;
  const target = await askTarget(wanted);
  if (target) await run(session, wanted, target);
}

/** What was kept for a resumption that never came. */
export function removeOldExports(session: Session): void {
  removeOld(folderOf(session), Date.now()).catch((error: Error) =>
    session.log.warn(`Old exports are not removed: ${error.message}`),
  );
}

const folderOf = ({ context }: Session) => join(context.globalStorageUri.fsPath, "exports");

async function exportOf(session: Session, filters: ListFilters, list: ListNode): Promise<Export> {
  const { list: operation, collection } = list.source;
  const { environment, pageSize } = session.settings;
  const { baseUrl } = await session.access.target(operation);
  const filter = filters.of(list).values;
  const parameters = filters.parametersOf(list);
  const values = listRequest(list, parameters, filter, parameters.size?.most ?? pageSize);
  const of = list.owner === undefined ? "" : ` of ${list.owner}`;
  const by = filterText(filter);
  return {
    title: `${collection.title}${of}${by === "" ? "" : `, filtered by ${by}`}`,
    operation,
    values,
    environment,
    baseUrl,
    folder: join(
      folderOf(session),
      folderNameOf({ environment, baseUrl, operation: operation.id, path: values.path, filter }),
    ),
  };
}

/** False when the person left without an answer. */
async function askToResume({ title, folder }: Export): Promise<boolean> {
  const kept = await checkpointIn(folder);
  if (!kept) return true;
  const items = [
    {
      label: `$(debug-continue) Resume (${kept.next === null ? `all ${amount(kept.count)}` : `${amount(kept.count)} so far`})`,
      detail: `Read until ${momentWords(kept.since.getTime())}.`,
      resume: true,
    },
    { label: "$(debug-restart) Start again", detail: "What was read is discarded.", resume: false },
  ];
  const picked = await showQuickPick(items, {
    title: `Export ${title}`,
    placeHolder: "An earlier export broke off",
  });
  if (picked?.resume === false) await removeKept(folder);
  return picked !== undefined;
}

async function askTarget({ title, operation }: Export): Promise<Target | undefined> {
  const items: (vscode.QuickPickItem & { format: Format; name: string })[] = [
    {
      label: "NDJSON",
      description: ".ndjson",
      detail: "One record a line, as the API sent it. For programs.",
      format: "ndjson",
      name: "NDJSON",
    },
    {
      label: "CSV",
      description: ".csv",
      detail: "A table with a column for each field, those of nested objects too. For spreadsheets.",
      format: "csv",
      name: "CSV",
    },
  ];
  const picked = await showQuickPick(items, {
    title: `Export ${title}`,
    placeHolder: "As which kind of file?",
  });
  if (!picked) return undefined;
  const { format, name } = picked;
  const file = `${operation.api.slug}-${operation.group}.${format}`;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    title: `Export ${title}`,
    saveLabel: "Export",
    filters: { [name]: [format] },
    defaultUri: vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file(homedir()), file),
  });
  if (!uri) return undefined;
  if (uri.scheme !== "file") throw new Error("A list is exported to a folder of this machine. Choose one.");
  // The dialog has asked about a file that is there by now.
  return { path: uri.fsPath, format, mayReplace: await exists(uri.fsPath) };
}

async function run(session: Session, wanted: Export, target: Target): Promise<void> {
  const { title, operation, folder, environment, baseUrl } = wanted;
  const now = await session.access.target(operation);
  if (now.environment !== environment || now.baseUrl !== baseUrl)
    throw new Error(
      `${title} was read at ${baseUrl} in the ${environment} environment. Select that again to resume.`,
    );
  const caller = await session.caller(operation.api, now);
  const kept = await KeptRecords.open(folder);
  if (!kept) return void showInformation(`${title}: an export is under way already.`);
  const abort = new AbortController();
  let done = false;
  try {
    await showingCancellableWork(`Exporting ${title}`, abort, async (report) => {
      const tell = (count: number) => report(amount(count));
      if (kept.checkpoint.count > 0) tell(kept.checkpoint.count);
      const { signal } = abort;
      await readAll(
        kept,
        (from) => caller.list(operation, wanted.values, { signal, ...(from && { from }) }),
        tell,
      );
      await writeAll(kept, target, await columnsFor(session, operation), signal);
    });
    done = true;
  } catch (error) {
    tellWhatIsKept(session, wanted, target, kept, abort.signal.aborted ? undefined : error);
  } finally {
    await kept.close({ keep: !done });
  }
  if (done) tellSuccess(session, wanted, target, kept);
}

async function columnsFor(session: Session, { api, resource }: NamedOperation): Promise<string[]> {
  const record = resource === undefined ? undefined : api.resources[resource]?.record;
  return record
    ? documentedColumns((await import("../../shared/derived/schemas.ts")).toJsonSchema(record))
    : [];
}

/** `error` is undefined when the person cancelled. */
function tellWhatIsKept(
  session: Session,
  wanted: Export,
  target: Target,
  { checkpoint: { count } }: KeptRecords,
  error: unknown,
): void {
  const resume = {
    title: "Resume",
    apply: () =>
      run(session, wanted, target).catch((again) =>
        reportFailure(session, again, { operation: wanted.operation }),
      ),
  };
  const retryAt = error instanceof RequestError ? error.retryAt : undefined;
  const when = retryAt ? `Resume at ${clockWords(retryAt.getTime())}.` : "Resume to go on from there.";
  const remark = `Read so far, and kept for 7 days: ${amount(count)} of ${wanted.title}. ${when}`;
  if (error !== undefined)
    return reportFailure(session, error, {
      operation: wanted.operation,
      ...(count > 0 && { remark, buttons: [resume] }),
    });
  if (count === 0) return;
  const discard = { title: "Discard", apply: () => removeKept(wanted.folder) };
  void showInformation(`The export was cancelled. ${remark}`, resume, discard);
}

function tellSuccess(
  session: Session,
  { title }: Export,
  { path }: Target,
  { checkpoint }: KeptRecords,
): void {
  const { count, faulty, incomplete } = checkpoint;
  const said = [
    `Exported ${amount(count)} of ${title}.`,
    ...(incomplete === undefined ? [] : [`The list is incomplete. ${incomplete}`]),
    ...(faulty === 0 ? [] : [`${amount(faulty)} of them ${faulty === 1 ? "is" : "are"} not as documented.`]),
  ].join(" ");
  session.log.info(said);
  const tell = incomplete === undefined ? showInformation : showWarning;
  void tell(said, {
    title: "Open File",
    apply: () => vscode.commands.executeCommand("vscode.open", vscode.Uri.file(path)),
  });
}

const amount = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "record" : "records"}`;
