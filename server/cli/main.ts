#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { version } from "../../package.json";
import { refuseOldNode } from "../../shared/node-version.ts";
import { plainText } from "../../shared/plain-text.ts";
import { type Command, type Terminal, UsageError } from "./command.ts";

refuseOldNode();

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
  // What V8 has made of the command's bundle is kept for the next time.
  enableCompileCache();
  const { command } = await load();
  const options = { ...command.options, help: { type: "boolean", short: "h" } } as const;
  const args = readArguments(() => parseArgs({ args: rest, options, allowPositionals: true }), command);
  if (args.values.help) {
    await terminal.out(`switchboard ${command.usage}\n${command.summary}\n`);
    return 0;
  }
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

/** Aborted with the exit code that shells give to what a signal ends. */
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort(130));
process.once("SIGTERM", () => interrupted.abort(143));
// Started by the editor: its end is ours.
process.once("disconnect", () => interrupted.abort(130));
process.channel?.unref(); // The wait for it is no reason to stay.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // `switchboard list … | head` ends the reader first; that is no fault.
  if (error.code === "EPIPE") process.exit(0);
  terminal.error(`switchboard: The output cannot be written: ${error.message}`);
  process.exit(2);
});
// Nobody can be told, but for the exit code.
process.stderr.on("error", () => process.exit(2));

const terminal: Terminal = {
  out: (text) =>
    new Promise((resolve, reject) => {
      if (process.stdout.write(text)) return resolve();
      const stop = () => reject(new UsageError("Interrupted before all was written."));
      if (interrupted.signal.aborted) return stop();
      interrupted.signal.addEventListener("abort", stop, { once: true });
      process.stdout.once("drain", () => {
        interrupted.signal.removeEventListener("abort", stop);
        resolve();
      });
    }),
  // Names of files and texts of services are in it: one line, and nothing that moves a cursor.
  error: (text) => void process.stderr.write(`${plainText(text, 4000)}\n`),
  ...(process.stderr.isTTY && {
    // The line is written anew; an empty text takes it away.
    progress: (text: string) => void process.stderr.write(`\r\u001b[K${plainText(text, 100)}`),
  }),
  ...(process.stdin.isTTY && process.stderr.isTTY && { ask }),
  colored: process.stdout.isTTY && process.stdout.hasColors(),
  env: process.env,
  signal: interrupted.signal,
};

async function ask(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  // While it reads keys, no signal comes of Ctrl-C.
  asking.once("SIGINT", () => interrupted.abort(130));
  try {
    const answer = await asking.question(`${plainText(question, 1000)} [y/N] `, {
      signal: interrupted.signal,
    });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false; // Interrupted.
  } finally {
    asking.close();
  }
}
/** Errors that say what to do. By their names, for each bundle has classes of its own. */
const forPeople = new Set(["UsageError", "RequestError"]);

main(terminal, process.argv.slice(2)).then(
  (code) => end(code),
  (error: unknown) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    terminal.error(`switchboard: ${forPeople.has(name) ? message : (stack ?? message)}`);
    end(interrupted.signal.aborted ? Number(interrupted.signal.reason) : 2);
  },
);

function end(code: number): void {
  process.exitCode = code;
  // Whoever reads what was written may never take the rest.
  if (interrupted.signal.aborted) process.exit();
}
