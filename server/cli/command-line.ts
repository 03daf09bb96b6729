/** The command line: finds the command, reads its arguments, and ends with its exit code. */
import { parseArgs } from "node:util";
import { version } from "../../package.json";
import { type Command, type Terminal, UsageError } from "./command.ts";
import { ProcessTerminal } from "./terminal.ts";

/**
 * What is imported here is a bundle of its own, loaded when the command is called: none pays for another's libraries. A
 * name may be of two words.
 */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  drift: async () => (await import("./online.ts")).drift(),
  list: async () => (await import("./online.ts")).list(),
  operations: () => import("./operations.ts"),
  run: async () => (await import("./online.ts")).run(),
  sandbox: async () => (await import("./online.ts")).sandbox(),
  schema: () => import("./schema.ts"),
  validate: () => import("./validate.ts"),
  "webhook listen": async () => (await import("./online.ts")).webhook.listen(),
  "webhook send": async () => (await import("./online.ts")).webhook.send(),
  "webhook sign": async () => (await import("./online.ts")).webhook.sign(),
  "webhook trigger": async () => (await import("./online.ts")).webhook.trigger(),
  "webhook verify": async () => (await import("./online.ts")).webhook.verify(),
};

async function main(terminal: Terminal, argv: readonly string[]): Promise<number> {
  const [name, ...words] = argv;
  if (name === "help" && words[0] !== undefined) return main(terminal, [...words, "--help"]);
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    await terminal.out(await overview());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    await terminal.out(`${version}\n`);
    return 0;
  }
  const group = Object.keys(commands).filter((each) => each.startsWith(`${name} `));
  if (group.length > 0 && (words[0] === "--help" || words[0] === "-h")) {
    await terminal.out(await overview(group));
    return 0;
  }
  const full = group.length > 0 ? [name, ...words.slice(0, 1)].join(" ") : name;
  const rest = group.length > 0 ? words.slice(1) : words;
  const load = Object.hasOwn(commands, full) ? commands[full] : undefined;
  if (!load) {
    const known = group.length > 0 ? group : Object.keys(commands);
    throw new UsageError(
      `There is no command ${JSON.stringify(full)}. The commands are ${known.join(", ")}.`,
    );
  }
  const { command } = await load();
  const options = { ...command.options, help: { type: "boolean", short: "h" } } as const;
  const args = readArguments(() => parseArgs({ args: rest, options, allowPositionals: true }), command);
  if (args.values.help) {
    await terminal.out(`switchboard ${command.usage}\n${command.summary}\n`);
    return 0;
  }
  unread = command.judges ? 2 : 0;
  return command.run(terminal, args);
}

function readArguments<T>(parse: () => T, command: Command): T {
  try {
    return parse();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new UsageError(`${reason}. Usage: switchboard ${command.usage}`);
  }
}

async function overview(names = Object.keys(commands)): Promise<string> {
  const loaded = await Promise.all(names.flatMap((name) => commands[name]?.() ?? []));
  const lines = loaded.map(({ command }) => `  switchboard ${command.usage}\n      ${command.summary}`);
  return `Switchboard: requests to ten JSON-over-HTTPS APIs, checked and sent.\n\n${lines.join("\n")}\n`;
}

const terminal = new ProcessTerminal();

/** The exit code when nobody reads the output any more: `switchboard list … | head` has done what it should. */
let unread = 0;

/** Errors that say what to do. By their names, for each bundle has classes of its own. */
const forPeople = new Set(["UsageError", "RequestError"]);

main(terminal, process.argv.slice(2)).then(
  (code) => end(code),
  (error: unknown) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    terminal.error(`switchboard: ${forPeople.has(name) ? message : (stack ?? message)}`);
    end(terminal.signal.aborted ? Number(terminal.signal.reason) : 2);
  },
);

function end(code: number): void {
  process.exitCode = terminal.isUnread ? unread : code;
  // Whoever reads what was written may never take the rest.
  if (terminal.signal.aborted) process.exit();
}
