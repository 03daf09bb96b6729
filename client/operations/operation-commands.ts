/** The commands of operations, as package.json declares them. */
import type { Api, NamedOperation } from "../../shared/api.ts";
import { commanded } from "../../shared/relations.ts";
import { capability } from "../records/capability.ts";
import { alone, type Command, command, ourViews } from "../session/contributions.ts";
import { titleCase } from "../text/title-case.ts";
import { operationCommandPrefix } from "./contributions.ts";

/** The commands of all operations that a person thinks of as acts of their own, by the commands' ids. */
export function operationCommands(apis: readonly Api[]): Record<string, Command> {
  const operations = apis.flatMap(commanded);
  const titles = operations.map(titleOf);
  return Object.fromEntries(
    operations.map((operation, index) => {
      const title = titleOf(operation);
      const isShared = titles.filter((each) => each === title).length > 1;
      // The others ask for more before they do anything.
      const asks = operation.dashboard ? "" : "…";
      const icon = operation.icon ?? (operation.verb === "create" ? "add" : undefined);
      return [
        `${operationCommandPrefix}${operation.id}`,
        command({
          title: `${titleCase(title)}${isShared ? ` (${titleCase(operation.api.title)})` : ""}${asks}`,
          ...(icon && { icon }),
          // Run Operation… has them all.
          palette: false,
          menus: menusOf(operation, index),
        }),
      ];
    }),
  );
}

function menusOf(operation: NamedOperation, index: number): NonNullable<Command["menus"]> {
  const can = `viewItem =~ /(^| )${capability(operation).replaceAll(".", "\\.")}( |$)/`;
  // A file is laid out for one record; what acts at once can do so for many.
  const one = operation.request.body ? ` && ${alone}` : "";
  const on = (node: "list" | "record", group: string) => ({
    menu: "view/item/context" as const,
    group,
    when: `${ourViews} && viewItem =~ /^${node}\\b/ && ${can}${one}`,
  });
  const creates = operation.verb === "create";
  // What begins with a file, what acts at once, what cannot be undone.
  const group =
    operation.effect === "delete" ? "9_delete" : `${operation.request.body ? "3_lay_out" : "4_act"}@${index}`;
  return [
    // A list is there to be added to; what else its API can do follows.
    on("list", creates ? `2_create@${index}` : group),
    on("record", group),
    ...(creates ? [on("list", "inline@1")] : []),
    ...(operation.icon ? [on("record", "inline@1")] : []),
  ];
}

const titleOf = ({ dashboard, title }: NamedOperation) => (dashboard ? `Show ${dashboard.title}` : title);
