import { loadCatalogue } from "../disk/built-catalogue.ts";
import { type Command, requireNone } from "./command.ts";

export const command: Command = {
  usage: "operations [--json]",
  summary: "The operations: id, method, path, and whether the route is documented.",
  options: { json: { type: "boolean" } },
  async run(terminal, { positionals, values }) {
    requireNone(positionals, command);
    const { operations } = loadCatalogue();
    if (values.json) {
      const rows = operations.map(({ id, title, method, path, documented }) => ({
        id,
        title,
        method: method ?? null,
        path: path ?? null,
        documented,
      }));
      await terminal.out(`${JSON.stringify(rows, undefined, 2)}\n`);
      return 0;
    }
    const width = Math.max(...operations.map(({ id }) => id.length));
    for (const { id, title, method, path, documented } of operations) {
      const route = documented
        ? `${method} ${path}`
        : method
          ? `${method}, path not shown`
          : "route not shown";
      await terminal.out(`${id.padEnd(width)}  ${route.padEnd(32)}  ${title}\n`);
    }
    return 0;
  },
};
