import { apis } from "../../../shared/apis/index.ts";
import { createTransport } from "../../../shared/http/transport.ts";
import { controlPatience, triggeredText, triggerEvent } from "../../../shared/sandbox/controls.ts";
import { type Command, UsageError } from "../command.ts";
import { sandboxAddress } from "../connection.ts";
import { runningSandbox } from "./signing.ts";

export const command: Command = {
  usage: "webhook trigger EVENT [--record ID]",
  summary:
    "The running sandbox delivers the event (order.completed, membership.user.created) to whoever listens.",
  options: { record: { type: "string" } },
  async run(terminal, { positionals, values }) {
    const [name, ...others] = positionals;
    if (name === undefined || others.length > 0)
      throw new UsageError(`Name one event. Usage: switchboard ${command.usage}`);
    const record = values.record === undefined ? undefined : String(values.record);
    const found = { ...findEvent(name), record };
    const transport = createTransport();
    const address = sandboxAddress(terminal.env);
    if (!(await runningSandbox(terminal, transport)))
      throw new UsageError(`The sandbox does not run at ${address}. Start it: switchboard sandbox`);
    const delivery = await triggerEvent(transport, address, found, terminal).catch((error: unknown) => {
      if (!terminal.signal.aborted) throw error;
      throw new UsageError(`Interrupted. Whether the sandbox delivers ${name} is not known.`);
    });
    if (delivery === "late")
      throw new UsageError(
        `The sandbox at ${address} has not answered within ${controlPatience / 1000} s. It may still deliver ${name}.`,
      );
    if (!delivery)
      throw new UsageError(
        record === undefined
          ? `The sandbox at ${address} did not deliver ${name}. An older one may run there: start it again.`
          : `The sandbox at ${address} did not deliver ${name} about ${JSON.stringify(record)}: it may be about other records.`,
      );
    const what = `${found.api} ${found.event}`;
    if (delivery.state === "unheard") {
      terminal.error(`switchboard: ${what} reached nobody. Listen first: switchboard webhook listen`);
      return 1;
    }
    await terminal.out(`${what}: ${triggeredText(delivery)}\n`);
    return delivery.state === "delivered" ? 0 : 1;
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
