import { apis } from "../../shared/apis/index.ts";
import { defaultPort } from "../../shared/sandbox/directory.ts";
import { startSandbox } from "../../shared/sandbox/server.ts";
import { type Command, requireNone } from "./command.ts";
import { listeningAt, portOf } from "./port.ts";

export const command: Command = {
  usage: "sandbox [--port N] [--json]",
  summary: "Starts the local sandbox of all APIs; --json prints one line with base addresses and keys.",
  options: { port: { type: "string" }, json: { type: "boolean" } },
  async run(terminal, { positionals, values }) {
    requireNone(positionals, command);
    const port = portOf(values.port, defaultPort);
    const sandbox = await listeningAt(port, startSandbox(apis, { port }));
    if (values.json) await terminal.out(`${JSON.stringify(sandbox.directory)}\n`);
    else {
      await terminal.out(
        `The sandbox runs at ${sandbox.directory.url} until Ctrl-C. Its keys open nothing else:\n\n`,
      );
      for (const [slug, { baseUrl, credentials }] of Object.entries(sandbox.directory.apis))
        await terminal.out(
          `${slug.padEnd(12)} ${baseUrl}\n${" ".repeat(13)}${Object.values(credentials).join("  ")}\n`,
        );
    }
    if (!terminal.signal.aborted)
      await new Promise((resolve) => terminal.signal.addEventListener("abort", resolve, { once: true }));
    await sandbox.close();
    return 0;
  },
};
