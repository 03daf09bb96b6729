/** The views of the sidebar, and what is done with their lists and records without changing these. */
import { ListFilters } from "../records/list-filters.ts";
import type { LiveRecords } from "../records/live-records.ts";
import { type ListNode, type RecordNode, selectionOf } from "../records/node.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { copyAsJson, copyIds } from "./copy-records.ts";
import { filterList } from "./filter-list.ts";
import { Sidebar } from "./sidebar.ts";

export interface SidebarFeature extends Feature {
  /** The records that a key acts on, in the view that has the focus. */
  chosen(): Promise<readonly RecordNode[]>;
}

/** @param records name what rows refer to */
export function register(session: Session, records: LiveRecords): SidebarFeature {
  const filters = new ListFilters(session);
  const sidebar = new Sidebar(session, filters, records);
  const filter = async (list: ListNode) => {
    if (await filterList(filters, list)) sidebar.treeOf(list).refresh(list);
  };
  return {
    commands: bind(commands, {
      refresh: () => session.changed(),
      refreshList: (list) => sidebar.treeOf(list).refresh(list),
      loadMore: ({ list }) => sidebar.treeOf(list).more(list),
      lookWhetherItHappened: (operation) => sidebar.showRecordsOf(operation),
      filterList: filter,
      changeFilters: filter,
      async resetFilters(list) {
        await filters.set(list, {});
        sidebar.treeOf(list).refresh(list);
      },
      copyId: (node, selection) => copyIds(selectionOf(node, selection)),
      copyAsJson: (node, selection) => copyAsJson(selectionOf(node, selection)),
    }),
    chosen: () => sidebar.chosen(),
    dispose: () => sidebar.dispose(),
  };
}
