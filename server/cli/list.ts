import { apis } from "../../shared/apis/index.ts";
import type { Query } from "../../shared/api.ts";
import { escapedText } from "../../shared/plain-text.ts";
import { type Arguments, type Command, repeated, UsageError } from "./command.ts";
import { connectionOptions, connectionTo, findOperation } from "./connection.ts";
import { parameterOptions, parametersOf, requirePath } from "./parameters.ts";

export const command: Command = {
  usage: "list OPERATION [--query k=v]… [--path k=v]… [--all]",
  summary: "Every record of a list as NDJSON; --all goes through all pages.",
  options: {
    ...parameterOptions,
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
    const values = parametersOf(args.values);
    const { caller, routes } = await connectionTo(terminal, args, operation.api);
    requirePath(operation, routes, values);
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
  const query = Object.entries(position).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => ["--query", `${name}=${String(each)}`]),
  );
  return ["switchboard", "list", ...positionals, "--all", ...given, ...query].map(quoted).join(" ");
}

/** For a POSIX shell. */
const quoted = (word: string): string =>
  /^[\w.,:=+/@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
