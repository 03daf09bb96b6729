/** The views of the sidebar, and what is done with their lists and records without changing these. */
import { ListFilters } from "../records/list-filters.ts";
import { type ListNode, selectionOf } from "../records/node.ts";
import { bind, type Feature } from "../session/contributions.ts";
import type { Session } from "../session/session.ts";
import { commands } from "./contributions.ts";
import { copyAsJson, copyIds } from "./copy-records.ts";
import { filterList } from "./filter-list.ts";
import { Sidebar } from "./sidebar.ts";

export function register(session: Session): Feature {
  const filters = new ListFilters(session);
  const sidebar = new Sidebar(session, filters);
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
    dispose: () => sidebar.dispose(),
  };
}
