/** The language server as a program: what its command line asks for. */
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { version } from "../package.json";
import { loadCompiledCatalogue } from "./disk/built-catalogue.ts";
import { serve } from "./shell/language-server.ts";

const usage = `switchboard-language-server --stdio

Checks, completes and explains *.request.json and *.webhook.json in any editor that speaks the language
server protocol. Editors start it; --node-ipc, --pipe=NAME and --socket=PORT do what they do elsewhere.
`;

const args = process.argv.slice(2);
if (args.some((arg) => arg === "--version" || arg === "-v")) process.stdout.write(`${version}\n`);
else if (args.some((arg) => arg === "--help" || arg === "-h")) process.stdout.write(usage);
else if (args.some((arg) => /^--(stdio|node-ipc|pipe|socket)\b/.test(arg)))
  serve(createConnection(ProposedFeatures.all), loadCompiledCatalogue);
else {
  process.stderr.write(
    "switchboard-language-server: say how to speak with it: switchboard-language-server --stdio\n",
  );
  process.exitCode = 2;
}
