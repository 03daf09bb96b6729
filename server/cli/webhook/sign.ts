import { createTransport } from "../../../shared/http/transport.ts";
import { signed } from "../../../shared/webhooks/verify.ts";
import { type Command, UsageError } from "../command.ts";
import { readPayloadFile } from "./payload-file.ts";
import { requireSecret, runningSandbox, signingOf, signingOptions, signingUsage } from "./signing.ts";

export const command: Command = {
  usage: `webhook sign FILE [--api NAME] ${signingUsage}`,
  summary: "The signature of the file's bytes, as it stands in the header of a delivery.",
  options: { api: { type: "string" }, ...signingOptions },
  async run(terminal, args) {
    const { api: slug } = args.values;
    const [path, ...others] = args.positionals;
    if (path === undefined || others.length > 0)
      throw new UsageError(`Name one file. Usage: switchboard ${command.usage}`);
    const { api, bytes } = readPayloadFile(path, slug === undefined ? undefined : String(slug));
    const sandbox = await runningSandbox(terminal, createTransport());
    const signing = await signingOf(terminal, args, api, sandbox);
    await terminal.out(`${signed(bytes, requireSecret(api, signing), signing.settings)}\n`);
    return 0;
  },
};
