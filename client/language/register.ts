/** The language server and what it asks the client. It offers commands only where it is told that the client has them. */
import type { LiveRecords } from "../records/live-records.ts";
import type { SeenFeature } from "../seen/register.ts";
import type { Feature } from "../session/contributions.ts";
import type { LanguageServer } from "../session/language-server.ts";
import type { Session } from "../session/session.ts";
import { startLanguageClient } from "./language-client.ts";

export function register(
  session: Session,
  { records, seen }: { records: LiveRecords; seen: SeenFeature },
): Feature & LanguageServer {
  const server = startLanguageClient(session, { records, seen });
  return {
    commands: [],
    request: (method, params) => server.request(method, params),
    describeReply: (uri, replies) => server.describeReply(uri, replies),
    dispose: () => void server.dispose(),
  };
}
