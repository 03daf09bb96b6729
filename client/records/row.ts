/** How a record is shown as a row of a list. */
import type { Collection, Row } from "../../shared/api.ts";
import { markdownText } from "../../shared/plain-text.ts";
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

/** Theme colours by what a status means. */
const colors = {
  good: "charts.green",
  idle: "disabledForeground",
  waiting: "list.warningForeground",
  bad: "list.errorForeground",
} as const;

const meanings: Readonly<Record<string, keyof typeof colors>> = {
  active: "good",
  completed: "good",
  online: "good",
  paid: "good",
  published: "good",
  ready: "good",
  running: "good",
  archived: "idle",
  draft: "idle",
  inactive: "idle",
  stopped: "idle",
  building: "waiting",
  paused: "waiting",
  pending: "waiting",
  provisioning: "waiting",
  queued: "waiting",
  canceled: "bad",
  cancelled: "bad",
  error: "bad",
  failed: "bad",
};

/** The theme colour of a status; undefined for one whose meaning is not known. */
export function statusColor(status: string): string | undefined {
  const word = status.toLowerCase();
  return Object.hasOwn(meanings, word) ? colors[meanings[word] ?? "idle"] : undefined;
}

export function recordId(row: Row): string | undefined {
  const { id } = row;
  return (typeof id === "string" && id !== "") || typeof id === "number" ? String(id) : undefined;
}

type Shown = Pick<Collection, "label" | "detail" | "status" | "icon">;

/** `kind` says what the record is, `fault` how it departs from what is documented. */
export function rowPresentation(collection: Shown, row: Row, kind: string, fault?: string): RowPresentation {
  const field = (name: string, longest = 60) =>
    Object.hasOwn(row, name) ? shortValue(row[name], longest) : undefined;
  const label =
    collection.label.map((name) => field(name)).find((value) => value !== undefined) ??
    field("id") ??
    "(no name)";
  const status = collection.status && field(collection.status, 30);
  const details = [status, ...collection.detail.map((name) => field(name))].filter(
    (value) => value !== undefined && value !== label,
  );
  const color = status ? statusColor(status) : undefined;
  return {
    label,
    description: details.join(" · "),
    icon: fault
      ? { name: "warning", color: colors.waiting }
      : { name: collection.icon, ...(color && { color }) },
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
