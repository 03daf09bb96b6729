/** What the views' trees are made of. */
import type { NamedCollection } from "../../shared/collections.ts";
import type { ReadRow, RowList } from "./row-list.ts";

/** A list with its title. */
export interface ListNode {
  kind: "list";
  id: string;
  source: NamedCollection;
  /** The identifier of the row that the list belongs to. */
  owner?: string;
  /** Shown open at first. */
  open: boolean;
}

export interface RecordNode {
  kind: "record";
  id: string;
  list: ListNode;
  read: ReadRow;
}

export interface MoreNode {
  kind: "more";
  list: ListNode;
}

/** A remark in place of rows, or after them. */
export interface NoteNode {
  kind: "note";
  list: ListNode;
  text: string;
  tooltip?: string;
  icon?: string;
  /** A click shows the list without its filter. */
  resetsFilter?: true;
}

export interface FailureNode {
  kind: "failure";
  list: ListNode;
  error: unknown;
}

export type TreeNode = ListNode | RecordNode | MoreNode | NoteNode | FailureNode;

/** The list itself, or the one that the node stands in. */
export const listOf = (node: TreeNode): ListNode => (node.kind === "list" ? node : node.list);

/** What stands below a list's title. */
export function nodesOf(list: ListNode, rows: RowList, { isFiltered }: { isFiltered: boolean }): TreeNode[] {
  const nodes: TreeNode[] = rows.rows.map((read) => ({
    kind: "record",
    id: `${list.id}/${read.key}`,
    list,
    read,
  }));
  if (rows.failure !== undefined) return [...nodes, { kind: "failure", list, error: rows.failure }];
  if (rows.hasMore) nodes.push({ kind: "more", list });
  if (rows.incomplete !== undefined)
    nodes.push({
      kind: "note",
      list,
      text: "The list is incomplete",
      tooltip: rows.incomplete,
      icon: "info",
    });
  else if (nodes.length === 0) nodes.push(emptyNote(list, { isFiltered }));
  return nodes;
}

function emptyNote(list: ListNode, { isFiltered }: { isFiltered: boolean }): NoteNode {
  const none = `No ${list.source.collection.title.toLowerCase()}`;
  return isFiltered
    ? {
        kind: "note",
        list,
        text: `${none} match the filter`,
        tooltip: "Click to reset the filter",
        icon: "filter-filled",
        resetsFilter: true,
      }
    : { kind: "note", list, text: none };
}

/** The lists that belong to a record. One list needs no title of its own: its rows stand below the record. */
export const listsOf = (node: RecordNode): ListNode[] =>
  node.list.source.children.map((source) => ({
    kind: "list",
    id: `${node.id}/${source.id}`,
    source,
    owner: node.read.key,
    open: false,
  }));

/**
 * What a key acts on in a tree whose selection was toggled at the row with the focus: the selection before, where that
 * row was in it, else the row alone. Nothing where no row was toggled: the focus is elsewhere.
 */
export function chosenBy<Node>(before: readonly Node[], after: readonly Node[]): Node[] {
  const added = after.find((node) => !before.includes(node));
  if (added !== undefined) return [added];
  const focused = before.find((node) => !after.includes(node));
  return focused === undefined ? [] : [focused, ...before.filter((node) => node !== focused)];
}

/** The nodes that are selected, when the one that was clicked is among them. */
export const selectionOf = <Node>(node: Node, selection: readonly Node[] | undefined): readonly Node[] =>
  selection?.includes(node) ? selection : [node];
