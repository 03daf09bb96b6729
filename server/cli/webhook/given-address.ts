import { handlerAddress } from "../../../shared/webhooks/handler.ts";
import { UsageError } from "../command.ts";

/** The handler's address that was given, where it is one. Throws where a name or password stands in it. */
export function givenAddress(text: string): URL | undefined {
  const address = handlerAddress(text);
  // What is refused is not said again: a password would stand in a log.
  if (!address && /^([\w+.-]+:)?[/\\]*[^/\\?#]*@/.test(text))
    throw new UsageError(
      "A handler's address may hold no user name or password: none is sent. Leave them out.",
    );
  return address;
}
