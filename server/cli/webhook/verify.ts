import { createTransport } from "../../../shared/http/transport.ts";
import { whatWouldMatch } from "../../../shared/webhooks/mismatch.ts";
import { verdictOfSignature } from "../../../shared/webhooks/verify.ts";
import { type Command, UsageError } from "../command.ts";
import { readPayloadFile } from "./payload-file.ts";
import { requireSecret, runningSandbox, signingOf, signingOptions, signingUsage } from "./signing.ts";
import { verdictWords } from "../../../shared/webhooks/verdict-words.ts";

export const command: Command = {
  usage: `webhook verify FILE --signature TEXT [--api NAME] ${signingUsage}`,
  summary: "Whether the signature is that of the file's bytes, and if not what would make it match.",
  judges: true,
  options: { signature: { type: "string" }, api: { type: "string" }, ...signingOptions },
  async run(terminal, args) {
    const { signature, api: slug } = args.values;
    const [path, ...others] = args.positionals;
    if (path === undefined || others.length > 0 || signature === undefined)
      throw new UsageError(`Name one file and its signature. Usage: switchboard ${command.usage}`);
    const { api, bytes } = readPayloadFile(path, slug === undefined ? undefined : String(slug));
    const given = String(signature);
    const signing = await signingOf(terminal, args, api, await runningSandbox(terminal, createTransport()));
    // What is missing to check it ends with what to do.
    if (api.signature) requireSecret(api, signing);
    const { settings, secrets } = signing;
    const { state, reason } = verdictOfSignature(api, bytes, given, settings);
    const hint = state === "wrong" ? whatWouldMatch(bytes, given, settings, secrets) : undefined;
    await terminal.out(`${verdictWords[state]}: ${hint === undefined ? reason : `${reason} ${hint}`}\n`);
    return state === "verified" ? 0 : 1;
  },
};
