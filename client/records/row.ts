/** How a record is shown as a row of a list. */
import type { Collection, Row } from "../../shared/api.ts";
import { markdownText } from "../../shared/plain-text.ts";
import { timestampWords } from "../text/timestamp-words.ts";
import { shortValue } from "../text/short-value.ts";

export interface RowPresentation {
  label: string;
  description: string;
  icon: { name: string; color?: string };
  /** Markdown that holds no links, images or HTML. */
  tooltip: string;
  /** What a screen reader says: it can't see colours. */
  spoken: string;
}

/** Theme colours by what a status means. Each can be read on light and dark ground. */
const colors = {
  good: "charts.green",
  idle: "descriptionForeground",
  waiting: "charts.yellow",
  bad: "charts.red",
} as const;

/** What a status means, and the codicon that says so without colour; what is well keeps that of its kind. */
const meanings: Readonly<Record<string, readonly [keyof typeof colors, icon?: string]>> = {
  active: ["good"],
  completed: ["good"],
  online: ["good"],
  paid: ["good"],
  published: ["good"],
  ready: ["good"],
  running: ["good"],
  archived: ["idle", "archive"],
  draft: ["idle", "circle-outline"],
  inactive: ["idle", "debug-stop"],
  stopped: ["idle", "debug-stop"],
  building: ["waiting", "tools"],
  paused: ["waiting", "debug-pause"],
  pending: ["waiting", "clock"],
  provisioning: ["waiting", "gear"],
  queued: ["waiting", "clock"],
  canceled: ["bad", "circle-slash"],
  cancelled: ["bad", "circle-slash"],
  error: ["bad", "error"],
  failed: ["bad", "error"],
};

/** How a status looks; undefined for one whose meaning is not known. */
export function statusLook(status: string): { color: string; icon?: string } | undefined {
  const word = status.toLowerCase();
  const [meaning, icon] = (Object.hasOwn(meanings, word) && meanings[word]) || [];
  return meaning && { color: colors[meaning], ...(icon !== undefined && { icon }) };
}

export function recordId(row: Row): string | undefined {
  const { id } = row;
  return (typeof id === "string" && id !== "") || typeof id === "number" ? String(id) : undefined;
}

/** Whether the record's state passes by itself. */
export const isUnderWay = (
  { status, underWay }: Pick<Collection, "status" | "underWay">,
  row: Row,
): boolean =>
  status !== undefined &&
  Object.hasOwn(row, status) &&
  underWay?.some((value) => value === row[status]) === true;

type Shown = Pick<Collection, "label" | "detail" | "status" | "icon">;

interface Surroundings {
  /** How the record departs from what is documented. */
  fault?: string | undefined;
  /** The times beside the name are relative to it; the tooltip has them as they are. */
  now?: number;
  /** The names of the records that fields refer to, by field, as far as they are known. */
  names?: ReadonlyMap<string, string> | undefined;
}

/** `kind` says what the record is. */
export function rowPresentation(
  collection: Shown,
  row: Row,
  kind: string,
  { fault, now, names }: Surroundings = {},
): RowPresentation {
  const field = (name: string, longest = 60) =>
    Object.hasOwn(row, name) ? shortValue(row[name], longest) : undefined;
  const detail = (name: string) =>
    names?.get(name) ??
    ((now !== undefined && Object.hasOwn(row, name) && timestampWords(row[name], now)) || field(name));
  const own = collection.label.map((name) => field(name)).find((value) => value !== undefined);
  // A record without a name is called by the first that it refers to, and its identifier is the last that is said.
  const referred =
    own === undefined || own === recordId(row)
      ? collection.detail.map((name) => names?.get(name)).find((name) => name !== undefined)
      : undefined;
  const label = referred ?? own ?? field("id") ?? "(no name)";
  const status = collection.status && field(collection.status, 30);
  const details = [
    status,
    ...collection.detail.map(detail),
    ...(referred === undefined ? [] : [field("id")]),
  ].filter((value) => value !== undefined && value !== label);
  const look = status ? statusLook(status) : undefined;
  return {
    label,
    description: details.join(" · "),
    icon: fault
      ? { name: "warning", color: colors.waiting }
      : { name: look?.icon ?? collection.icon, ...(look && { color: look.color }) },
    tooltip: tooltip(label, kind, row, { fault, names }),
    spoken: [label, kind, ...details, ...(fault ? [`Unexpected: ${fault}`] : [])].join(", "),
  };
}

const mostFields = 24;

function tooltip(label: string, kind: string, row: Row, { fault, names }: Surroundings): string {
  const cells = Object.entries(row).flatMap(([name, value]) => {
    const short = shortValue(value, 100);
    if (short === undefined) return [];
    const referred = names?.get(name);
    const words = referred === undefined ? short : `${short} (${referred})`;
    return [`| ${markdownText(name, 40)}&nbsp; | ${markdownText(words)} |`];
  });
  const rest = cells.length - mostFields;
  return [
    `**${markdownText(label)}** — ${markdownText(kind)}`,
    ...(fault ? ["", `Unexpected: ${markdownText(fault, 200)}`] : []),
    "",
    "| | |",
    "|:--|:--|",
    ...cells.slice(0, mostFields),
    ...(rest > 0 ? ["", `and ${rest} more fields`] : []),
  ].join("\n");
}
