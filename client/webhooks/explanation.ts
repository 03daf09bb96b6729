/** What would make a wrong signature match, looked for when somebody asks. */
import type { Session } from "../session/session.ts";
import type { Deliveries } from "./deliveries.ts";
import { bytesOf, type Head } from "./delivery-head.ts";
import type { Signing } from "./signing.ts";

/** A sentence; undefined when nothing simple does, or when the signature is not wrong. */
export async function explanationOf(
  { session, deliveries, signing }: { session: Session; deliveries: Deliveries; signing: Signing },
  head: Head,
): Promise<string | undefined> {
  if (head.verdict.state !== "wrong") return undefined;
  const api = (await session.apis()).find(({ slug }) => slug === head.api);
  if (!api?.signature) return undefined;
  const [delivery, settings, secrets, { whatWouldMatch }] = await Promise.all([
    deliveries.read(head),
    signing.settingsOf(api, head.environment),
    signing.secretsOf(api, head.environment),
    import("../../shared/webhooks/mismatch.ts"),
  ]);
  const given = delivery.headers[api.signature.header.toLowerCase()] ?? "";
  return whatWouldMatch(bytesOf(delivery), given, settings, secrets);
}
