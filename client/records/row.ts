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
  waiting: "list.warningForeground",
  bad: "list.errorForeground",
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

type Shown = Pick<Collection, "label" | "detail" | "status" | "icon">;

/**
 * `kind` says what the record is, `fault` how it departs from what is documented. With `now`, the times beside the
 * name are relative to it; the tooltip has them as they are.
 */
export function rowPresentation(
  collection: Shown,
  row: Row,
  kind: string,
  fault?: string,
  now?: number,
): RowPresentation {
  const field = (name: string, longest = 60) =>
    Object.hasOwn(row, name) ? shortValue(row[name], longest) : undefined;
  const detail = (name: string) =>
    (now !== undefined && Object.hasOwn(row, name) && timestampWords(row[name], now)) || field(name);
  const label =
    collection.label.map((name) => field(name)).find((value) => value !== undefined) ??
    field("id") ??
    "(no name)";
  const status = collection.status && field(collection.status, 30);
  const details = [status, ...collection.detail.map(detail)].filter(
    (value) => value !== undefined && value !== label,
  );
  const look = status ? statusLook(status) : undefined;
  return {
    label,
    description: details.join(" · "),
    icon: fault
      ? { name: "warning", color: colors.waiting }
      : { name: look?.icon ?? collection.icon, ...(look && { color: look.color }) },
    tooltip: tooltip(label, kind, row, fault),
    spoken: [label, kind, ...details, ...(fault ? [`Unexpected: ${fault}`] : [])].join(", "),
  };
}

const mostFields = 24;

function tooltip(label: string, kind: string, row: Row, fault: string | undefined): string {
  const cells = Object.entries(row).flatMap(([name, value]) => {
    const short = shortValue(value, 100);
    return short === undefined ? [] : [`| ${markdownText(name, 40)}&nbsp; | ${markdownText(short)} |`];
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
