import type { Api } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import type { SandboxDirectory } from "../../../shared/sandbox/directory.ts";
import { systemClock } from "../../../shared/http/clock.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { createForward, type Left } from "../../../shared/webhooks/forward.ts";
import { isLocal } from "../../../shared/webhooks/handler.ts";
import { whatWouldMatch } from "../../../shared/webhooks/mismatch.ts";
import { type Delivery, startReceiver } from "../../../shared/webhooks/receiver.ts";
import { SandboxRegistration } from "../../../shared/webhooks/sandbox-registration.ts";
import { type Command, formatOf, UsageError } from "../command.ts";
import { sandboxAddress } from "../connection.ts";
import { listeningAt, portOf } from "../port.ts";
import { givenAddress } from "./given-address.ts";
import { listenFormats, type Numbered } from "./listen-formats.ts";
import { runningSandbox, type Signing, signingOf, signingOptions, signingUsage } from "./signing.ts";

export const command: Command = {
  usage: `webhook listen [--forward URL] [--port N] [--format pretty|ndjson] ${signingUsage}`,
  summary:
    "Receives webhooks on this machine until Ctrl-C, says of each whether it is signed, and passes it on.",
  options: {
    forward: { type: "string" },
    port: { type: "string" },
    format: { type: "string" },
    ...signingOptions,
  },
  async run(terminal, args) {
    const { values, positionals } = args;
    if (positionals.length > 0) throw new UsageError(`Usage: switchboard ${command.usage}`);
    const format = formatOf(listenFormats, values.format)(terminal.colored);
    const port = portOf(values.port, 0);
    const url = values.forward === undefined ? undefined : forwardAddress(String(values.forward));

    const transport = createTransport();
    const address = sandboxAddress(terminal.env);
    const signings = new Map<string, Signing>();
    let known: SandboxDirectory | undefined;
    const learn = async (sandbox: SandboxDirectory | undefined) => {
      known = sandbox;
      for (const api of apis.filter(({ signature }) => signature))
        signings.set(api.slug, await signingOf(terminal, args, api, sandbox));
    };
    await learn(await runningSandbox(terminal, transport));
    const problem = [...signings.values()].find((each) => each.problem !== undefined)?.problem;
    if (problem !== undefined) terminal.error(`switchboard: ${problem}`);

    const print = (text: string) => terminal.out(text);
    // What is printed meanwhile waits for nobody: an end of the output is told to whoever is received next.
    const forward =
      url &&
      createForward<Numbered>({
        url,
        transport,
        clock: systemClock,
        onAnswer: ({ number }, answer, again) =>
          void print(format.answer(number, answer, again)).catch(() => {}),
      });
    let count = 0;
    const starting = startReceiver(apis, {
      port,
      settings: ({ slug }) => signings.get(slug)?.settings ?? { encoding: "hex", prefix: "" },
      async onDelivery(delivery) {
        const numbered = { ...delivery, number: ++count };
        await print(format.delivery(numbered, hintOf(delivery, signings.get(delivery.api.slug))));
        forward?.add(numbered);
      },
    });
    const receiver = await listeningAt(port, starting);
    let hasBegun = false;
    const registration = new SandboxRegistration({
      addresses: receiver.addresses,
      transport: async () => transport,
      async find() {
        const found = await runningSandbox(terminal, transport);
        // One that starts later has secrets as well.
        if (found && !known) await learn(found);
        return found && address;
      },
      isInUse: () => false,
      changed() {
        if (hasBegun) void print(format.sandbox(address, registration.state)).catch(() => {});
      },
      after: (time, then) => systemClock.after(time, then),
    });
    try {
      if (url && url.port === new URL(receiver.url).port)
        throw new UsageError("--forward leads back to the receiver itself.");
      await registration.look();
      hasBegun = true;
      await print(format.begin(receiver, address, registration.state));
      const aborted = new Promise((resolve) => {
        if (terminal.signal.aborted) resolve(undefined);
        terminal.signal.addEventListener("abort", resolve, { once: true });
      });
      await Promise.race([aborted, receiver.closed]);
      if (!terminal.signal.aborted) throw new UsageError("The receiver has ended by itself. Start it again.");
      return 0;
    } finally {
      const left = forward?.close();
      await registration.end();
      await receiver.close();
      await transport.close();
      // Last: whoever has closed the terminal reads nothing any more.
      const words = left && leftWords(left);
      if (words) terminal.error(`switchboard: ${words}`);
    }
  },
};

/** Empty where nothing is left. */
const leftWords = ({ waiting, isUnderWay }: Left): string =>
  [
    ...(waiting > 0
      ? [
          `${waiting} ${waiting === 1 ? "delivery that waits is" : "deliveries that wait are"} passed on no more.`,
        ]
      : []),
    ...(isUnderWay ? ["What the handler made of the delivery under way is not known."] : []),
  ].join(" ");

function forwardAddress(text: string): URL {
  const url = givenAddress(text);
  if (url && isLocal(url)) return url;
  throw new UsageError(
    `--forward takes an address of this machine, such as http://127.0.0.1:3000/hooks, found ${JSON.stringify(text)}.`,
  );
}

const hintOf = ({ api, bytes, headers, verdict }: Delivery, signing: Signing | undefined) =>
  verdict.state === "wrong" && signing
    ? whatWouldMatch(bytes, givenIn(api, headers), signing.settings, signing.secrets)
    : undefined;

const givenIn = ({ signature }: Api, headers: Delivery["headers"]): string =>
  headers[signature?.header.toLowerCase() ?? ""] ?? "";
