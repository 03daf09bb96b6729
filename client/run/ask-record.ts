/** Asking for a record: picked from those that its API lists or that listed records refer to, or typed. */
import * as vscode from "vscode";
import type { Api, Row } from "../../shared/api.ts";
import { plainText } from "../../shared/plain-text.ts";
import { listedRecords, usualCollection } from "../records/listed-records.ts";
import type { RecordName } from "../records/known-records.ts";
import { referredRecords } from "../records/referred-records.ts";
import type { Session } from "../session/session.ts";
import { recordId, rowPresentation } from "../records/row.ts";
import { createQuickPick } from "../text/questions.ts";

interface RecordItem extends vscode.QuickPickItem {
  /** Absent where what is typed is meant: more may be typed before the item says so. */
  record?: RecordName;
}

/** Undefined when the person gives up. */
export async function askRecord(
  session: Session,
  api: Api,
  resource: string,
  purpose: string,
): Promise<RecordName | undefined> {
  const kind = (api.resources[resource]?.title ?? "record").toLowerCase();
  const prefix = api.resources[resource]?.prefix;
  const pick = createQuickPick<RecordItem>();
  pick.title = `${purpose}: which ${kind}?`;
  const placeholder = (start: string) =>
    `${start} an identifier${prefix ? `, which begins with ${prefix}` : ""}`;
  pick.placeholder = placeholder("Pick one or type");
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  const abort = new AbortController();
  let found: RecordItem[] = [];
  const offer = () => {
    const typed = pick.value.trim();
    // What fits a record is meant for it: what is typed stands alone where nothing does.
    const isKnown = found.some(({ label, description }) =>
      `${label} ${description ?? ""}`.toLowerCase().includes(typed.toLowerCase()),
    );
    pick.items =
      typed === "" || isKnown
        ? found
        : [...found, { label: typed, description: "as typed", alwaysShow: true }];
  };
  const listener = pick.onDidChangeValue(offer);
  pick.busy = true;
  void recordItems(session, api, resource, abort.signal)
    .then((items) => {
      found = items;
      offer();
    })
    .catch((error: Error) =>
      session.log.debug(`The ${resource} of ${api.slug} are not offered: ${error.message}`),
    )
    .finally(() => {
      pick.busy = false;
      if (found.length === 0) pick.placeholder = placeholder("None can be listed: type");
    });
  const { promise, resolve } = Promise.withResolvers<RecordName | undefined>();
  pick.onDidAccept(() => {
    const [chosen] = pick.activeItems;
    const typed = pick.value.trim();
    if (chosen?.record) resolve(chosen.record);
    else if (typed !== "") resolve({ id: typed, label: typed });
    else return;
    pick.hide();
  });
  pick.onDidHide(() => resolve(undefined));
  pick.show();
  return promise.finally(() => {
    abort.abort();
    listener.dispose();
    pick.dispose();
  });
}

/** Those that the API lists, else those that records which it lists refer to. */
async function recordItems(
  session: Session,
  api: Api,
  resource: string,
  signal: AbortSignal,
): Promise<RecordItem[]> {
  const listed = await listedRecords(session, api, resource, signal);
  if (listed) return listed.rows.flatMap((row) => itemOf(row, listed.collection));
  const referred = await referredRecords(session, api, resource, signal);
  return referred.map(({ id, referredBy }) => ({
    label: plainText(id, 100),
    description: referredBy,
    record: { id, label: id },
  }));
}

type Shown = Parameters<typeof rowPresentation>[0];

function itemOf(row: Row, collection: Shown = usualCollection): RecordItem[] {
  const id = recordId(row);
  if (id === undefined) return [];
  const { label, description } = rowPresentation(collection, row, "");
  return [
    {
      label,
      description: [...(label === id ? [] : [id]), description].filter(Boolean).join(" · "),
      record: { id, label },
    },
  ];
}
