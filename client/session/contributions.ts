/** What features tell VS Code of themselves, as typed data: the build writes it into package.json. Without vscode. */
import type { CommandName } from "./command-ids.ts";

/** An entry in a menu. */
interface MenuEntry {
  menu: "view/title" | "view/item/context" | "editor/title" | "explorer/context" | "file/newFile";
  /** `navigation` and `inline` are icons; what follows `@` orders the entries of a group. */
  group: string;
  when?: string;
}

/** A command that takes `Given`, as VS Code's menus and our own links hand it over. */
export interface Command<Given extends readonly unknown[] = readonly unknown[]> {
  title: string;
  /** For menus that say the rest. */
  shortTitle?: string;
  /** A codicon's name. */
  icon?: string;
  enablement?: string;
  /**
   * False: it needs a node of a tree or a place in a file, which the palette does not give, or is found elsewhere.
   * Else the condition under which the palette has it.
   */
  palette?: false | string;
  /** What is given comes from a menu of a tree. VS Code gives nothing when the tree is drawn anew while its menu is open. */
  needsNode?: true;
  key?: { key: string; mac: string; when: string; args?: typeof chosen };
  menus?: readonly MenuEntry[];
  /** For the types alone: never there. */
  readonly given?: Given;
}

export const command = <Given extends readonly unknown[] = []>(shown: Command<Given>): Command<Given> =>
  shown;

/** A command of a tree's node, which is in no palette. */
export const nodeCommand = <Given extends readonly unknown[]>(shown: Command<Given>): Command<Given> => ({
  ...shown,
  palette: false,
  needsNode: true,
});

export type Commands = { readonly [Name in CommandName]?: Command };

export interface View {
  id: string;
  name: string;
  visibility?: "collapsed";
  /** Its share of the sidebar at first, beside those of the others; VS Code remembers what a person makes of it. */
  initialSize?: number;
}

export interface Welcome {
  view: string;
  contents: string;
  when?: string;
}

export interface Contributions {
  commands: Commands;
  views?: readonly View[];
  welcomes?: readonly Welcome[];
}

/** What carries out the commands of a table, each with what its command is given. */
export type Handlers<Table extends Commands> = {
  readonly [Name in keyof Table]: Table[Name] extends Command<infer Given>
    ? (...given: Given) => unknown
    : never;
};

/** The face of a feature. */
export interface Feature {
  readonly commands: BoundCommands;
  dispose(): void;
}

/** A feature's commands with what carries them out. */
export type BoundCommands = readonly BoundCommand[];

interface BoundCommand {
  name: CommandName;
  command: Command;
  /** What VS Code gives is what the command says that it takes: its own menus and links are made from the same table. */
  handler: (...given: unknown[]) => unknown;
}

export function bind<Table extends Commands>(table: Table, handlers: Handlers<Table>): BoundCommands {
  return Object.entries(table).map(([name, shown]) => ({
    // Object.entries forgets that the names are those of the table, and that each has its handler.
    name: name as CommandName,
    command: shown,
    handler: handlers[name as keyof Table] as BoundCommand["handler"],
  }));
}

/** Given in place of a node: the records that are chosen in the tree with the focus are meant. */
export const chosen = "chosen";

/** A key that acts on the records that are chosen in a tree, and leaves what is typed to find a row alone. */
export const keyOnRecords = (key: string, mac = key): Required<Command>["key"] => ({
  key,
  mac,
  when: "focusedView =~ /^switchboard\\.(?!limits|history|webhooks)/ && listFocus && !inputFocus",
  args: chosen,
});

// ---- The conditions under which entries of menus show. ----

export const ourViews = "view =~ /^switchboard\\./";
export const withAccounts = "switchboard.environment != 'sandbox'";
export const alone = "!listMultiSelection";

/** Lists whose context value has the word; without one every list. */
export const onList = (word?: string) => on("list", word);
export const onRecord = (word?: string) => on("record", word);

const on = (node: "list" | "record", word: string | undefined) =>
  `${ourViews} && viewItem =~ /^${node}\\b${word === undefined ? "" : `.* ${word}( |$)`}/`;
