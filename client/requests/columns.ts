/** Where requests and their replies stand: never more columns than two. Without vscode. */

/** A column of editors, from left to right. */
export interface Column {
  isActive: boolean;
  /** How many tabs it has. */
  count: number;
  hasReplies: boolean;
  /** Whether the tab on top is a reply. */
  showsReply: boolean;
}

/** The index of the column for a reply, or "new" for one beside the only column. */
export function columnForReply(columns: readonly Column[]): number | "new" {
  const active = columns.findIndex(({ isActive }) => isActive);
  const isFree = (column: Column) => !column.isActive || column.showsReply;
  const withReplies = columns.findIndex((column) => column.hasReplies && isFree(column));
  if (withReplies >= 0) return withReplies;
  if (columns.length > 1) return active + 1 < columns.length ? active + 1 : active - 1;
  return columns[0]?.count ? "new" : 0;
}

/** The index of the column for a request: the active one, unless replies are what it shows. */
export function columnForRequest(columns: readonly Column[]): number {
  const active = columns.findIndex(({ isActive }) => isActive);
  if (!columns[active]?.showsReply) return Math.max(active, 0);
  const other = columns.findIndex(({ showsReply }) => !showsReply);
  return other >= 0 ? other : active;
}
