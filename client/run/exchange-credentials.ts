import type { NamedOperation } from "../../shared/api.ts";
import type { Session } from "../session/session.ts";
import { showInformation } from "../text/notifications.ts";
import { execute } from "./execute.ts";
import { resolveTarget } from "./resolve-target.ts";

/** Turns the credentials that a person has set into a token. The token itself is shown nowhere. */
export async function exchangeCredentials(session: Session, operation: NamedOperation): Promise<void> {
  const { api, id } = operation;
  const target = await resolveTarget(session, operation);
  if (!target) return;
  const credentials = await session.access.credentials(api);
  if (!credentials) throw new Error(`No key is set for ${api.title}. Set the key first.`);
  const values = { body: api.auth.exchangeBody?.(credentials) };
  const exchange = await execute(session, { operation, target, values });
  const token = api.auth.readToken?.(exchange.body);
  if (!token) throw new Error(`${id} was answered without a token.`);
  void showInformation(
    `${api.title} gives a token that is valid for ${token.expiresIn} seconds. Requests get theirs by themselves.`,
  );
}
