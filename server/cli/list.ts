import { apis } from "../../shared/apis/index.ts";
import type { Query } from "../../shared/api.ts";
import { escapedText } from "../../shared/plain-text.ts";
import { type Arguments, type Command, pairs, repeated, UsageError } from "./command.ts";
import { connect, connectionOptions, findOperation } from "./connection.ts";

export const command: Command = {
  usage: "list OPERATION [--query k=v]… [--path k=v]… [--all]",
  summary: "Every record of a list as NDJSON; --all goes through all pages.",
  options: {
    query: { type: "string", multiple: true },
    path: { type: "string", multiple: true },
    all: { type: "boolean" },
    ...connectionOptions,
  },
  async run(terminal, args) {
    const [id, ...others] = args.positionals;
    if (id === undefined || others.length > 0)
      throw new UsageError(`Name one operation. Usage: switchboard ${command.usage}`);
    const operation = findOperation(apis, id);
    if (!operation.paging)
      throw new UsageError(`${id} is not a list. Lists end in ".list"; see: switchboard operations`);
    const values = {
      query: Object.fromEntries(pairs("query", args.values.query)),
      path: Object.fromEntries(pairs("path", args.values.path)),
    };
    const caller = await connect(terminal, args, operation.api);
    const listing = caller.list(operation, values, { signal: terminal.signal });
    try {
      for await (const page of listing.pages()) {
        // Its own characters, and none that moves a cursor.
        for (const row of page.rows) await terminal.out(`${escapedText(JSON.stringify(row))}\n`);
        for (const [index, reason] of page.faulty)
          terminal.error(`switchboard: record ${index + 1} of a page is not as documented: ${reason}`);
        if (page.incomplete) terminal.error(`switchboard: the list is incomplete. ${page.incomplete}`);
        if (page.incomplete) return 1;
        if (!args.values.all && page.next) {
          terminal.error("switchboard: there are more records; --all prints them.");
          return 0;
        }
      }
    } catch (error) {
      if (args.values.all && listing.position)
        terminal.error(`switchboard: to go on from there: ${resumption(args, listing.position)}`);
      throw error;
    }
    return 0;
  },
};

/** The same command, from a position of its list on. */
function resumption({ positionals, values }: Arguments, position: Query): string {
  const given = ["path", "base-url", "route"].flatMap((name) =>
    repeated(values[name]).flatMap((value) => [`--${name}`, value]),
  );
  const query = Object.entries(position).flatMap(([name, value]) => ["--query", `${name}=${String(value)}`]);
  return ["switchboard", "list", ...positionals, "--all", ...given, ...query].map(quoted).join(" ");
}

/** For a POSIX shell. */
const quoted = (word: string): string =>
  /^[\w.,:=+/@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
