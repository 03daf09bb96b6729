import { randomUUID } from "node:crypto";
import { createTransport, type Transport } from "../../../shared/http/transport.ts";
import { plainText } from "../../../shared/plain-text.ts";
import { askHandler, answerText, isAccepted, isLocal } from "../../../shared/webhooks/handler.ts";
import {
  HandlerUnreached,
  runVariations,
  type Variation,
  type VariationResult,
  variationsOf,
} from "../../../shared/webhooks/variations.ts";
import { deliveryHeaders } from "../../../shared/webhooks/verify.ts";
import { type Command, formatOf, type Terminal, UsageError } from "../command.ts";
import { proxyOf } from "../connection.ts";
import { givenAddress } from "./given-address.ts";
import { type PayloadFile, readPayloadFile } from "./payload-file.ts";
import {
  requireSecret,
  runningSandbox,
  type Signing,
  signingOf,
  signingOptions,
  signingUsage,
} from "./signing.ts";
import { variationFormats } from "./variation-formats.ts";

export const command: Command = {
  usage: `webhook send FILE URL [--variations] [--format pretty|junit] [--api NAME] [--yes] ${signingUsage}`,
  summary:
    "Sends the file's bytes to a handler, signed; --variations tries what goes wrong, and tells a careful handler from a careless one.",
  judges: true,
  options: {
    variations: { type: "boolean" },
    format: { type: "string" },
    api: { type: "string" },
    yes: { type: "boolean" },
    ...signingOptions,
  },
  async run(terminal, args) {
    const { values } = args;
    const [path, address, ...others] = args.positionals;
    if (path === undefined || address === undefined || others.length > 0)
      throw new UsageError(`Name a file and an address. Usage: switchboard ${command.usage}`);
    const format = formatOf(variationFormats, values.format)(terminal.colored);
    if (values.format !== undefined && !values.variations)
      throw new UsageError("--format is for --variations.");
    const url = givenAddress(address);
    if (!url)
      throw new UsageError(`${JSON.stringify(address)} is no address such as http://127.0.0.1:3000/hooks.`);
    const file = readPayloadFile(path, values.api === undefined ? undefined : String(values.api));
    if (!isLocal(url)) await requireConsent(terminal, url, values.yes === true);

    const proxy = proxyOf(terminal.env);
    const transport = createTransport({ ...(proxy && { proxy }) });
    const signing = await signingOf(terminal, args, file.api, await runningSandbox(terminal, transport));
    if (file.api.signature) requireSecret(file.api, signing);
    const handler: Handler = { terminal, transport, url };
    if (!values.variations) return await sendOnce(handler, file, signing);

    const results: VariationResult[] = [];
    const variations = variationsIn(file, signing);
    await terminal.out(format.begin(path, url.href));
    const { signal } = terminal;
    try {
      for await (const result of runVariations(variations, { transport, url, signal })) {
        results.push(result);
        await terminal.out(format.result(result));
      }
    } catch (error) {
      if (!(error instanceof HandlerUnreached)) return interruptedBy(terminal)(error);
      await terminal.out(format.unreached(path, variations, error.message));
      throw new UsageError(error.message);
    }
    await terminal.out(format.end(path, results));
    return results.some(({ state }) => state === "careless") ? 1 : 0;
  },
};

interface Handler {
  terminal: Terminal;
  transport: Transport;
  url: URL;
}

async function requireConsent(terminal: Terminal, url: URL, isAgreed: boolean): Promise<void> {
  if (isAgreed) return;
  const question = `${url.host} is not this machine.`;
  if (!terminal.ask) throw new UsageError(`${question} Give --yes to send there.`);
  if (!(await terminal.ask(`${question} Send there?`))) throw new UsageError("Nothing was sent.");
}

async function sendOnce({ terminal, transport, url }: Handler, file: PayloadFile, signing: Signing) {
  const { api, bytes } = file;
  const headers = deliveryHeaders(api, bytes, signing.settings);
  const answer = await askHandler(transport, url, { bytes, headers }, terminal).catch(
    interruptedBy(terminal),
  );
  await terminal.out(`${plainText(answerText(answer), 300)}\n`);
  const text = plainText(answer.body, 2000);
  if (text !== "") await terminal.out(`${text}\n`);
  return isAccepted(answer) ? 0 : 1;
}

function variationsIn({ api, bytes }: PayloadFile, { settings }: Signing): Variation[] {
  const options = { settings, now: Date.now(), unique: () => randomUUID().replaceAll("-", "") };
  try {
    return variationsOf(api, bytes, options);
  } catch (error) {
    throw new UsageError(
      `The file holds no payload to vary: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Ends with the exit code of the interruption, when it is one. */
const interruptedBy = (terminal: Terminal) => (error: unknown) => {
  if (!terminal.signal.aborted) throw error;
  throw new UsageError("Interrupted. What the handler made of the last one is not known.");
};
