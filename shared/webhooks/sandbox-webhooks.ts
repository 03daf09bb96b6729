/** What a running sandbox signs its webhooks with, and where it sends them. */
import type { Api } from "../api.ts";
import type { Transport } from "../http/transport.ts";
import type { SandboxDirectory } from "../sandbox/directory.ts";

const patience = 3000;

/** Any program may listen at its port: what is no sandbox's secret is none. */
export function sandboxSecret({ slug }: Api, sandbox: SandboxDirectory | undefined): string | undefined {
  const secret: unknown = sandbox?.apis[slug]?.webhooks?.secret;
  return typeof secret === "string" && secret.startsWith("sandbox-") ? secret : undefined;
}

/**
 * Says to the sandbox where its webhooks go: whether it has heard of all.
 * @param sandbox its root address
 * @param addresses by slug; null for nowhere
 */
export async function sendSandboxWebhooksTo(
  transport: Transport,
  sandbox: string,
  addresses: Readonly<Record<string, string | null>>,
): Promise<boolean> {
  const replies = await Promise.all(
    Object.entries(addresses).map(([slug, url]) =>
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
