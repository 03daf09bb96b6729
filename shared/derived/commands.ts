/** The commands of operations, as package.json declares them. */
import type { Api, NamedOperation } from "../api.ts";
import { commanded } from "../relations.ts";

/** The command that carries an operation out. */
export const commandOf = ({ id }: Pick<NamedOperation, "id">): string => `switchboard.run.${id}`;

/** The word of a node's context value that says that the operation can be carried out on it. */
export const capability = ({ id }: Pick<NamedOperation, "id">): string => `can:${id}`;

interface Contributions {
  commands: { command: string; title: string; category: string; icon?: string }[];
  "view/item/context": { command: string; when: string; group: string }[];
}

export function operationContributions(apis: readonly Api[]): Contributions {
  const operations = apis.flatMap(commanded);
  const titles = operations.map(titleOf);
  return {
    commands: operations.map((operation) => {
      const title = titleOf(operation);
      const shared = titles.filter((each) => each === title).length > 1;
      // The others ask for more before they do anything.
      const asks = operation.dashboard ? "" : "…";
      const icon = iconOf(operation);
      return {
        command: commandOf(operation),
        title: `${titleCase(title)}${shared ? ` (${titleCase(operation.api.title)})` : ""}${asks}`,
        category: "Switchboard",
        ...(icon && { icon: `$(${icon})` }),
      };
    }),
    "view/item/context": operations.flatMap((operation, index) => {
      const can = `viewItem =~ /(^| )${escaped(capability(operation))}( |$)/`;
      // A file is laid out for one record; what acts at once can do so for many.
      const alone = operation.request.body ? " && !listMultiSelection" : "";
      const when = (node: "list" | "record") =>
        `view =~ /^switchboard\\./ && viewItem =~ /^${node}\\b/ && ${can}${alone}`;
      const command = commandOf(operation);
      const { effect, request } = operation;
      // What begins with a file, what acts at once, what cannot be undone.
      const group = effect === "delete" ? "9_delete" : `${request.body ? "3_lay_out" : "4_act"}@${index}`;
      return [
        // A list is there to be added to; what else its API can do follows.
        { command, when: when("list"), group: operation.verb === "create" ? `2_create@${index}` : group },
        { command, when: when("record"), group },
        ...(operation.verb === "create" ? [{ command, when: when("list"), group: "inline@1" }] : []),
        ...(operation.icon ? [{ command, when: when("record"), group: "inline@1" }] : []),
      ];
    }),
  };
}

const titleOf = ({ dashboard, title }: NamedOperation) => (dashboard ? `Show ${dashboard.title}` : title);

const iconOf = ({ icon, verb }: NamedOperation) => icon ?? (verb === "create" ? "add" : undefined);

const escaped = (text: string) => text.replaceAll(".", "\\.");

const small = new Set(["a", "an", "and", "of", "the", "to"]);

/** The words with capitals, as VS Code writes titles: "Purge CDN Cache". */
export const titleCase = (text: string): string =>
  text
    .split(" ")
    .map((word, index) =>
      index > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(" ");
