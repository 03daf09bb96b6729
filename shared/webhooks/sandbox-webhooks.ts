/** Where a running sandbox sends its webhooks. */
import { ExchangeFailed, type Transport } from "../http/transport.ts";
import { receiversAt } from "../sandbox/controls.ts";

const patience = 3000;

/**
 * Has the sandbox send its webhooks to these addresses, by slug: whether it does, at least some.
 * @param sandbox its root address
 * @param isTaking also what it sends to another receiver; else only what it sends to none, or to one that is gone
 */
export async function receiveFromSandbox(
  transport: Transport,
  sandbox: string,
  addresses: Readonly<Record<string, string>>,
  isTaking: boolean,
): Promise<boolean> {
  const registered = await receiversAt(transport, sandbox, patience);
  const all = Object.entries(addresses);
  const own = all.filter(([slug, url]) => registered?.get(slug) === url);
  const gone = isTaking ? none : await goneReceivers(transport, registered ?? none, addresses);
  const wanted = all.filter(([slug, url]) =>
    isTaking ? registered?.get(slug) !== url : registered?.has(slug) === false || gone.has(slug),
  );
  const areTaken = await register(transport, sandbox, wanted);
  return areTaken && own.length + wanted.length > 0;
}

const none: ReadonlyMap<string, string> = new Map();

/**
 * Those, by slug, to which the sandbox sends and that were ended without a word to it. A handler that somebody has
 * registered by hand is left alone: it may be started again.
 */
async function goneReceivers(
  transport: Transport,
  registered: ReadonlyMap<string, string>,
  addresses: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const others = [...registered].filter(([slug, url]) => {
    const own = addresses[slug];
    return own !== undefined && own !== url && URL.parse(url)?.pathname === new URL(own).pathname;
  });
  const origins = new Set(others.map(([, url]) => new URL(url).origin));
  const gone = new Set<string>();
  await Promise.all(
    [...origins].map(async (origin) => {
      if (!(await isReached(transport, new URL(origin)))) gone.add(origin);
    }),
  );
  return new Map(others.filter(([, url]) => gone.has(new URL(url).origin)));
}

/** One that takes long is there. */
async function isReached(transport: Transport, url: URL): Promise<boolean> {
  const deadline = AbortSignal.timeout(patience);
  try {
    await transport.exchange({ method: "GET", url, headers: {} }, deadline);
    return true;
  } catch (error) {
    return deadline.aborted || !(error instanceof ExchangeFailed) || error.stage !== "connect";
  }
}

/** The sandbox sends to these addresses no more. What goes to another receiver by now stays. */
export async function receiveNoMore(
  transport: Transport,
  sandbox: string,
  addresses: Readonly<Record<string, string>>,
): Promise<void> {
  const registered = await receiversAt(transport, sandbox, patience);
  const own = Object.entries(addresses).filter(([slug, url]) => registered?.get(slug) === url);
  await register(
    transport,
    sandbox,
    own.map(([slug]) => [slug, null]),
  );
}

/** Whether the sandbox has heard of all. */
async function register(
  transport: Transport,
  sandbox: string,
  addresses: readonly (readonly [slug: string, url: string | null])[],
): Promise<boolean> {
  const replies = await Promise.all(
    addresses.map(([slug, url]) =>
      transport
        .exchange(
          {
            method: "PUT",
            url: new URL(`/_sandbox/webhooks/${slug}`, sandbox),
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ url }),
          },
          AbortSignal.timeout(patience),
        )
        .catch(() => undefined),
    ),
  );
  return replies.every((reply) => reply?.status === 204);
}
