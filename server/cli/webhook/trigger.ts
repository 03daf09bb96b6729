import type { Row } from "../../../shared/api.ts";
import { apis } from "../../../shared/apis/index.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { plainText } from "../../../shared/plain-text.ts";
import { isRow } from "../../../shared/traits/values.ts";
import { type Command, UsageError } from "../command.ts";
import { runningSandbox, sandboxAddress } from "./signing.ts";

/** Longer than the sandbox waits for who receives. */
const patience = 15_000;

export const command: Command = {
  usage: "webhook trigger EVENT",
  summary:
    "The running sandbox delivers the event (order.completed, membership.user.created) to whoever listens.",
  options: {},
  async run(terminal, { positionals }) {
    const [name, ...others] = positionals;
    if (name === undefined || others.length > 0)
      throw new UsageError(`Name one event. Usage: switchboard ${command.usage}`);
    const { api, event } = findEvent(name);
    const transport = createTransport();
    const address = sandboxAddress(terminal.env);
    if (!(await runningSandbox(terminal, transport)))
      throw new UsageError(`The sandbox does not run at ${address}. Start it: switchboard sandbox`);
    const url = new URL(`/_sandbox/events/${api}/${encodeURIComponent(event)}`, address);
    const signal = AbortSignal.any([terminal.signal, AbortSignal.timeout(patience)]);
    const reply = await transport
      .exchange({ method: "POST", url, headers: {} }, signal)
      .catch(() => undefined);
    const delivery = reply?.status === 200 ? rowIn(reply.body) : undefined;
    if (!delivery)
      throw new UsageError(
        `The sandbox at ${address} did not deliver ${name}. An older one may run there: start it again.`,
      );
    const { status } = delivery;
    if (status === undefined) {
      terminal.error(
        `switchboard: ${event} of ${api} reached nobody. Listen first: switchboard webhook listen`,
      );
      return 1;
    }
    await terminal.out(`${api} ${event}: answered with ${plainText(String(status), 10)}\n`);
    return Number(status) >= 200 && Number(status) < 300 ? 0 : 1;
  },
};

function rowIn(body: Uint8Array): Row | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return isRow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function findEvent(name: string): { api: string; event: string } {
  const events = apis.flatMap(({ slug, events }) =>
    Object.keys(events).map((event) => ({ api: slug, event })),
  );
  const fitting = events.filter(({ api, event }) => name === event || name === `${api}.${event}`);
  const [one, another] = fitting;
  if (one && !another) return one;
  if (one)
    throw new UsageError(
      `Several APIs have ${name}: ${fitting.map(({ api, event }) => `${api}.${event}`).join(", ")}.`,
    );
  throw new UsageError(
    `There is no documented event ${JSON.stringify(name)}. The events are ${events.map(({ event }) => event).join(", ")}.`,
  );
}
