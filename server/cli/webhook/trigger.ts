import { apis } from "../../../shared/apis/index.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { plainText } from "../../../shared/plain-text.ts";
import { isRow } from "../../../shared/traits/values.ts";
import { type Command, UsageError } from "../command.ts";
import { runningSandbox, sandboxAddress } from "./signing.ts";

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
    const sandbox = await runningSandbox(terminal, transport);
    if (!sandbox)
      throw new UsageError(
        `The sandbox does not run at ${sandboxAddress(terminal.env)}. Start it: switchboard sandbox`,
      );
    const url = new URL(`/_sandbox/events/${api}/${encodeURIComponent(event)}`, sandbox.url);
    const reply = await transport.exchange(
      { method: "POST", url, headers: {} },
      AbortSignal.any([terminal.signal, AbortSignal.timeout(15_000)]),
    );
    const delivery: unknown =
      reply.status === 200 ? JSON.parse(new TextDecoder().decode(reply.body)) : undefined;
    if (!isRow(delivery)) throw new UsageError(`The sandbox at ${sandbox.url} knows no event ${name}.`);
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
