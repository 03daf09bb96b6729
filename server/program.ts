/** The language server as a program: what its command line asks for. */
import { connect, type NetConnectOpts } from "node:net";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { version } from "../package.json";
import { loadCompiledCatalogue } from "./disk/built-catalogue.ts";
import { serve } from "./shell/language-server.ts";

const usage = `switchboard-language-server --stdio

Checks, completes and explains *.request.json and *.webhook.json in any editor that speaks the language
server protocol. Editors start it; --node-ipc, --pipe=NAME and --socket=PORT do what they do elsewhere.
`;

const args = process.argv.slice(2);
const command = "switchboard-language-server";

function refuse(reason: string): void {
  process.stderr.write(`${command}: ${reason}\n`);
  process.exitCode = 2;
}

/** What follows `--name=`, or comes next. */
function valueOf(name: string): string | undefined {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  const arg = args[at];
  return arg === undefined ? undefined : arg === name ? (args[at + 1] ?? "") : arg.slice(name.length + 1);
}

/** An editor listens there and waits for the server. */
function connectTo(place: NetConnectOpts, words: string): void {
  const socket = connect(place);
  const failed = ({ message }: Error) => refuse(`nobody listens at ${words}: ${message}`);
  socket.once("error", failed);
  socket.once("connect", () => {
    socket.off("error", failed);
    // Its end, in whatever way, ends the server.
    socket.on("error", () => socket.destroy());
    serve(
      (options) => createConnection(ProposedFeatures.all, socket, socket, options),
      loadCompiledCatalogue,
    );
  });
}

const port = valueOf("--socket");
const pipe = valueOf("--pipe");
if (args.some((arg) => arg === "--version" || arg === "-v")) process.stdout.write(`${version}\n`);
else if (args.some((arg) => arg === "--help" || arg === "-h")) process.stdout.write(usage);
else if (port !== undefined) {
  if (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536)
    connectTo({ host: "127.0.0.1", port: Number(port) }, `port ${port} of this machine`);
  else refuse(`--socket takes the port at which the editor listens, such as --socket=6009`);
} else if (pipe !== undefined) {
  if (pipe === "") refuse("--pipe takes the name of the pipe at which the editor listens");
  else connectTo({ path: pipe }, `the pipe ${pipe}`);
} else if (args.includes("--node-ipc") && process.send === undefined)
  refuse("--node-ipc is for a program that starts this one by Node's fork; others use --stdio");
else if (args.includes("--stdio") || args.includes("--node-ipc"))
  serve((options) => createConnection(ProposedFeatures.all, options), loadCompiledCatalogue);
else refuse(`say how to speak with it: ${command} --stdio`);
